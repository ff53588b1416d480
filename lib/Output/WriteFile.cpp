// The temporary file and the rename behind writeFile.
#include "Output/WriteFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gpufuse {

static std::string failure(StringRef path, std::error_code code) {
  return ("cannot write '" + path + "': " + StringRef(code.message()).lower()).str();
}

static std::string writeToStdout(StringRef contents) {
  outs() << contents;
  outs().flush();
  if (!outs().has_error())
    return {};
  const std::error_code code = outs().error();
  outs().clear_error();
  return failure("-", code);
}

/// Whether something other than a regular file is there: a device or a pipe is written in place, not replaced.
static bool isSpecial(StringRef path) {
  sys::fs::file_status status;
  return !sys::fs::status(path, status) && sys::fs::exists(status) && !sys::fs::is_regular_file(status);
}

static std::string writeInPlace(StringRef path, StringRef contents) {
  std::error_code code;
  raw_fd_ostream stream(path, code);
  if (!code) {
    stream << contents;
    stream.close();
    code = stream.error();
    stream.clear_error();
  }
  return code ? failure(path, code) : std::string();
}

std::string writeFile(StringRef path, StringRef contents, ArrayRef<std::string> inputs) {
  if (path == "-")
    return writeToStdout(contents);
  for (const std::string &input : inputs)
    if (path == input || sys::fs::equivalent(path, input))
      return ("'" + path + "' is an input file and is not overwritten").str();
  if (isSpecial(path))
    return writeInPlace(path, contents);

  // A link stays a link: what it points to is replaced.
  SmallString<256> target;
  if (sys::fs::real_path(path, target))
    target = path;
  auto temporary = sys::fs::TempFile::create(target + ".%%%%%%%%.tmp", sys::fs::all_read | sys::fs::all_write);
  if (!temporary)
    return failure(path, errorToErrorCode(temporary.takeError()));
  raw_fd_ostream stream(temporary->FD, /*shouldClose=*/false);
  stream << contents;
  stream.flush();
  if (const std::error_code code = stream.error()) {
    stream.clear_error();
    consumeError(temporary->discard());
    return failure(path, code);
  }
  if (Error error = temporary->keep(target))
    return failure(path, errorToErrorCode(std::move(error)));
  return {};
}

} // namespace gpufuse

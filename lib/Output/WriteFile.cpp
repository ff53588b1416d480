// The temporary files and the renames behind writeFiles.
#include "Output/WriteFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <system_error>
#include <vector>

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

namespace {

/// A file that is whole beside its place and only has to be renamed. One that is not kept is removed.
class Staged {
public:
  explicit Staged(const PendingFile &file) : file(&file) {}
  Staged(Staged &&other) = default;
  Staged &operator=(Staged &&) = delete;
  ~Staged() {
    if (temporary)
      consumeError(temporary->discard());
  }

  /// What went wrong, or an empty string.
  std::string stage() {
    if (isWrittenInPlace())
      return {};
    // A link stays a link: what it points to is replaced.
    if (sys::fs::real_path(file->path, target))
      target = file->path;
    if (sys::fs::is_directory(target))
      return failure(file->path, std::make_error_code(std::errc::is_a_directory));
    auto created = sys::fs::TempFile::create(target + ".%%%%%%%%.tmp", sys::fs::all_read | sys::fs::all_write);
    if (!created)
      return failure(file->path, errorToErrorCode(created.takeError()));
    temporary = std::move(*created);
    raw_fd_ostream stream(temporary->FD, /*shouldClose=*/false);
    stream << file->contents;
    stream.flush();
    const std::error_code code = stream.error();
    stream.clear_error();
    return code ? failure(file->path, code) : std::string();
  }

  std::string commit() {
    if (isWrittenInPlace())
      return file->path == "-" ? writeToStdout(file->contents) : writeInPlace(file->path, file->contents);
    Error error = temporary->keep(target);
    temporary.reset();
    return error ? failure(file->path, errorToErrorCode(std::move(error))) : std::string();
  }

private:
  [[nodiscard]] bool isWrittenInPlace() const {
    return file->path == "-" || (isSpecial(file->path) && !sys::fs::is_directory(file->path));
  }

  const PendingFile *file;
  SmallString<256> target;
  std::optional<sys::fs::TempFile> temporary;
};

} // namespace

std::string writeFiles(ArrayRef<PendingFile> files, ArrayRef<std::string> inputs) {
  std::vector<Staged> staged;
  staged.reserve(files.size());
  for (const PendingFile &file : files) {
    for (const std::string &input : inputs)
      if (file.path != "-" && (file.path == input || sys::fs::equivalent(file.path, input)))
        return "'" + file.path + "' is an input file and is not overwritten";
    if (const std::string problem = staged.emplace_back(file).stage(); !problem.empty())
      return problem;
  }
  for (Staged &file : staged)
    if (const std::string problem = file.commit(); !problem.empty())
      return problem;
  return {};
}

std::string writeFile(StringRef path, StringRef contents, ArrayRef<std::string> inputs) {
  return writeFiles({{path.str(), contents.str()}}, inputs);
}

} // namespace gpufuse

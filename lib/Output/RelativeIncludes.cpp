// Rewrites quoted includes relative to the folder of the emitted file.
#include "Output/RelativeIncludes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace gpufuse {

/// The folder of a file, absolute and without links.
static SmallString<256> folderOf(StringRef file) {
  SmallString<256> folder(file);
  (void)sys::fs::make_absolute(folder); // fails only without a working folder
  path::remove_filename(folder);
  SmallString<256> real;
  if (!sys::fs::real_path(folder, real))
    return real;
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  return folder;
}

/// `target` as seen from `folder`; both absolute. Where they share nothing but a root, `target` itself.
static std::string relativeTo(StringRef folder, StringRef target) {
  auto from = path::begin(folder), fromEnd = path::end(folder);
  auto to = path::begin(target), toEnd = path::end(target);
  if (from == fromEnd || to == toEnd || *from != *to)
    return target.str();
  int shared = 0;
  for (; from != fromEnd && to != toEnd && *from == *to; ++from, ++to)
    ++shared;
  if (shared < 2)
    return target.str();
  SmallString<256> relative;
  for (; from != fromEnd; ++from)
    path::append(relative, "..");
  for (; to != toEnd; ++to)
    path::append(relative, *to);
  return std::string(relative);
}

/// Begin and end of the name in `#include "name"`, or an empty range at 0.
static std::pair<size_t, size_t> quotedName(StringRef line) {
  StringRef rest = line.ltrim();
  if (!rest.consume_front("#"))
    return {0, 0};
  rest = rest.ltrim();
  if (!rest.consume_front("include"))
    return {0, 0};
  rest = rest.ltrim();
  if (!rest.consume_front("\""))
    return {0, 0};
  const size_t begin = rest.data() - line.data(), length = rest.find('"');
  return length == StringRef::npos ? std::pair<size_t, size_t>(0, 0) : std::pair(begin, begin + length);
}

std::vector<Edit> relocateIncludes(StringRef text, StringRef inputPath, StringRef outputPath) {
  std::vector<Edit> edits;
  const SmallString<256> from = folderOf(inputPath), to = outputPath == "-" ? from : folderOf(outputPath);
  if (from == to)
    return edits;
  for (StringRef rest = text; !rest.empty();) {
    const auto [line, after] = rest.split('\n');
    rest = after;
    const auto [begin, end] = quotedName(line);
    if (begin == end)
      continue;
    SmallString<256> target(from);
    path::append(target, line.slice(begin, end));
    path::remove_dots(target, /*remove_dot_dot=*/true);
    if (path::is_absolute(line.slice(begin, end)) || !sys::fs::exists(target))
      continue;
    const auto offset = static_cast<int64_t>(line.data() - text.data());
    edits.push_back({offset + static_cast<int64_t>(begin), offset + static_cast<int64_t>(end), relativeTo(to, target)});
  }
  return edits;
}

} // namespace gpufuse

// Writes files whole or not at all.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace gpufuse {

struct PendingFile {
  std::string path, contents;
};

/// Writes all files or, where one of them cannot be written, none: each is whole in a temporary file in the folder of
/// its path before the first is renamed. "-" is stdout. Refuses a path that is one of `inputs`, also through links.
/// Returns what went wrong in lower case, or an empty string.
[[nodiscard]] std::string writeFiles(llvm::ArrayRef<PendingFile> files, llvm::ArrayRef<std::string> inputs = {});

/// The same for one file.
[[nodiscard]] std::string writeFile(llvm::StringRef path, llvm::StringRef contents,
                                    llvm::ArrayRef<std::string> inputs = {});

} // namespace gpufuse

// Writes a file whole or not at all.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace gpufuse {

/// Writes `contents` to `path` through a temporary file in the same folder; "-" is stdout. Refuses a path that is one
/// of `inputs`, also through links. Returns what went wrong in lower case, or an empty string; then an existing file
/// is as it was.
[[nodiscard]] std::string writeFile(llvm::StringRef path, llvm::StringRef contents,
                                    llvm::ArrayRef<std::string> inputs = {});

} // namespace gpufuse

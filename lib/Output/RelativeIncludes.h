// Quoted includes are searched beside the file that has them: in another folder they need another spelling.
#pragma once

#include "Output/Edit.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace gpufuse {

/// The edits that make the quoted includes of `text`, which stands at `inputPath`, mean the same in a file at
/// `outputPath`. Includes that do not exist beside the input are found through search paths and stay.
[[nodiscard]] std::vector<Edit> relocateIncludes(llvm::StringRef text, llvm::StringRef inputPath,
                                                 llvm::StringRef outputPath);

} // namespace gpufuse

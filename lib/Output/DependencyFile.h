// The text of a make-style dependency file, for -MD.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace gpufuse {

/// `target: dependencies`, escaped for make and ninja, followed by an empty rule for each dependency but the first,
/// so that a deleted header does not stop a build.
[[nodiscard]] std::string dependencyFile(llvm::StringRef target, llvm::ArrayRef<std::string> dependencies);

} // namespace gpufuse

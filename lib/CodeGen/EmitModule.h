// From a scheduled module and the user's text to the edits that make the emitted program of it.
#pragma once

#include "CodeGen/EmitOptions.h"
#include "Output/Edit.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace gpufuse {

/// The edits that turn the main file `text` into the emitted one. The module is as gf-schedule leaves it; an empty
/// `text` stands for a file that is not at hand (see PrintKernels). O(operations + text).
[[nodiscard]] std::vector<Edit> emitModule(mlir::ModuleOp module, llvm::StringRef text, const EmitOptions &options);

} // namespace gpufuse

// When array values are needed and variables change: for the pass that places memory, and for the host code that saves
// values in time.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/SetVector.h"

namespace gpufuse {

/// Whether `op` is a control statement whose body may run again.
[[nodiscard]] bool isLoop(mlir::Operation *op);

/// Whether `value`, or a slice of it, is used after `point` has run; what is inside a loop comes after it too. O(uses).
[[nodiscard]] bool isUsedAfter(mlir::Value value, mlir::Operation *point);

/// The variables that `op`, or anything in it, assigns, stores to, or may write as text.
[[nodiscard]] llvm::SmallVector<mlir::Value> writtenRoots(mlir::Operation *op);

/// The variables in which `value`, no slice, may be found: the one it was read from, and those it was written to.
[[nodiscard]] llvm::SmallSetVector<mlir::Value, 4> homesOf(mlir::Value value);

/// Whether `root` may change between two operations, the first of which comes first: what stands between them writes
/// it, or what holds the second does. `isIgnored` says which operations do not count. O(operations between).
[[nodiscard]] bool mayChangeBetween(mlir::Value root, mlir::Operation *first, mlir::Operation *second,
                                    llvm::function_ref<bool(mlir::Operation *)> isIgnored = {});

} // namespace gpufuse

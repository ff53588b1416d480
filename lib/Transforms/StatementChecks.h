// The errors of array statements: eager code throws them where the statement stands, a region only where it runs.
#pragma once

#include "Transforms/FusionGroup.h"

namespace gpufuse {

/// Whether eager code could throw at the member `op`: for shapes, indices and steps that only show at run time,
/// or nothing to take the minimum of. O(operations that decide its shape).
[[nodiscard]] bool mayThrow(mlir::Operation *op);

/// Whether it is a slice that may throw. It does so at its own place: slices do not move.
[[nodiscard]] bool isCheckedView(mlir::Operation *op);

/// Whether the operation is a check that has been made already.
[[nodiscard]] bool isCheck(mlir::Operation *op);

/// Whether the member changes what code outside the function, or another name, can see.
[[nodiscard]] bool isVisibleWrite(mlir::Operation *member);

/// Whether others can tell that the operation ran, or that it threw, at its place.
[[nodiscard]] bool isSeen(mlir::Operation *op);

/// The place that each operation of a block had before regions were formed.
using ProgramOrder = llvm::DenseMap<mlir::Operation *, int64_t>;

/// Once a block's regions are formed: the checks of members that have moved past what others can see (host text, draws,
/// writes) or what may throw are made before that, as eager code does. They compute no element.
/// O(members * what can be seen).
void makeChecksInTime(mlir::Block &block, const ProgramOrder &order);

/// Erases what computes values that nobody uses. Draws, captured scalars and the checks of dead statements stay: they
/// are what the user sees of them. O(operations).
void eraseDeadOperations(mlir::Block &block);

} // namespace gpufuse

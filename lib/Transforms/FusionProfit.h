// Should an operation join a group it may join? Never whether it is right: that is FusionLegality's business.
#pragma once

#include "Transforms/FusionGroup.h"
#include "Transforms/SymbolicExtents.h"

namespace gpufuse {

/// The budget of one kernel: beyond it registers spill and parameters no longer fit.
struct FusionBudget {
  size_t operations = 256;
  size_t inputs = 24;
  size_t writes = 8;
};

/// Decides whether the join pays: it stays inside the budget and repeats no costly computation.
/// `space` is the group's space after the join. O(members x operands).
[[nodiscard]] FusionVerdict isWorthFusing(const FusionGroup &group, mlir::Operation *op, llvm::ArrayRef<int64_t> space,
                                          SymbolicExtents &extents, const FusionBudget &budget = {});

/// Whether computing one element costs many instructions: transcendental functions, draws, calls.
[[nodiscard]] bool isCostly(mlir::Operation *op);

} // namespace gpufuse

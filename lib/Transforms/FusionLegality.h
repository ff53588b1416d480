// May an operation join a group? Never whether it pays: that is FusionProfit's business.
#pragma once

#include "Transforms/FusionGroup.h"
#include "Transforms/SymbolicExtents.h"

namespace gpufuse {

/// What a join would add to the group, filled in by `canJoin` when it allows it.
struct JoinEffects {
  llvm::SmallVector<int64_t> extents;                              ///< the group's space afterwards
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> disjoint; ///< to check at run time (written, other)
};

/// Decides whether `op` may join `group` without changing what the program computes. With `mayGuard` false, storage
/// that could overlap blocks instead of asking for a run-time check. O(members x operands).
[[nodiscard]] FusionVerdict canJoin(const FusionGroup &group, mlir::Operation *op, SymbolicExtents &extents,
                                    bool mayGuard, JoinEffects &effects);

} // namespace gpufuse

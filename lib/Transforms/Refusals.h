// Why regions ended, for the user who asks why two statements are not one kernel.
#pragma once

#include "Transforms/FusionGroup.h"

namespace gpufuse {

/// Remembers how the regions of one block ended.
class Refusals {
public:
  /// `line` is of what ended the group that became `region`; 0 when nothing did.
  void noteEnd(gf::RegionOp region, const FusionGroup &group, BlockReason reason, int64_t line);

  /// Appends an entry of `gf.refused` for each operand of `op` that a region made which ended before, once a region and
  /// statement. O(operands).
  void noteOperands(mlir::Operation &op, mlir::Operation *statement, llvm::SmallVectorImpl<mlir::Attribute> &refused);

private:
  struct Ending {
    BlockReason reason;
    int64_t line; ///< of what ended it; 0 when nothing did
  };

  /// The region of this block that made the value, also through the variable it was assigned to.
  [[nodiscard]] gf::RegionOp madeBy(mlir::Value value) const;

  llvm::DenseMap<mlir::Operation *, Ending> endings;
  llvm::DenseMap<mlir::Value, gf::RegionOp> lastWriter;
  llvm::DenseSet<std::pair<mlir::Operation *, mlir::Operation *>> noted;
};

} // namespace gpufuse

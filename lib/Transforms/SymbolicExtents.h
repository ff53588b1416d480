// Names for extents: which dimensions of which arrays are known, or assumed with a run-time check, to be equal.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace gpufuse {

/// The extents of the array values of one block, as symbols. Operands of an elementwise operation are assumed to
/// have equal extents (broadcasting of an extent-1 dimension that only shows at run time is the guard's business);
/// a static extent 1 and a missing dimension broadcast and assume nothing.
class SymbolicExtents {
public:
  /// Reads the annotations that gf-shapes left on the operations of `block`. O(operations).
  explicit SymbolicExtents(mlir::Block &block);

  /// One symbol a dimension. Values without annotation (from outside the block) get symbols of their own.
  [[nodiscard]] llvm::SmallVector<int64_t> of(mlir::Value array);

  /// Declares that `copy` has the extents of `original` (a read of what was just assigned).
  void setSame(mlir::Value copy, mlir::Value original) { symbols[copy] = of(original); }

private:
  llvm::DenseMap<mlir::Value, llvm::SmallVector<int64_t>> symbols;
  int64_t nextSymbol = -2; // negative: never collides with gf-shapes' numbers
};

/// The symbol of a dimension of static extent 1.
inline constexpr int64_t kExtentOne = -1;

/// Whether an array with extents `part` broadcasts into `space` by structure alone: each dimension, aligned at the
/// end, is the same symbol, a static 1, or missing.
[[nodiscard]] bool broadcastsInto(llvm::ArrayRef<int64_t> part, llvm::ArrayRef<int64_t> space);

} // namespace gpufuse

// FusionGroup: the data of a region in the making. Legality, profit and the driver each read it; only the driver
// changes it.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/SetVector.h"

namespace gpufuse {

/// Why two operations do not run together. One value steers the pass and becomes the remark the user reads.
enum class BlockReason {
  none,
  differentExtents, ///< the spaces are not known to be equal
  needsWholeResult, ///< a reduction, stack or slice must be finished before this can start
  otherAxes,        ///< two reductions go along different axes
  readAfterWrite,   ///< reads other elements of what the region writes
  writeAfterRead,   ///< writes elements that the region reads at other places
  hostTextBetween,  ///< the user's own code in between needs the result, or may change what is read
  libraryCall,      ///< a call that a library computes, such as a matrix product, does so
  throwsAfterWrite, ///< could throw where a write before it must be visible
  circular,         ///< another region must run in between
  tooLarge,         ///< beyond the budget of operands, results or operations
  recomputesCostly, ///< fusing would repeat a costly computation for each row
  fusionOff,        ///< --no-fuse
  limitReached,     ///< --fuse-limit
};

/// What `canJoin` answers: allowed, or blocked with the reason and the place of the other half.
class [[nodiscard]] FusionVerdict {
public:
  static FusionVerdict allowed() { return FusionVerdict(BlockReason::none, 0); }
  /// Keeps the line only: the region that is built next may do without `other`.
  static FusionVerdict blocked(BlockReason reason, mlir::Operation *other) {
    return FusionVerdict(reason, other ? gf::lineOf(other->getLoc()) : 0);
  }

  [[nodiscard]] bool isAllowed() const { return reason == BlockReason::none; }
  [[nodiscard]] BlockReason getReason() const { return reason; }
  /// The user's line of what blocked it; 0 when unknown.
  [[nodiscard]] int64_t getLine() const { return line; }

private:
  FusionVerdict(BlockReason reason, int64_t line) : reason(reason), line(line) {}

  BlockReason reason;
  int64_t line;
};

/// The reason in words, for reports.
[[nodiscard]] llvm::StringRef describe(BlockReason reason);

/// Operations of one block, in program order, that are to run as one region.
struct FusionGroup {
  llvm::SetVector<mlir::Operation *> members;
  llvm::SmallVector<int64_t> extents; ///< symbols of the iteration space
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> disjoint;
  bool hasSpace = false; ///< false until a member fixes `extents`

  /// An operand that was a read of a variable and now is the value which a member put there before.
  struct ForwardedRead {
    mlir::Operation *user;
    unsigned operand;
    mlir::Value read;
  };
  llvm::SmallVector<ForwardedRead> forwarded;

  [[nodiscard]] bool contains(mlir::Operation *op) const { return op && members.contains(op); }
  [[nodiscard]] bool produces(mlir::Value value) const { return contains(value.getDefiningOp()); }
  [[nodiscard]] mlir::Operation *last() const { return members.back(); }
  void requireDisjoint(mlir::Value written, mlir::Value other);
};

/// Where an operand comes from when no operation of a region makes it: the variable and the part taken of it.
struct Leaf {
  mlir::Value root;                ///< null for values without a variable (results of earlier regions)
  mlir::Operation *part = nullptr; ///< what shows some of the variable itself, or another order; null for the whole
  bool isPartOfPart = false;       ///< `part` is sliced or rearranged again
  mlir::Operation *read = nullptr;
};

/// The leaf that `value` is, looking through slices and views.
[[nodiscard]] Leaf leafOf(mlir::Value value);

/// Whether the storage of two variables can be the same at run time.
[[nodiscard]] bool mayAlias(mlir::Value first, mlir::Value second);

/// Whether the store writes exactly the elements that `leaf` reads, each at its own index.
[[nodiscard]] bool writesWhatItReads(gf::StoreOp store, Leaf leaf);

/// Whether the two write, or the store writes and `leaf` reads, parts of one variable that surely have no element in
/// common: `x(0, _)` and `x(1, _)`, `x(slice(_, n))` and `x(slice(n, _))`.
[[nodiscard]] bool areApart(gf::StoreOp store, gf::StoreOp other);
[[nodiscard]] bool areApart(gf::StoreOp store, const Leaf &leaf);

/// The root that an assignment or store writes; null for other operations.
[[nodiscard]] mlir::Value writtenRoot(mlir::Operation *op);

/// The last member that writes the variable; null where none does. O(members).
[[nodiscard]] mlir::Operation *lastWrite(const FusionGroup &group, mlir::Value root);

/// Whether a member may write what one of the roots holds; whether one may read or write it. O(members * roots).
[[nodiscard]] bool writesAny(const FusionGroup &group, mlir::ValueRange roots);
[[nodiscard]] bool touchesAny(const FusionGroup &group, mlir::ValueRange roots);

/// Reads, and slices of them, that stand after a write of the group and before `end`, and may see it. O(operations from
/// the first member to `end`).
[[nodiscard]] llvm::SmallVector<mlir::Operation *> readsOfWrites(const FusionGroup &group, mlir::Operation *end);

/// The value that a variable holds after `write`, when the two are the same: `x = e`, or `x += e`, where the value has
/// the variable's extents because it was computed from it. Null otherwise. O(writes of the variable before it).
[[nodiscard]] mlir::Value valueOfVariable(mlir::Operation *write);

/// The arrays and extents that decide the shapes of `values`: variables, slices, other regions' results, extents of
/// factories. Values with the same set have the same shape at run time, also where size-1 operands broadcast.
[[nodiscard]] llvm::SmallSetVector<mlir::Value, 8> shapeSources(mlir::ValueRange values);

/// Operations that may be members: array computations, assignments and stores.
[[nodiscard]] bool canBeMember(mlir::Operation *op);

} // namespace gpufuse

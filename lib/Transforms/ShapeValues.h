// Shapes as host values: computes, for array values inside a region, the `gf` shape operations that yield them.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace gpufuse {

/// Builds shape operations at the builder's place, each check once and at its statement's location.
class ShapeValues {
public:
  /// With `readsEarly`, the shapes of variables are taken where these are read: later they may be other arrays.
  explicit ShapeValues(mlir::OpBuilder &builder, bool readsEarly = false) : builder(builder), readsEarly(readsEarly) {}

  /// The shape of an array value; makes the broadcasts (and their checks) that lead to it. O(operands) a value.
  [[nodiscard]] mlir::Value of(mlir::Value array);

  /// Makes the checks that eager code makes for a member of a region; members come in program order. The shape of what
  /// it computes or fills.
  mlir::Value check(mlir::Operation *member);

  /// Two shapes as one, with a check unless one is known to contain the other.
  [[nodiscard]] mlir::Value broadcast(mlir::Value lhs, mlir::Value rhs, mlir::Location location, llvm::StringRef text);

  /// Checks that a value of shape `shape` fits into `target`, which from then on is known to contain it.
  void requireInto(mlir::Value shape, mlir::Value target, mlir::Location location, llvm::StringRef text);

  /// The shape of the arrays that a stack joins.
  [[nodiscard]] mlir::Value ofElements(gf::StackOp stack);

  /// Whether `part` is known to broadcast into `whole`, another shape. O(shapes).
  [[nodiscard]] bool contains(mlir::Value whole, mlir::Value part) const;

private:
  /// The shape of what a store writes.
  mlir::Value ofTarget(gf::StoreOp store);
  mlir::Value joined(mlir::Value both, mlir::Value lhs, mlir::Value rhs);
  /// A stack joins equal shapes only: no broadcasting.
  mlir::Value requireEqual(mlir::Value lhs, mlir::Value rhs, gf::StackOp stack);
  mlir::Value compute(mlir::Value array);
  /// An extent of 1, one value for all shapes.
  mlir::Value constantOne();

  mlir::OpBuilder &builder;
  bool readsEarly;
  mlir::Value one;
  llvm::DenseMap<mlir::Value, mlir::Value> shapes;
  llvm::DenseMap<mlir::Value, mlir::Value> assigned; ///< of variables: the shape of what was assigned to them
  llvm::DenseMap<mlir::Value, llvm::SmallSetVector<mlir::Value, 4>> parts; ///< shapes that a broadcast contains
};

/// What the user wrote, as far as names tell: `x * v`, `sin(phi)`.
[[nodiscard]] std::string describeOperation(mlir::Operation *op);

} // namespace gpufuse

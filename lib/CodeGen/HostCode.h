// Prints what happens on the host between kernels: scalars, draws, shapes, checks, allocation, launches, assignments.
// The text is the same for both targets; the runtime's headers give it their meaning.
#pragma once

#include "CodeGen/Expression.h"
#include "CodeGen/HostValues.h"
#include "CodeGen/KernelPlan.h"

namespace gpufuse {

using KernelPlans = llvm::MapVector<mlir::Operation *, KernelPlan>;

/// Prints the operations of one function, in program order.
class HostCode {
public:
  /// `fileName` is what messages of failing checks call the user's file.
  HostCode(const KernelPlans &plans, UniqueNames names, std::string fileName)
      : plans(plans), names(std::move(names)), fileName(std::move(fileName)) {}

  /// Any operation of a function but statements, host text and control.
  void print(mlir::Operation &op, SourceWriter &writer);

  /// The user's text with the values of `holes` for `$0`, `$1`, ...
  [[nodiscard]] std::string fillHoles(mlir::StringRef text, mlir::ValueRange holes);

  /// Before text or a control statement that writes variables: saves values in them that are needed later.
  void saveBefore(mlir::Operation *op, SourceWriter &writer);

  /// What is known where: to be restored after a block that may run any number of times.
  [[nodiscard]] HostValues snapshot() const { return values; }
  void restore(HostValues before, mlir::Operation *block);
  /// What is known at the start of a branch beside the one just printed: only one of them runs.
  void resume(HostValues before) { values = std::move(before); }

private:
  // Expressions (HostExpressions.cpp)
  [[nodiscard]] Expression scalar(mlir::Value value, bool isPlain = false);
  [[nodiscard]] std::string shape(mlir::Value value);
  [[nodiscard]] std::string extentOfShape(mlir::Value value, int64_t d);
  [[nodiscard]] std::string shapeExpression(mlir::Operation *op);
  [[nodiscard]] std::string place(mlir::Location location, llvm::StringRef text);
  [[nodiscard]] int effectiveUses(mlir::Value shape);
  [[nodiscard]] bool canInline(mlir::Value shape);
  void printShape(mlir::Operation *op, SourceWriter &writer);
  void printCheck(gf::RequireShapeOp op, SourceWriter &writer);
  void printCheck(gf::RequireElementsOp op, SourceWriter &writer);
  void printScalarOperation(mlir::Operation *op, SourceWriter &writer);
  void printScalar(gf::ScalarOp op, SourceWriter &writer);
  void printDraw(gf::DrawOp op, SourceWriter &writer);
  void printJoinedExtent(gf::JoinedExtentOp op, SourceWriter &writer);

  // Arrays and their parts (HostParts.cpp)
  [[nodiscard]] std::string spell(mlir::Value array);
  [[nodiscard]] std::string select(mlir::Location location, llvm::StringRef text, llvm::ArrayRef<int32_t> pattern,
                                   mlir::ValueRange bounds);
  [[nodiscard]] std::string braced(mlir::ValueRange extents);
  [[nodiscard]] std::vector<std::string> rearrange(gf::ViewOp op);
  [[nodiscard]] std::string show(mlir::Operation *op);
  [[nodiscard]] std::string allocation(gf::EmptyOp op);
  void printPart(mlir::Operation *op, SourceWriter &writer);
  void printEmpty(gf::EmptyOp op, SourceWriter &writer);

  // Variables and regions (HostCode.cpp)
  void printAssign(gf::AssignOp op, SourceWriter &writer);
  void printStore(gf::StoreOp op, SourceWriter &writer);
  void printRegion(gf::RegionOp op, SourceWriter &writer);
  std::string oneShapeCheck(gf::RegionOp op);
  void printGuardedRegion(gf::RegionOp op, SourceWriter &writer);
  void printBranch(mlir::Block &block, llvm::ArrayRef<Holder> wanted, SourceWriter &writer);
  [[nodiscard]] llvm::SmallVector<Holder> predeclare(gf::RegionOp op, SourceWriter &writer);
  [[nodiscard]] std::string save(mlir::Value value, const Holder &holder, SourceWriter &writer);
  void clobber(llvm::ArrayRef<mlir::Value> roots, mlir::Operation *point, SourceWriter &writer,
               bool keepsInside = false);

  // Kernels (Launches.cpp)
  using Strings = std::vector<std::string>;
  void printKernel(gf::KernelOp op, SourceWriter &writer);
  void keepApart(const KernelPlan &plan, llvm::ArrayRef<mlir::Value> stored, SourceWriter &writer);
  void chooseDestination(const KernelOutput &output, SourceWriter &writer);
  [[nodiscard]] std::string storeTarget(gf::StoreOp store, SourceWriter &writer);
  void allocate(const KernelOutput &output, const std::string &name, bool isDeclared, SourceWriter &writer);
  [[nodiscard]] std::string memoryOf(const KernelOutput &output);
  [[nodiscard]] std::string guard(const KernelPlan &plan);
  [[nodiscard]] Strings denseArguments(const KernelPlan &plan);
  [[nodiscard]] Strings stridedArguments(const KernelPlan &plan);
  [[nodiscard]] std::string laneOf(const KernelOutput &output, size_t lane);
  [[nodiscard]] Strings reductionArguments(const KernelPlan &plan, const KernelOutput &output);
  [[nodiscard]] std::string blocksOf(const KernelPlan &plan, bool isDense, int threads);
  void launch(const KernelPlan &plan, bool isDense, SourceWriter &writer);

  const KernelPlans &plans;
  UniqueNames names;
  std::string fileName;
  HostValues values;
  llvm::DenseMap<mlir::Value, Expression> scalars; ///< scalars and tickets
  llvm::DenseMap<mlir::Value, std::string> shapes;
  llvm::DenseMap<mlir::Value, std::string> destinations; ///< of kernel results, while their launch is printed
  llvm::DenseSet<mlir::Value> predeclared;               ///< roots declared before a branch
  llvm::DenseMap<mlir::Value, std::string> results;      ///< variables declared before a branch for yielded values
};

/// `gpufuse::array<float, 2>`, the type of the variable that holds a value.
[[nodiscard]] std::string arrayType(mlir::Type tensor);

/// How the user spells a variable.
[[nodiscard]] std::string textOf(mlir::Value root);

/// `lines 6, 8-11`.
[[nodiscard]] std::string describeLines(llvm::ArrayRef<int64_t> lines);

} // namespace gpufuse

// What the kernels of all schedules and both targets share around the body: parameters and the body's arguments.
#pragma once

#include "CodeGen/EmitOptions.h"
#include "CodeGen/Expression.h"
#include "CodeGen/KernelPlan.h"

namespace gpufuse {

/// Names and text pieces of one kernel while it is printed.
class KernelSkeleton {
public:
  using Strings = std::vector<std::string>;

  KernelSkeleton(const KernelPlan &plan, Target target) : plan(plan), target(target), names(plan.names) {}

  [[nodiscard]] std::string local(llvm::StringRef base) { return names.fresh(base); }

  /// Parameters after the first (`n` or `space`), inputs before outputs.
  [[nodiscard]] Strings denseParameters();
  [[nodiscard]] Strings stridedParameters();

  /// Prints `const T m_e = *m;` for each rank-0 array, which then stands for it in arguments.
  void readRankZero(SourceWriter &writer);
  /// Prints `float x_e;` for the parts of each output (by position) that `isWanted`, or of all; remembers their places.
  void declareElements(SourceWriter &writer, llvm::function_ref<bool(size_t)> isWanted);
  void declareElements(SourceWriter &writer) {
    declareElements(writer, [](size_t) { return true; });
  }

  /// The arguments for element number `i` of dense operands.
  [[nodiscard]] Strings denseInputs(llvm::StringRef i);
  /// The arguments for the element at `at`, number `i` of the space.
  [[nodiscard]] Strings stridedInputs(llvm::StringRef at, llvm::StringRef i);
  /// One number of a draw.
  [[nodiscard]] std::string drawnNumber(const KernelInput &input, llvm::StringRef i) const;

  /// The pointer of an output in dense kernels, and the strided operand of one of its parts in the others.
  [[nodiscard]] llvm::StringRef pointerOf(const KernelOutput &output) const;
  [[nodiscard]] llvm::StringRef stridedOf(const KernelOutput &output, size_t part) const;
  /// The places that `declareElements` made, in the order of the body's output parameters.
  [[nodiscard]] const Strings &getElements() const { return elements; }
  [[nodiscard]] llvm::StringRef partialsOf(const KernelOutput &output) const;

  /// Prints `body(inputs..., outputs...);`.
  void callBody(SourceWriter &writer, llvm::StringRef head, Strings inputs, llvm::ArrayRef<std::string> outputs) const;
  /// Whether every position of the space stores: no output lacks one of its dimensions.
  [[nodiscard]] bool ownsAll(const KernelOutput &output) const;
  /// Prints the stores of strided outputs from their elements.
  void storeElements(SourceWriter &writer, llvm::StringRef at) const;
  /// The body's output arguments where they are stored right away: `result[at]`.
  [[nodiscard]] Strings directOutputs(llvm::StringRef at) const;

  [[nodiscard]] const KernelPlan &getPlan() const { return plan; }
  [[nodiscard]] std::string rank() const { return std::to_string(plan.rank); }

private:
  [[nodiscard]] std::string argument(const KernelInput &input, llvm::StringRef index) const;
  void addReduction(const KernelOutput &output, Strings &parameters);

  const KernelPlan &plan;
  Target target;
  UniqueNames names;
  llvm::DenseMap<const KernelInput *, std::string> rankZero;
  llvm::DenseMap<const KernelOutput *, std::string> pointers, partials;
  Strings elements;
};

/// `0, 2`: axes as template arguments.
[[nodiscard]] std::string listOf(llvm::ArrayRef<int64_t> axes);

/// `gpufuse::rt::sum` and so on.
[[nodiscard]] std::string reductionType(gf::ReductionKind kind);

} // namespace gpufuse

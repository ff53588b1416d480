// Several reductions that share a pass: their accumulators travel together, each combined by its own rule.
#pragma once

#include "CodeGen/KernelSkeleton.h"

namespace gpufuse::cpu {

class JointReductions {
public:
  JointReductions(const KernelPlan &plan, const KernelSkeleton &kernel);

  /// Prints the struct of accumulators and of their rules, where there are several reductions; `suffix` tells variants
  /// of the kernel apart.
  void printTypes(SourceWriter &writer, llvm::StringRef suffix);

  /// The type of the accumulators together, and of their rule.
  [[nodiscard]] const std::string &values() const { return valuesType; }
  [[nodiscard]] const std::string &kinds() const { return kindsType; }
  /// What one element gives to them, from the skeleton's elements.
  [[nodiscard]] std::string resultOfElement() const;
  /// The part of `total` that belongs to an output.
  [[nodiscard]] std::string valueOf(llvm::StringRef total, const KernelOutput &output) const;
  [[nodiscard]] bool areSeveral() const { return reduced.size() > 1; }
  [[nodiscard]] llvm::ArrayRef<const KernelOutput *> outputs() const { return reduced; }

private:
  const KernelPlan &plan;
  const KernelSkeleton &kernel;
  llvm::SmallVector<const KernelOutput *> reduced;
  std::string valuesType, kindsType;
};

} // namespace gpufuse::cpu

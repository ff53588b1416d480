// Pieces of text that several CUDA kernels share.
#pragma once

#include "CodeGen/KernelSkeleton.h"

namespace gpufuse::cuda {

/// The line before a kernel's name and its parameters.
void openKernel(SourceWriter &writer, int threads, const std::string &name, const KernelSkeleton::Strings &parameters);

/// `gpufuse::device::vector<float, 4>`.
[[nodiscard]] std::string vectorType(mlir::Type element, int length);

/// The vectors of a thread's dense inputs: prints how they are loaded, and gives the arguments for lane `k`.
/// `loader(type-less pointer)` spells the load of one array.
template <typename Loader>
[[nodiscard]] KernelSkeleton::Strings loadVectors(KernelSkeleton &kernel, SourceWriter &writer, int length,
                                                  llvm::StringRef i, llvm::StringRef k, Loader loader) {
  KernelSkeleton::Strings arguments = kernel.denseInputs(i);
  for (auto [input, argument] : llvm::zip(kernel.getPlan().inputs, arguments)) {
    using Kind = KernelInput::Kind;
    if (input.kind == Kind::index)
      argument = (i + " + " + k).str();
    if (input.kind == Kind::scalar || input.kind == Kind::rankZero || input.kind == Kind::index)
      continue;
    const bool isDraw = input.kind == Kind::draw;
    const std::string vector = isDraw ? input.name : kernel.local(input.name + "_v");
    if (isDraw) {
      const llvm::StringRef distribution = gf::stringifyDistribution(input.distribution);
      writer.line("const auto " + vector + " = gpufuse::device::" + distribution + "<" + cppType(input.element) + ", " +
                  std::to_string(length) + ">(" + input.parameter + ", " + i + ");");
    } else {
      writer.line("const auto " + vector + " = " + loader(input.parameter) + ";");
    }
    argument = (vector + "[" + k + "]").str();
  }
  return arguments;
}

} // namespace gpufuse::cuda

// The general map: one element a thread, every operand with its own strides.
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/Cuda/CudaText.h"

using namespace llvm;

namespace gpufuse::cuda {

void printStridedMapKernel(const KernelPlan &plan, SourceWriter &writer) {
  KernelSkeleton kernel(plan, Target::cuda);
  const std::string space = kernel.local("space"), i = kernel.local("i"), at = kernel.local("at");
  KernelSkeleton::Strings parameters = kernel.stridedParameters();
  parameters.insert(parameters.begin(), "gpufuse::rt::shape<" + kernel.rank() + "> " + space);
  openKernel(writer, 256, plan.name + "_strided", parameters);

  writer.line("const std::int64_t " + i + " = gpufuse::device::global_thread();");
  writer.open("if (" + i + " >= " + space + ".size())");
  writer.line("return;");
  writer.outdent();
  writer.line("const auto " + at + " = " + space + ".index(" + i + ");");
  if (all_of(plan.outputs, [&](const KernelOutput &output) { return kernel.ownsAll(output); })) {
    kernel.callBody(writer, "", kernel.stridedInputs(at, i), kernel.directOutputs(at));
  } else {
    kernel.declareElements(writer);
    kernel.callBody(writer, "", kernel.stridedInputs(at, i), kernel.getElements());
    kernel.storeElements(writer, at);
  }
  writer.close();
}

} // namespace gpufuse::cuda

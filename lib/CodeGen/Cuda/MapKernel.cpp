// The dense map: wide loads, the body on each lane, wide stores, and a scalar tail.
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/Cuda/CudaText.h"

using namespace llvm;

namespace gpufuse::cuda {

void openKernel(SourceWriter &writer, int threads, const std::string &name, const KernelSkeleton::Strings &parameters) {
  writer.line("static __global__ void __launch_bounds__(" + Twine(threads) + ")");
  writer.list(name + "(", parameters, ") {");
  writer.indent();
}

std::string vectorType(mlir::Type element, int length) {
  return "gpufuse::device::vector<" + cppType(element).str() + ", " + std::to_string(length) + ">";
}

/// The vectors that the body fills, and its arguments for lane `k`.
static KernelSkeleton::Strings declareVectors(KernelSkeleton &kernel, SourceWriter &writer, int length, StringRef k,
                                              KernelSkeleton::Strings &vectors) {
  KernelSkeleton::Strings arguments;
  for (const KernelOutput &output : kernel.getPlan().outputs) {
    vectors.push_back(kernel.local(output.parts.front() + "_v"));
    writer.line(vectorType(output.element, length) + " " + vectors.back() + ";");
    arguments.push_back((vectors.back() + "[" + k + "]").str());
  }
  return arguments;
}

static KernelSkeleton::Strings placesOf(const KernelSkeleton &kernel, const std::string &i) {
  KernelSkeleton::Strings places;
  for (const KernelOutput &output : kernel.getPlan().outputs)
    places.push_back((kernel.pointerOf(output) + "[" + i + "]").str());
  return places;
}

/// The rest of a kernel that has one element a thread: spaces of rank 0.
static void printElementKernel(KernelSkeleton &kernel, SourceWriter &writer, const std::string &i,
                               const std::string &n) {
  writer.line("const std::int64_t " + i + " = gpufuse::device::global_thread();");
  kernel.readRankZero(writer);
  writer.open("if (" + i + " < " + n + ")");
  kernel.callBody(writer, "", kernel.denseInputs(i), placesOf(kernel, i));
  writer.outdent();
  writer.close();
}

void printMapKernel(const KernelPlan &plan, SourceWriter &writer) {
  KernelSkeleton kernel(plan, Target::cuda);
  const std::string n = kernel.local("n"), i = kernel.local("i"), k = kernel.local("k");
  const int length = plan.vectorLength();
  const std::string lanes = std::to_string(length);

  KernelSkeleton::Strings parameters = kernel.denseParameters();
  parameters.insert(parameters.begin(), "std::int64_t " + n);
  openKernel(writer, 256, plan.name + "_dense", parameters);
  if (length == 1)
    return printElementKernel(kernel, writer, i, n);
  writer.line("std::int64_t " + i + " = " + lanes + " * gpufuse::device::global_thread();");
  kernel.readRankZero(writer);

  writer.open("if (" + i + " + " + lanes + " <= " + n + ") {");
  KernelSkeleton::Strings vectors;
  const KernelSkeleton::Strings inputs = loadVectors(kernel, writer, length, i, k, [&](StringRef pointer) {
    return ("gpufuse::device::load<" + lanes + ">(" + pointer + " + " + i + ")").str();
  });
  const KernelSkeleton::Strings outputs = declareVectors(kernel, writer, length, k, vectors);
  writer.directive("#pragma unroll");
  writer.open("for (int " + k + " = 0; " + k + " < " + lanes + "; ++" + k + ")");
  kernel.callBody(writer, "", inputs, outputs);
  writer.outdent();
  for (auto [output, vector] : zip(plan.outputs, vectors))
    writer.line("gpufuse::device::store(" + kernel.pointerOf(output) + " + " + i + ", " + vector + ");");

  writer.close("} else {");
  writer.indent();
  writer.open("for (; " + i + " < " + n + "; ++" + i + ")");
  kernel.callBody(writer, "", kernel.denseInputs(i), placesOf(kernel, i));
  writer.outdent();
  writer.close();
  writer.close();
}

} // namespace gpufuse::cuda

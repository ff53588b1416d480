// The interleaved store: four elements (16 bytes) a thread, staged so that the block writes whole lines.
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/Cuda/CudaText.h"

using namespace llvm;

namespace gpufuse::cuda {
namespace {

class InterleavedPrinter {
public:
  InterleavedPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cuda), n(kernel.local("n")), i(kernel.local("i")),
        k(kernel.local("k")), length(plan.vectorLength()), threads(interleavedThreads(plan)) {}

  void print() {
    KernelSkeleton::Strings parameters = kernel.denseParameters();
    parameters.insert(parameters.begin(), "std::int64_t " + n);
    openKernel(writer, threads, plan.name + "_interleaved", parameters);
    declareStages();
    writer.line("const std::int64_t " + i + " = " + std::to_string(length) + " * gpufuse::device::global_thread();");
    kernel.readRankZero(writer);
    // Threads past the end go on: the block stores together.
    const KernelSkeleton::Strings inputs = loadVectors(kernel, writer, length, i, k, [&](StringRef pointer) {
      return "gpufuse::device::load_or<" + std::to_string(length) + ">(" + pointer.str() + ", " + i + ", " + n + ")";
    });
    const KernelSkeleton::Strings outputs = declareVectors();
    writer.directive("#pragma unroll");
    writer.open("for (int " + k + " = 0; " + k + " < " + std::to_string(length) + "; ++" + k + ")");
    kernel.callBody(writer, "", inputs, outputs);
    writer.outdent();
    for (size_t position = 0; position < plan.outputs.size(); ++position)
      store(plan.outputs[position], vectors[position], stages[position]);
    writer.close();
  }

private:
  void declareStages() {
    for (const KernelOutput &output : plan.outputs) {
      stages.push_back(output.lanes ? kernel.local("stage") : std::string());
      if (output.lanes)
        writer.line("__shared__ gpufuse::device::interleave<" + cppType(output.element) + ", " + Twine(output.lanes) +
                    ", " + Twine(threads) + lengthArgument(output) + "> " + stages.back() + ";");
    }
  }

  /// The stage's elements a thread, where they are not 16 bytes of its type.
  std::string lengthArgument(const KernelOutput &output) const {
    const int bytes = std::max<int>(1, static_cast<int>(output.element.getIntOrFloatBitWidth()) / 8);
    return 16 / bytes == length ? std::string() : ", " + std::to_string(length);
  }

  /// Lane j of element k stands at k * lanes + j.
  std::string laneOf(const KernelOutput &output, int64_t lane) const {
    const std::string start = output.lanes == 1 ? k : std::to_string(output.lanes) + " * " + k;
    return lane == 0 ? start : start + " + " + std::to_string(lane);
  }

  KernelSkeleton::Strings declareVectors() {
    KernelSkeleton::Strings arguments;
    for (const KernelOutput &output : plan.outputs) {
      vectors.push_back(kernel.local(output.name + "_v"));
      const int64_t parts = std::max<int64_t>(1, output.lanes);
      writer.line(vectorType(output.element, static_cast<int>(length * parts)) + " " + vectors.back() + ";");
      for (int64_t lane = 0; lane < parts; ++lane)
        arguments.push_back(vectors.back() + "[" + (output.lanes ? laneOf(output, lane) : k) + "]");
    }
    return arguments;
  }

  void store(const KernelOutput &output, const std::string &vector, const std::string &stage) {
    const StringRef pointer = kernel.pointerOf(output);
    if (output.lanes) {
      writer.line(stage + ".store(" + pointer + ", " + n + ", " + vector + ");");
      return;
    }
    writer.open("if (" + i + " + " + Twine(length) + " <= " + n + ") {");
    writer.line("gpufuse::device::store(" + pointer + " + " + i + ", " + vector + ");");
    writer.close("} else {");
    writer.directive("#pragma unroll");
    writer.indent();
    writer.open("for (int " + k + " = 0; " + k + " < " + Twine(length) + "; ++" + k + ")");
    writer.open("if (" + i + " + " + k + " < " + n + ")");
    writer.line(pointer + "[" + i + " + " + k + "] = " + vector + "[" + k + "];");
    writer.outdent();
    writer.outdent();
    writer.close();
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  const std::string n, i, k;
  const int length, threads;
  KernelSkeleton::Strings vectors, stages;
};

} // namespace

void printInterleavedKernel(const KernelPlan &plan, SourceWriter &writer) { InterleavedPrinter(plan, writer).print(); }

} // namespace gpufuse::cuda

// Full reductions: a fixed grid walks tiles, each lane has its accumulator, the last block finishes. What is only
// mapped beside them is stored on the way.
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/Cuda/CudaText.h"

using namespace llvm;

namespace gpufuse::cuda {
namespace {

constexpr int kThreads = 512, kLanes = 4, kVectors = 4; // of gpufuse/reduction_order.h

class ReductionPrinter {
public:
  ReductionPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cuda), n(kernel.local("n")), tile(kernel.local("tile")),
        u(kernel.local("u")), k(kernel.local("k")) {}

  void printDense() {
    KernelSkeleton::Strings parameters = kernel.denseParameters();
    parameters.insert(parameters.begin(), "std::int64_t " + n);
    openKernel(writer, kThreads, plan.name + "_reduce", parameters);
    openTiles();
    const KernelSkeleton::Strings inputs = loadTile();
    openLoop(u, kVectors, " {");
    const KernelSkeleton::Strings arguments = openRow(inputs);
    // Lanes past the end compute on zeros and count as nothing: without a branch the bodies of a tile overlap.
    openLoop(k, kLanes, " {");
    runBody(arguments, ", " + tile + ".contains(" + u + ", " + k + ")");
    writer.close();
    storeRows();
    writer.close();
    closeTiles();
  }

  void printStrided() {
    const std::string space = kernel.local("space"), at = kernel.local("at"), e = kernel.local("e");
    KernelSkeleton::Strings parameters = kernel.stridedParameters();
    parameters.insert(parameters.begin(), "gpufuse::rt::shape<" + kernel.rank() + "> " + space);
    openKernel(writer, kThreads, plan.name + "_reduce_strided", parameters);
    writer.line("const std::int64_t " + n + " = " + space + ".size();");
    openTiles();
    openLoop(u, kVectors, "");
    openLoop(k, kLanes, "");
    writer.open("if (" + tile + ".contains(" + u + ", " + k + ")) {");
    writer.line("const std::int64_t " + e + " = " + tile + ".element(" + u + ", " + k + ");");
    writer.line("const auto " + at + " = " + space + ".index(" + e + ");");
    runBody(kernel.stridedInputs(at, e), "");
    kernel.storeElements(writer, at);
    writer.close();
    writer.outdent();
    writer.outdent();
    closeTiles();
  }

private:
  void openTiles() {
    kernel.readRankZero(writer);
    for (const KernelOutput &output : plan.outputs) {
      accumulators.push_back(output.reduction ? kernel.local(output.parts.front() + "_r") : std::string());
      if (output.reduction)
        writer.line("gpufuse::device::reduction<" + reductionType(*output.reduction) + ", " +
                    accumulatorType(output.element) + "> " + accumulators.back() + ";");
    }
    writer.open("for (auto " + tile + " = gpufuse::device::first_tile(" + n + "); " + tile + ".valid(); " + tile +
                ".advance()) {");
  }

  void closeTiles() {
    writer.close();
    for (auto [output, accumulator] : zip(plan.outputs, accumulators))
      if (output.reduction)
        writer.line("gpufuse::device::finish(" + n + ", " + accumulator + ", " + kernel.partialsOf(output) + ", " +
                    output.parts.front() + ");");
    writer.close();
  }

  void openLoop(const std::string &index, int count, const char *brace) {
    writer.directive("#pragma unroll");
    writer.open("for (int " + index + " = 0; " + index + " < " + Twine(count) + "; ++" + index + ")" + brace);
  }

  /// All vectors of the arrays at once: their loads are in flight together.
  KernelSkeleton::Strings loadTile() {
    KernelSkeleton::Strings inputs = kernel.denseInputs(tile + ".element(" + u + ", " + k + ")");
    for (auto [input, argument] : zip(plan.inputs, inputs)) {
      if (input.kind != KernelInput::Kind::array && input.kind != KernelInput::Kind::inPlace)
        continue;
      const std::string vectors = kernel.local(input.name + "_v");
      writer.line(vectorType(input.element, kLanes) + " " + vectors + "[" + Twine(kVectors) + "];");
      writer.line(tile + ".load(" + vectors + ", " + input.parameter + ");");
      argument = vectors + "[" + u + "][" + k + "]";
    }
    return inputs;
  }

  /// Draws come a vector at a time; mapped outputs leave that way.
  KernelSkeleton::Strings openRow(KernelSkeleton::Strings inputs) {
    for (auto [input, argument] : zip(plan.inputs, inputs)) {
      if (input.kind != KernelInput::Kind::draw)
        continue;
      const std::string &vector = input.name; // the body's: no parameter of the kernel has it
      writer.line("const auto " + vector + " = gpufuse::device::" + gf::stringifyDistribution(input.distribution) +
                  "<" + cppType(input.element) + ", " + Twine(kLanes) + ">(" + input.parameter + ", " + tile +
                  ".element(" + u + ", 0));");
      argument = vector + "[" + k + "]";
    }
    for (const KernelOutput &output : plan.outputs) {
      rows.push_back(output.reduction ? std::string() : kernel.local(output.parts.front() + "_v"));
      if (!output.reduction)
        writer.line(vectorType(output.element, kLanes) + " " + rows.back() + ";");
    }
    return inputs;
  }

  /// The body for one element, and what it gives to the accumulators; rows take mapped outputs right away.
  void runBody(const KernelSkeleton::Strings &arguments, const std::string &presence) {
    kernel.declareElements(writer, [&](size_t position) { return position >= rows.size() || rows[position].empty(); });
    KernelSkeleton::Strings places = kernel.getElements();
    size_t element = 0;
    for (auto [position, output] : enumerate(plan.outputs)) {
      if (position < rows.size() && !rows[position].empty())
        places[element] = rows[position] + "[" + k + "]";
      element += output.parts.size();
    }
    kernel.callBody(writer, "", arguments, places);
    element = 0;
    for (auto [position, output] : enumerate(plan.outputs)) {
      if (output.reduction)
        writer.line(accumulators[position] + ".add(" + k + ", " + places[element] + presence + ");");
      element += output.parts.size();
    }
  }

  void storeRows() {
    for (auto [output, row] : zip(plan.outputs, rows)) {
      if (output.reduction)
        continue;
      const StringRef pointer = kernel.pointerOf(output);
      writer.open("if (" + tile + ".contains(" + u + ", " + Twine(kLanes - 1) + ")) {");
      writer.line("gpufuse::device::store(" + pointer + " + " + tile + ".element(" + u + ", 0), " + row + ");");
      writer.close("} else {");
      writer.indent();
      openLoop(k, kLanes, "");
      writer.open("if (" + tile + ".contains(" + u + ", " + k + "))");
      writer.line(pointer + "[" + tile + ".element(" + u + ", " + k + ")] = " + row + "[" + k + "];");
      writer.outdent();
      writer.outdent();
      writer.close();
    }
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  const std::string n, tile, u, k;
  KernelSkeleton::Strings accumulators, rows;
};

} // namespace

void printReductionKernel(const KernelPlan &plan, SourceWriter &writer) { ReductionPrinter(plan, writer).printDense(); }

void printStridedReductionKernel(const KernelPlan &plan, SourceWriter &writer) {
  ReductionPrinter(plan, writer).printStrided();
}

} // namespace gpufuse::cuda

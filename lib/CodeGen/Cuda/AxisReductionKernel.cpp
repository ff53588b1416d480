// Reductions along some of the axes: threads of a row or column walk its elements, four lanes at a time, and combine
// what they have. What is only mapped beside them is stored on the way.
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/Cuda/CudaText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse::cuda {
namespace {

constexpr int kThreads = 256, kLanes = 4; // of gpufuse/device/axis_reduction.h

class AxisReductionPrinter {
public:
  AxisReductionPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cuda), space(kernel.local("space")),
        walk(kernel.local(plan.isRows ? "row" : "column")), e(kernel.local("e")), i(kernel.local("i")),
        k(kernel.local("k")) {}

  void printDense() {
    KernelSkeleton::Strings parameters = kernel.denseParameters();
    parameters.insert(parameters.begin(), spaceParameter());
    openKernel(writer, kThreads, plan.name + plan.denseSuffix().str(), parameters);
    openElements(plan.isRows ? "row_of" : "column_of");
    const KernelSkeleton::Strings arguments = loadLanes();
    openLanes();
    runBody(arguments, plan.isRows); // lanes past the end of a row are of the next one
    for (auto [output, place] : zip(plan.outputs, places))
      if (!output.reduction)
        writer.line("if (" + presence() + ") " + kernel.pointerOf(output) + "[" + i + " + " + k + "] = " + place + ";");
    closeAll();
  }

  void printStrided() {
    KernelSkeleton::Strings parameters = kernel.stridedParameters();
    parameters.insert(parameters.begin(), spaceParameter());
    openKernel(writer, kThreads, plan.name + plan.stridedSuffix().str(), parameters);
    openElements(plan.isRows ? "row_of" : "any_column_of");
    openLanes();
    const std::string at = kernel.local("at");
    const std::string place = plan.isRows ? walk + ".number(), " + e + " + " + k : walk + ".number(" + k + "), " + e;
    writer.open("if (" + presence() + ") {");
    writer.line("const auto " + at + " = gpufuse::rt::position<" + listOf(plan.axes) + ">(" + space + ", " + place +
                ");");
    runBody(kernel.stridedInputs(at, space + ".offset(" + at + ")"), /*mayLack=*/false);
    kernel.storeElements(writer, at);
    writer.close();
    closeAll();
  }

private:
  [[nodiscard]] std::string spaceParameter() const { return "gpufuse::rt::shape<" + kernel.rank() + "> " + space; }

  /// Whether lane `k` is an element.
  [[nodiscard]] std::string presence() const {
    return plan.isRows ? e + " + " + k + " < " + walk + ".end()" : walk + ".contains(" + k + ")";
  }

  /// `function` of gpufuse/device/axis_reduction.h says which elements the thread has.
  void openElements(const char *function) {
    kernel.readRankZero(writer);
    writer.line("const auto " + walk + " = gpufuse::device::" + function + "<" + listOf(plan.axes) + ">(" + space +
                ");");
    for (const KernelOutput &output : plan.outputs) {
      accumulators.push_back(output.reduction ? kernel.local(output.parts.front() + "_r") : std::string());
      if (output.reduction)
        writer.line("gpufuse::device::reduction<" + reductionType(*output.reduction) + ", " +
                    accumulatorType(output.element) + "> " + accumulators.back() + ";");
    }
    // Unrolled, threads have more registers and fewer run at once: columns take 1.4 times as long on an H200.
    writer.directive("#pragma unroll 1");
    writer.open("for (std::int64_t " + e + " = " + walk + ".first(); " + e + " < " + walk + ".end(); " + e +
                " += " + walk + ".step()) {");
  }

  KernelSkeleton::Strings loadLanes() {
    using Kind = KernelInput::Kind;
    const bool needsNumber =
        any_of(plan.inputs,
               [](const KernelInput &input) { return input.kind == Kind::draw || input.kind == Kind::index; }) ||
        any_of(plan.outputs, [](const KernelOutput &output) { return !output.reduction; });
    if (needsNumber)
      writer.line("const std::int64_t " + i + " = " + walk + ".element(" + e + ");");
    KernelSkeleton::Strings arguments = kernel.denseInputs(i + " + " + k);
    for (auto [input, argument] : zip(plan.inputs, arguments)) {
      if (input.kind != Kind::array && input.kind != Kind::inPlace)
        continue;
      const std::string vector = kernel.local(input.name + "_v");
      writer.line("const auto " + vector + " = " + walk + ".load(" + input.parameter + ", " + e + ");");
      argument = vector + "[" + k + "]";
    }
    return arguments;
  }

  void openLanes() {
    writer.directive("#pragma unroll");
    writer.open("for (int " + k + " = 0; " + k + " < " + Twine(kLanes) + "; ++" + k + ") {");
  }

  /// The body for one element, and what it gives to the accumulators. With `mayLack` the lane may be no element.
  void runBody(const KernelSkeleton::Strings &arguments, bool mayLack) {
    kernel.declareElements(writer);
    places = kernel.getElements();
    kernel.callBody(writer, "", arguments, places);
    size_t element = 0;
    for (auto [output, accumulator] : zip(plan.outputs, accumulators)) {
      if (output.reduction)
        writer.line(accumulator + ".add(" + k + ", " + places[element] + (mayLack ? ", " + presence() : "") + ");");
      element += output.parts.size();
    }
  }

  void closeAll() {
    writer.close();
    writer.close();
    for (auto [output, accumulator] : zip(plan.outputs, accumulators))
      if (output.reduction)
        writer.line(walk + ".finish(" + accumulator + ", " + output.parts.front() + ");");
    writer.close();
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  const std::string space, walk, e, i, k;
  KernelSkeleton::Strings accumulators, places;
};

} // namespace

void printAxisReduction(const KernelPlan &plan, SourceWriter &writer) {
  AxisReductionPrinter(plan, writer).printDense();
}

void printStridedAxisReduction(const KernelPlan &plan, SourceWriter &writer) {
  AxisReductionPrinter(plan, writer).printStrided();
}

} // namespace gpufuse::cuda

// Maps on the CPU: the compiler vectorises the loops, OpenMP spreads them.
#include "CodeGen/Cpu/CpuKernels.h"
#include "CodeGen/KernelSkeleton.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse::cpu {
namespace {

using Strings = KernelSkeleton::Strings;

std::string parallelFor(StringRef count, int64_t collapsed = 1) {
  const std::string collapse = collapsed > 1 ? "collapse(" + std::to_string(collapsed) + ") " : "";
  return "#pragma omp parallel for " + collapse + "if (" + count.str() + " >= gpufuse::rt::parallel_threshold)";
}

/// The places of the body's outputs for element `i`.
Strings denseOutputs(const KernelPlan &plan, const KernelSkeleton &kernel, const std::string &i) {
  Strings places;
  for (const KernelOutput &output : plan.outputs) {
    const std::string pointer = kernel.pointerOf(output).str();
    if (!output.lanes)
      places.push_back(pointer + "[" + i + "]");
    const std::string start = isIdentifier(i) ? i : "(" + i + ")";
    for (int64_t lane = 0; lane < output.lanes; ++lane)
      places.push_back(pointer + "[" + std::to_string(output.lanes) + " * " + start +
                       (lane ? " + " + std::to_string(lane) : std::string()) + "]");
  }
  return places;
}

bool isUniform(const KernelInput &input) {
  return input.kind == KernelInput::Kind::draw && input.distribution == gf::Distribution::Uniform;
}

/// Random numbers come in groups of 16 bytes: elements that share one are computed together.
void printGroupedLoop(const KernelPlan &plan, KernelSkeleton &kernel, SourceWriter &writer, const std::string &n) {
  const std::string i = kernel.local("i"), k = kernel.local("k");
  int step = 4;
  for (const KernelInput &input : plan.inputs)
    if (isUniform(input) && input.element.isF64())
      step = 2;
  writer.directive(parallelFor(n));
  writer.open("for (std::int64_t " + i + " = 0; " + i + " < " + n + "; " + i + " += " + Twine(step) + ") {");
  Strings inputs = kernel.denseInputs(i + " + " + k);
  for (auto [input, argument] : zip(plan.inputs, inputs)) {
    if (!isUniform(input))
      continue;
    const int perGroup = input.element.isF64() ? 2 : 4;
    const std::string group = kernel.local(input.name + "_words");
    writer.line("const auto " + group + " = gpufuse::random::words_of(" + input.parameter + ", " + i + " / " +
                Twine(perGroup) + ");");
    const std::string lane =
        perGroup == step ? k : "static_cast<int>(" + i + " % " + std::to_string(perGroup) + ") + " + k;
    argument = "gpufuse::random::uniform_of<" + cppType(input.element).str() + ">(" + group + ", " + lane + ")";
  }
  writer.open("for (int " + k + " = 0; " + k + " < " + Twine(step) + " && " + i + " + " + k + " < " + n + "; ++" + k +
              ")");
  kernel.callBody(writer, "", inputs, denseOutputs(plan, kernel, i + " + " + k));
  writer.outdent();
  writer.close();
}

} // namespace

void printMapLoop(const KernelPlan &plan, SourceWriter &writer) {
  KernelSkeleton kernel(plan, Target::cpu);
  const std::string n = kernel.local("n");
  Strings parameters = kernel.denseParameters();
  parameters.insert(parameters.begin(), "std::int64_t " + n);
  writer.list("static void " + plan.name + plan.denseSuffix().str() + "(", parameters, ") {");
  writer.indent();
  kernel.readRankZero(writer);
  if (any_of(plan.inputs, isUniform)) {
    printGroupedLoop(plan, kernel, writer, n);
  } else {
    const std::string i = kernel.local("i");
    writer.directive(parallelFor(n));
    writer.open("for (std::int64_t " + i + " = 0; " + i + " < " + n + "; ++" + i + ")");
    kernel.callBody(writer, "", kernel.denseInputs(i), denseOutputs(plan, kernel, i));
    writer.outdent();
  }
  writer.close();
}

void printStridedMapLoops(const KernelPlan &plan, SourceWriter &writer) {
  KernelSkeleton kernel(plan, Target::cpu);
  const std::string space = kernel.local("space"), at = kernel.local("at");
  Strings parameters = kernel.stridedParameters(), indices;
  parameters.insert(parameters.begin(), "gpufuse::rt::shape<" + kernel.rank() + "> " + space);
  writer.list("static void " + plan.name + "_strided(", parameters, ") {");
  writer.indent();
  kernel.readRankZero(writer);
  // The innermost loop stays whole for the vectoriser.
  if (plan.rank > 0)
    writer.directive(parallelFor(space + ".size()", plan.rank - 1));
  for (int64_t d = 0; d < plan.rank; ++d) {
    indices.push_back(kernel.local("i" + std::to_string(d)));
    writer.open("for (std::int64_t " + indices.back() + " = 0; " + indices.back() + " < " + space + "[" + Twine(d) +
                "]; ++" + indices.back() + ")" + (d + 1 == plan.rank ? " {" : ""));
  }
  writer.line("const gpufuse::index<" + kernel.rank() + "> " + at + "{{" + join(indices, ", ") + "}};");
  const std::string number = space + ".offset(" + at + ")";
  if (all_of(plan.outputs, [&](const KernelOutput &output) { return kernel.ownsAll(output); })) {
    kernel.callBody(writer, "", kernel.stridedInputs(at, number), kernel.directOutputs(at));
  } else {
    kernel.declareElements(writer);
    kernel.callBody(writer, "", kernel.stridedInputs(at, number), kernel.getElements());
    kernel.storeElements(writer, at);
  }
  for (int64_t d = 0; d < plan.rank; ++d)
    d == 0 ? writer.close() : writer.outdent();
  writer.close();
}

} // namespace gpufuse::cpu

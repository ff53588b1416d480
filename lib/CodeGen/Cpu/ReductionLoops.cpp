// Full reductions on the CPU: blocks of the canonical order run in parallel, then their results are combined.
#include "CodeGen/Cpu/CpuKernels.h"
#include "CodeGen/Cpu/JointReductions.h"
#include "IR/ElementTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse::cpu {
namespace {

using Strings = KernelSkeleton::Strings;

class ReductionPrinter {
public:
  ReductionPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cpu), joint(plan, kernel), n(kernel.local("n")),
        b(kernel.local("b")), i(kernel.local("i")), blocks(kernel.local("blocks")) {}

  void printDense() {
    joint.printTypes(writer, "");
    Strings parameters = kernel.denseParameters();
    parameters.insert(parameters.begin(), "std::int64_t " + n);
    writer.list("static void " + plan.name + "_reduce(", parameters, ") {");
    writer.indent();
    printBlocks([&] {
      kernel.callBody(writer, "", kernel.denseInputs(i), kernel.getElements());
      size_t element = 0;
      for (const KernelOutput &output : plan.outputs) {
        if (!output.reduction)
          writer.line(kernel.pointerOf(output) + "[" + i + "] = " + kernel.getElements()[element] + ";");
        element += output.parts.size();
      }
    });
  }

  void printStrided() {
    joint.printTypes(writer, "_strided");
    const std::string space = kernel.local("space"), at = kernel.local("at");
    Strings parameters = kernel.stridedParameters();
    parameters.insert(parameters.begin(), "gpufuse::rt::shape<" + kernel.rank() + "> " + space);
    writer.list("static void " + plan.name + "_reduce_strided(", parameters, ") {");
    writer.indent();
    writer.line("const std::int64_t " + n + " = " + space + ".size();");
    printBlocks([&] {
      writer.line("const auto " + at + " = " + space + ".index(" + i + ");");
      kernel.callBody(writer, "", kernel.stridedInputs(at, i), kernel.getElements());
      kernel.storeElements(writer, at);
    });
  }

private:
  template <typename Body> void printBlocks(Body body) {
    kernel.readRankZero(writer);
    writer.line("const std::int64_t " + blocks + " = gpufuse::reduction_blocks(" + n + ");");
    writer.directive("#pragma omp parallel for if (" + n + " >= gpufuse::rt::parallel_threshold)");
    const bool isJoint = joint.areSeveral();
    writer.open("for (std::int64_t " + b + " = 0; " + b + " < " + blocks + "; ++" + b + ")" + (isJoint ? " {" : ""));
    const std::string results = isJoint ? kernel.local("results") : std::string();
    const std::string result = isJoint ? "const " + joint.values() + " " + results
                                       : (kernel.partialsOf(*joint.outputs().front()) + ".values[" + b + "]").str();
    writer.open(result + " = gpufuse::reduce_block<" + joint.kinds() + ", " + joint.values() + ">(" + b + ", " + n +
                ", [&](std::int64_t " + i + ") {");
    kernel.declareElements(writer);
    body();
    writer.line("return " + joint.resultOfElement() + ";");
    writer.close("});");
    for (const KernelOutput *output : joint.outputs())
      if (isJoint)
        writer.line(kernel.partialsOf(*output) + ".values[" + b + "] = " + joint.valueOf(results, *output) + ";");
    isJoint ? writer.close() : writer.outdent();
    for (const KernelOutput *output : joint.outputs()) {
      const std::string total = "gpufuse::reduce_partials<" + reductionType(*output->reduction) + ">(" +
                                kernel.partialsOf(*output).str() + ".values, " + n + ")";
      const mlir::Type accumulator = irType(output->element.getContext(), accumulator_type(idOf(output->element)));
      writer.line("*" + output->parts.front() + " = " + convert({total, kPrimary}, accumulator, output->element).text +
                  ";");
    }
    writer.close();
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  JointReductions joint;
  const std::string n, b, i, blocks;
};

} // namespace

void printReductionLoops(const KernelPlan &plan, SourceWriter &writer) { ReductionPrinter(plan, writer).printDense(); }

void printStridedReductionLoops(const KernelPlan &plan, SourceWriter &writer) {
  ReductionPrinter(plan, writer).printStrided();
}

} // namespace gpufuse::cpu

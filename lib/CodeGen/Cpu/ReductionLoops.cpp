// Full reductions on the CPU: blocks of the canonical order run in parallel, then their results are combined.
#include "CodeGen/Cpu/CpuKernels.h"
#include "CodeGen/KernelSkeleton.h"
#include "IR/ElementTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse::cpu {
namespace {

using Strings = KernelSkeleton::Strings;

class ReductionPrinter {
public:
  ReductionPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cpu), n(kernel.local("n")), b(kernel.local("b")),
        i(kernel.local("i")), blocks(kernel.local("blocks")) {
    for (const KernelOutput &output : plan.outputs)
      if (output.reduction)
        reduced.push_back(&output);
  }

  void printDense() {
    if (reduced.size() > 1)
      printJointTypes("_values", "_kinds");
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
    if (reduced.size() > 1)
      printJointTypes("_strided_values", "_strided_kinds");
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
  /// Several reductions share a pass: their accumulators travel together, each combined by its own rule.
  void printJointTypes(StringRef valuesSuffix, StringRef kindsSuffix) {
    jointValues = plan.name + valuesSuffix.str();
    jointKinds = plan.name + kindsSuffix.str();
    writer.open("struct " + jointValues + " {");
    for (const KernelOutput *output : reduced)
      writer.line(accumulatorType(output->element) + " " + output->parts.front() + ";");
    writer.close("};");
    writer.blank();
    writer.open("struct " + jointKinds + " {");
    Strings identities, combinations;
    for (const KernelOutput *output : reduced) {
      const std::string kind = reductionType(*output->reduction), part = output->parts.front();
      identities.push_back(kind + "::identity<" + accumulatorType(output->element).str() + ">()");
      combinations.push_back(kind + "::combine(x." + part + ", y." + part + ")");
    }
    writer.open("template <typename> static " + jointValues + " identity() {");
    writer.list("return {", identities, "};");
    writer.close();
    writer.open("static " + jointValues + " combine(const " + jointValues + " &x, const " + jointValues + " &y) {");
    writer.list("return {", combinations, "};");
    writer.close();
    writer.close("};");
    writer.blank();
  }

  template <typename Body> void printBlocks(Body body) {
    kernel.readRankZero(writer);
    writer.line("const std::int64_t " + blocks + " = gpufuse::reduction_blocks(" + n + ");");
    writer.directive("#pragma omp parallel for if (" + n + " >= gpufuse::rt::parallel_threshold)");
    const bool isJoint = reduced.size() > 1;
    writer.open("for (std::int64_t " + b + " = 0; " + b + " < " + blocks + "; ++" + b + ")" + (isJoint ? " {" : ""));
    const KernelOutput &first = *reduced.front();
    const std::string kind = isJoint ? jointKinds : reductionType(*first.reduction);
    const std::string type = isJoint ? jointValues : accumulatorType(first.element).str();
    const std::string joint = isJoint ? kernel.local("results") : std::string();
    const std::string result =
        isJoint ? "const " + type + " " + joint : (kernel.partialsOf(first) + ".values[" + b + "]").str();
    writer.open(result + " = gpufuse::reduce_block<" + kind + ", " + type + ">(" + b + ", " + n +
                ", [&](std::int64_t " + i + ") {");
    kernel.declareElements(writer);
    body();
    writer.line("return " + resultOfElement(type) + ";");
    writer.close("});");
    for (const KernelOutput *output : reduced)
      if (isJoint)
        writer.line(kernel.partialsOf(*output) + ".values[" + b + "] = " + joint + "." + output->parts.front() + ";");
    isJoint ? writer.close() : writer.outdent();
    for (const KernelOutput *output : reduced) {
      const std::string total = "gpufuse::reduce_partials<" + reductionType(*output->reduction) + ">(" +
                                kernel.partialsOf(*output).str() + ".values, " + n + ")";
      const mlir::Type accumulator = irType(output->element.getContext(), accumulator_type(idOf(output->element)));
      writer.line("*" + output->parts.front() + " = " + convert({total, kPrimary}, accumulator, output->element).text +
                  ";");
    }
    writer.close();
  }

  std::string resultOfElement(const std::string &type) {
    Strings values;
    size_t element = 0;
    for (const KernelOutput &output : plan.outputs) {
      if (output.reduction)
        values.push_back(convert({kernel.getElements()[element], kPrimary}, output.yielded,
                                 irType(output.element.getContext(), accumulator_type(idOf(output.element))))
                             .text);
      element += output.parts.size();
    }
    return values.size() == 1 ? values.front() : type + "{" + join(values, ", ") + "}";
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  const std::string n, b, i, blocks;
  SmallVector<const KernelOutput *> reduced;
  std::string jointValues, jointKinds;
};

} // namespace

void printReductionLoops(const KernelPlan &plan, SourceWriter &writer) { ReductionPrinter(plan, writer).printDense(); }

void printStridedReductionLoops(const KernelPlan &plan, SourceWriter &writer) {
  ReductionPrinter(plan, writer).printStrided();
}

} // namespace gpufuse::cpu

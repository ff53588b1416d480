// The types and expressions of reductions that share a pass.
#include "CodeGen/Cpu/JointReductions.h"

#include "IR/ElementTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse::cpu {

JointReductions::JointReductions(const KernelPlan &plan, const KernelSkeleton &kernel) : plan(plan), kernel(kernel) {
  for (const KernelOutput &output : plan.outputs)
    if (output.reduction)
      reduced.push_back(&output);
  if (!areSeveral()) {
    valuesType = accumulatorType(reduced.front()->element).str();
    kindsType = reductionType(*reduced.front()->reduction);
  }
}

void JointReductions::printTypes(SourceWriter &writer, StringRef suffix) {
  if (!areSeveral())
    return;
  valuesType = (plan.name + suffix + "_values").str();
  kindsType = (plan.name + suffix + "_kinds").str();
  writer.open("struct " + valuesType + " {");
  for (const KernelOutput *output : reduced)
    writer.line(accumulatorType(output->element) + " " + output->parts.front() + ";");
  writer.close("};");
  writer.blank();
  writer.open("struct " + kindsType + " {");
  KernelSkeleton::Strings identities, combinations;
  for (const KernelOutput *output : reduced) {
    const std::string kind = reductionType(*output->reduction), part = output->parts.front();
    identities.push_back(kind + "::identity<" + accumulatorType(output->element).str() + ">()");
    combinations.push_back(kind + "::combine(x." + part + ", y." + part + ")");
  }
  writer.open("template <typename> static " + valuesType + " identity() {");
  writer.list("return {", identities, "};");
  writer.close();
  writer.open("static " + valuesType + " combine(const " + valuesType + " &x, const " + valuesType + " &y) {");
  writer.list("return {", combinations, "};");
  writer.close();
  writer.close("};");
  writer.blank();
}

std::string JointReductions::resultOfElement() const {
  KernelSkeleton::Strings results;
  size_t element = 0;
  for (const KernelOutput &output : plan.outputs) {
    if (output.reduction) {
      const mlir::Type accumulator = irType(output.element.getContext(), accumulator_type(idOf(output.element)));
      results.push_back(convert({kernel.getElements()[element], kPrimary}, output.yielded, accumulator).text);
    }
    element += output.parts.size();
  }
  return results.size() == 1 ? results.front() : valuesType + "{" + join(results, ", ") + "}";
}

std::string JointReductions::valueOf(StringRef total, const KernelOutput &output) const {
  return areSeveral() ? (total + "." + output.parts.front()).str() : total.str();
}

} // namespace gpufuse::cpu

// Reductions along some of the axes on the CPU: rows, and groups of columns beside each other, run in parallel.
#include "CodeGen/Cpu/CpuKernels.h"
#include "CodeGen/Cpu/JointReductions.h"
#include "IR/ElementTypes.h"

using namespace llvm;

namespace gpufuse::cpu {
namespace {

class AxisLoopsPrinter {
public:
  AxisLoopsPrinter(const KernelPlan &plan, SourceWriter &writer)
      : plan(plan), writer(writer), kernel(plan, Target::cpu), joint(plan, kernel), space(kernel.local("space")),
        length(kernel.local("length")), o(kernel.local("o")), e(kernel.local("e")), i(kernel.local("i")),
        c(kernel.local("c")) {}

  void printDense() {
    open(plan.denseSuffix().str(), kernel.denseParameters());
    const auto body = [&] {
      kernel.callBody(writer, "", kernel.denseInputs(i), kernel.getElements());
      for (auto [output, element] : zip(plan.outputs, kernel.getElements()))
        if (!output.reduction)
          writer.line(kernel.pointerOf(output) + "[" + i + "] = " + element + ";");
    };
    if (plan.isRows)
      return printRows([&] {
        writer.line("const std::int64_t " + i + " = " + o + " * " + length + " + " + e + ";");
        body();
      });
    const std::string outer = size("outer_size"), columns = kernel.local("columns");
    writer.line("const std::int64_t " + columns + " = " + size("inner_size") + ";");
    const std::string group = kernel.local("group");
    printColumns(outer, columns, group, [&](const std::string &first) {
      writer.line("const std::int64_t " + i + " = (" + group + " * " + length + " + " + e + ") * " + columns + " + " +
                  first + " + " + c + ";");
      body();
    });
  }

  void printStrided() {
    open(plan.stridedSuffix().str(), kernel.stridedParameters());
    const std::string at = kernel.local("at");
    const auto body = [&](const std::string &result) {
      writer.line("const auto " + at + " = gpufuse::rt::position<" + listOf(plan.axes) + ">(" + space + ", " + result +
                  ", " + e + ");");
      kernel.callBody(writer, "", kernel.stridedInputs(at, space + ".offset(" + at + ")"), kernel.getElements());
      kernel.storeElements(writer, at);
    };
    if (plan.isRows)
      return printRows([&] { body(o); });
    const std::string columns = kernel.local("columns");
    writer.line("const std::int64_t " + columns + " = " + size("kept_size") + ";");
    printColumns("", columns, kernel.local("group"), [&](const std::string &first) { body(first + " + " + c); });
  }

private:
  [[nodiscard]] std::string size(StringRef function) const {
    return ("gpufuse::rt::" + function + "<" + listOf(plan.axes) + ">(" + space + ")").str();
  }

  void open(const std::string &suffix, KernelSkeleton::Strings parameters) {
    joint.printTypes(writer, suffix);
    parameters.insert(parameters.begin(), "gpufuse::rt::shape<" + kernel.rank() + "> " + space);
    writer.list("static void " + plan.name + suffix + "(", parameters, ") {");
    writer.indent();
    kernel.readRankZero(writer);
    writer.line("const std::int64_t " + length + " = " + size("reduced_size") + ";");
  }

  void openParallel(const std::string &index, const std::string &count) {
    writer.directive("#pragma omp parallel for if (" + space + ".size() >= gpufuse::rt::parallel_threshold)");
    writer.open("for (std::int64_t " + index + " = 0; " + index + " < " + count + "; ++" + index + ") {");
  }

  template <typename Body> void printRows(Body body) {
    const std::string rows = kernel.local("rows"), total = kernel.local("total");
    writer.line("const std::int64_t " + rows + " = " + size("kept_size") + ";");
    openParallel(o, rows);
    writer.open("const auto " + total + " = gpufuse::reduce_row<" + joint.kinds() + ", " + joint.values() + ">(" +
                length + ", [&](std::int64_t " + e + ") {");
    kernel.declareElements(writer);
    body();
    writer.line("return " + joint.resultOfElement() + ";");
    writer.close("});");
    finish(o, total);
    writer.close();
    writer.close();
  }

  /// `outer` groups of `columns` columns; one group where `outer` is empty.
  template <typename Body>
  void printColumns(const std::string &outer, const std::string &columns, const std::string &group, Body body) {
    const std::string blocks = kernel.local("blocks"), b = kernel.local("b"), first = kernel.local("first");
    const std::string width = kernel.local("width"), total = kernel.local("totals");
    writer.line("const std::int64_t " + blocks + " = gpufuse::rt::blocks(" + columns + ", gpufuse::max_columns);");
    openParallel(b, outer.empty() ? blocks : outer + " * " + blocks);
    const std::string number = outer.empty() ? b : b + " % " + blocks;
    if (!outer.empty())
      writer.line("const std::int64_t " + group + " = " + b + " / " + blocks + ";");
    writer.line("const std::int64_t " + first + " = " + number + " * gpufuse::max_columns;");
    writer.line("const int " + width + " = " + columns + " - " + first + " < gpufuse::max_columns ? static_cast<int>(" +
                columns + " - " + first + ") : gpufuse::max_columns;");
    writer.line(joint.values() + " " + total + "[gpufuse::max_columns];");
    writer.line("gpufuse::reduce_columns<" + joint.kinds() + ", " + joint.values() + ">(");
    writer.indent();
    writer.open(length + ", " + width + ", [&](std::int64_t " + e + ", int " + c + ") {");
    kernel.declareElements(writer);
    body(first);
    writer.line("return " + joint.resultOfElement() + ";");
    writer.close("}, " + total + ");");
    writer.outdent();
    writer.open("for (int " + c + " = 0; " + c + " < " + width + "; ++" + c + ") {");
    finish((outer.empty() ? "" : group + " * " + columns + " + ") + first + " + " + c, total + "[" + c + "]");
    writer.close();
    writer.close();
    writer.close();
  }

  void finish(const std::string &result, const std::string &total) {
    for (const KernelOutput &output : plan.outputs) {
      if (!output.reduction)
        continue;
      const std::string finished =
          reductionType(*output.reduction) + "::finish(" + joint.valueOf(total, output) + ", " + length + ")";
      const mlir::Type accumulator = irType(output.element.getContext(), accumulator_type(idOf(output.element)));
      writer.line(output.parts.front() + ".answers[" + result +
                  "] = " + convert({finished, kPrimary}, accumulator, output.element).text + ";");
    }
  }

  const KernelPlan &plan;
  SourceWriter &writer;
  KernelSkeleton kernel;
  JointReductions joint;
  const std::string space, length, o, e, i, c;
};

} // namespace

void printAxisLoops(const KernelPlan &plan, SourceWriter &writer) { AxisLoopsPrinter(plan, writer).printDense(); }

void printStridedAxisLoops(const KernelPlan &plan, SourceWriter &writer) {
  AxisLoopsPrinter(plan, writer).printStrided();
}

} // namespace gpufuse::cpu

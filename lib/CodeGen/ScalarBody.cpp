// Prints scalar gf operations as C++ statements.
#include "CodeGen/ScalarBody.h"

#include "CodeGen/Expression.h"
#include "IR/ElementwiseFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

StringRef inlineFunctionPrefix(Target target) {
  return target == Target::cuda ? "static __device__ __forceinline__ " : "static inline ";
}

namespace {

class BodyPrinter {
public:
  BodyPrinter(const KernelPlan &plan, Target target)
      : plan(plan), target(target), block(plan.op->getRegion(0).front()), names(plan.names) {}

  void print(SourceWriter &writer) {
    bindParameters(writer);
    for (Operation &op : block.without_terminator())
      printOperation(op);
    for (const auto &[output, value] : remaining)
      lines.emplace_back(output + " = " + expressions.lookup(value).text + ";", "");
    writer.indent();
    writer.commented(lines);
    writer.close();
  }

private:
  static constexpr size_t kLongest = 80; ///< an expression that grows beyond this gets names for its operands

  void bindParameters(SourceWriter &writer) {
    std::vector<std::string> parameters;
    for (auto [input, argument] : llvm::zip(plan.inputs, block.getArguments())) {
      if (!argument.use_empty())
        parameters.push_back(cppType(input.element).str() + " " + input.name);
      else
        parameters.push_back(cppType(input.element).str());
      expressions[argument] = {input.name, kPrimary};
    }
    const auto yields = cast<YieldOp>(block.back()).getValues();
    size_t next = 0;
    for (const KernelOutput &output : plan.outputs)
      for (const std::string &part : output.parts) {
        const Value value = yields[next++];
        parameters.push_back(cppType(value.getType()).str() + " &" + part);
        // A value that is only handed out is computed into its place.
        if (value.hasOneUse() && value.getDefiningOp() && !isa<ConstantOp, SinCosOp>(value.getDefiningOp()))
          destinations[value] = part;
        else
          remaining.push_back({part, value});
      }
    writer.list(inlineFunctionPrefix(target).str() + "void " + plan.name + "(", parameters, ") {");
  }

  void printOperation(Operation &op) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      expressions[constant] = literal(constant.getValue());
      return;
    }
    if (auto both = dyn_cast<SinCosOp>(op))
      return printSinCos(both);
    const Value result = op.getResult(0);
    if (result.use_empty())
      return;
    define(result, expressionOf(op), lineOf(op.getLoc()));
  }

  /// Prints a value as a statement where it has a name or several uses; else it waits to be part of another.
  void define(Value value, const Expression &expression, int64_t line) {
    if (auto destination = destinations.find(value); destination != destinations.end())
      return addLine(destination->second + " = " + expression.text + ";", line);
    const bool isInline = value.hasOneUse() && nameOf(value).empty() && !isUsedTwiceBy(value, *value.user_begin());
    if (isInline) {
      expressions[value] = expression;
      lineOfPending[value] = line;
      return;
    }
    name(value, expression, line);
  }

  void name(Value value, const Expression &expression, int64_t line) {
    const std::string local = names.fresh(suggestName(value));
    addLine("const " + cppType(value.getType()).str() + " " + local + " = " + expression.text + ";", line);
    expressions[value] = {local, kPrimary};
  }

  void addLine(std::string text, int64_t line) {
    lines.emplace_back(std::move(text), line ? "line " + std::to_string(line) : std::string());
  }

  std::string suggestName(Value value) {
    if (const StringRef own = nameOf(value); !own.empty())
      return own.str();
    for (const auto &[output, yielded] : remaining)
      if (yielded == value)
        return StringRef(output).ends_with("_out") ? StringRef(output).drop_back(4).str() + "_new" : output + "_value";
    auto elementwise = value.getDefiningOp<ElementwiseOp>();
    if (elementwise && elementwise.getInputs().size() == 1) {
      const std::string operand = expressions.lookup(elementwise.getInputs()[0]).text;
      if (isIdentifier(operand))
        return elementwise.getFunction().str() + "_" + operand;
    }
    return "t" + std::to_string(++temporaries);
  }

  /// Whether the operation's code names this operand more than once, so that it must not be an expression.
  bool isUsedTwiceBy(Value value, Operation *user) {
    if (isa<SinCosOp>(user))
      return true;
    auto elementwise = dyn_cast<ElementwiseOp>(user);
    if (!elementwise)
      return false;
    return llvm::any_of(llvm::enumerate(elementwise.getInputs()), [&](auto input) {
      return input.value() == value && countOperand(codeOf(elementwise), static_cast<int>(input.index())) > 1;
    });
  }

  StringRef codeOf(ElementwiseOp op) {
    const ElementwiseFunction *row = findElementwise(op.getFunction(), op.getInputs().back().getType());
    assert(row && "the verifier knows the function");
    return target == Target::cuda ? row->deviceCode : row->hostCode;
  }

  Expression expressionOf(Operation &op) {
    Expression expression = compose(op);
    if (expression.text.size() <= kLongest)
      return expression;
    nameLongOperands(op);
    return compose(op);
  }

  Expression compose(Operation &op) {
    SmallVector<Expression> operands;
    for (const Value operand : op.getOperands())
      operands.push_back(expressions.lookup(operand));
    if (auto elementwise = dyn_cast<ElementwiseOp>(op))
      return instantiate(codeOf(elementwise), operands, elementwise);
    if (auto cast = dyn_cast<CastOp>(op))
      return convert(operands[0], cast.getInput().getType(), cast.getType());
    auto call = cast<CallOp>(op);
    std::string arguments;
    llvm::ListSeparator separator;
    for (const Expression &operand : operands)
      arguments += (StringRef(separator) + operand.text).str();
    return {call.getCallee().str() + "(" + arguments + ")", kPrimary};
  }

  /// Names the longest operands until the rest fit on a line.
  void nameLongOperands(Operation &op) {
    SmallVector<Value> longest(
        llvm::make_filter_range(op.getOperands(), [&](Value v) { return lineOfPending.count(v); }));
    llvm::stable_sort(longest, [&](Value a, Value b) {
      return expressions.lookup(a).text.size() > expressions.lookup(b).text.size();
    });
    size_t total = 0;
    for (const Value value : longest)
      total += expressions.lookup(value).text.size();
    for (const Value value : longest) {
      if (total <= kLongest / 2)
        return;
      total -= expressions.lookup(value).text.size();
      name(value, expressions.lookup(value), lineOfPending.lookup(value));
      lineOfPending.erase(value);
    }
  }

  void printSinCos(SinCosOp op) {
    const std::string angle = expressions.lookup(op.getInput()).text;
    const std::string type = cppType(op.getInput().getType()).str();
    const std::string stem = isIdentifier(angle) ? angle : "angle";
    const std::string sine = names.fresh("sin_" + stem), cosine = names.fresh("cos_" + stem);
    const int64_t line = lineOf(op.getLoc());
    expressions[op.getSine()] = {sine, kPrimary};
    expressions[op.getCosine()] = {cosine, kPrimary};
    if (target == Target::cuda) {
      addLine(type + " " + sine + ", " + cosine + ";", 0);
      addLine("gpufuse::device::sincos(" + angle + ", " + sine + ", " + cosine + ");", line);
      return;
    }
    if (!op.getSine().use_empty())
      addLine("const " + type + " " + sine + " = std::sin(" + angle + ");", line);
    if (!op.getCosine().use_empty())
      addLine("const " + type + " " + cosine + " = std::cos(" + angle + ");", line);
  }

  const KernelPlan &plan;
  Target target;
  Block &block;
  UniqueNames names;
  DenseMap<Value, Expression> expressions;
  DenseMap<Value, int64_t> lineOfPending; ///< values that are not printed yet, and their lines
  DenseMap<Value, std::string> destinations;
  SmallVector<std::pair<std::string, Value>> remaining; ///< output parameters to assign at the end
  std::vector<std::pair<std::string, std::string>> lines;
  int temporaries = 0;
};

} // namespace

void printScalarBody(const KernelPlan &plan, Target target, SourceWriter &writer) {
  BodyPrinter(plan, target).print(writer);
}

} // namespace gpufuse

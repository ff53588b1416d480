// Scalars, tickets, slices and shapes on the host.
#include "CodeGen/HostCode.h"

#include "CodeGen/KernelSkeleton.h"
#include "IR/ElementwiseFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

std::string arrayType(Type tensor) {
  return ("gpufuse::array<" + cppType(elementType(tensor)) + ", " + Twine(rankOf(tensor)) + ">").str();
}

/// The user's text as an operand: in parentheses unless it surely needs none.
static Expression ownText(StringRef text) {
  const bool isSimple = llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || c == ':'; });
  return {isSimple ? text.str() : "(" + text.str() + ")", kPrimary};
}

Expression HostCode::scalar(Value value, bool isPlain) {
  if (const auto known = scalars.find(value); known != scalars.end())
    return known->second;
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    auto integer = dyn_cast<IntegerAttr>(constant.getValue());
    if (isPlain && integer && !integer.getType().isInteger(1))
      return {plainInteger(integer.getInt()), integer.getInt() < 0 ? kUnary : kPrimary};
    return literal(constant.getValue());
  }
  return {"0 /* unknown scalar */", kPrimary};
}

void HostCode::printScalar(ScalarOp op, SourceWriter &writer) {
  if (op.getDirect()) {
    scalars[op] = ownText(op.getText());
    return;
  }
  const std::string text = fillHoles(op.getText(), op.getHoles());
  if (op.use_empty()) { // evaluated all the same
    if (!isIdentifier(text))
      writer.line("static_cast<void>(" + text + ");");
    return;
  }
  const std::string name = names.fresh(op.getName());
  writer.line("const " + op.getCppType() + " " + name + " = " + text + ";");
  scalars[op] = {name, kPrimary};
}

void HostCode::printDraw(DrawOp op, SourceWriter &writer) {
  if (op.use_empty())
    return writer.line(ownText(op.getText()).text + ".take();");
  const std::string name = names.fresh(op.getName());
  writer.line("const auto " + name + " = " + ownText(op.getText()).text + ".take();");
  scalars[op] = {name, kPrimary};
}

void HostCode::printScalarOperation(Operation *op, SourceWriter &writer) {
  const Value result = op->getResult(0);
  if (result.use_empty())
    return;
  SmallVector<Expression> operands;
  if (!isa<ExtentOp>(op))
    for (const Value operand : op->getOperands())
      operands.push_back(scalar(operand));
  const Expression expression =
      llvm::TypeSwitch<Operation *, Expression>(op)
          .Case([&](ExtentOp extent) {
            return Expression{spell(extent.getArray()) + ".extent(" + std::to_string(extent.getDim()) + ")", kPrimary};
          })
          .Case([&](CastOp cast) { return convert(operands[0], cast.getInput().getType(), cast.getType()); })
          .Case(
              [&](CallOp call) { return Expression{call.getCallee().str() + "(" + operands[0].text + ")", kPrimary}; })
          .Default([&](Operation *other) {
            auto elementwise = cast<ElementwiseOp>(other);
            const Type type = elementwise.getInputs().back().getType();
            return instantiate(findElementwise(elementwise.getFunction(), type)->hostCode, operands, elementwise);
          });
  if (!isa<ExtentOp>(op) && result.hasOneUse() && expression.text.size() < 60) {
    scalars[result] = expression;
    return;
  }
  const StringRef own = nameOf(result);
  std::string base = own.empty() ? "value" : own.str();
  if (auto extent = dyn_cast<ExtentOp>(op))
    base = toIdentifier(spell(extent.getArray())) + "_extent";
  const std::string name = names.fresh(base);
  writer.line("const " + cppType(result.getType()) + " " + name + " = " + expression.text + ";");
  scalars[result] = {name, kPrimary};
}

//===-- Shapes -----------------------------------------------------------------------------------------------===//

std::string HostCode::place(Location location, StringRef text) {
  return "{" + stringLiteral(fileName) + ", " + std::to_string(lineOf(location)) + ", " + stringLiteral(text) + "}";
}

std::string HostCode::shape(Value value) {
  const auto known = shapes.find(value);
  return known != shapes.end() ? known->second : "gpufuse::rt::shape<0>()";
}

std::string HostCode::extentOfShape(Value value, int64_t d) {
  if (auto made = value.getDefiningOp<ShapeOp>())
    return scalar(made.getExtents()[d], /*isPlain=*/true).text;
  return shape(value) + "[" + std::to_string(d) + "]";
}

/// How often a shape occurs in the text; 2 stands for "often enough to be named".
int HostCode::effectiveUses(Value shape) {
  int count = 0;
  for (OpOperand &use : shape.getUses()) {
    if (isa<StackShapeOp, ReducedShapeOp>(use.getOwner())) {
      const Value stacked = use.getOwner()->getResult(0);
      count += stacked.use_empty() || shape.getDefiningOp<ShapeOp>() ? 0 : 2;
      continue;
    }
    const auto *plan = plans.find(use.getOwner());
    if (plan == plans.end()) {
      ++count;
      continue;
    }
    KernelOp kernel = plan->second.op;
    const unsigned position = use.getOperandNumber();
    const unsigned firstResult = kernel->getNumOperands() - kernel.getResultShapes().size();
    if (position == 0)
      count += 2;
    else if (position >= firstResult)
      count += plan->second.outputs[position - firstResult].store ? 0 : 1;
    else if (position >= firstResult - kernel.getSourceShapes().size())
      count += shape == kernel.getSpace() ? 0 : 2;
  }
  return count;
}

/// A shape that one operation needs is written there, unless an array changes in between.
bool HostCode::canInline(Value shape) {
  if (effectiveUses(shape) != 1)
    return false;
  Operation *op = shape.getDefiningOp(), *user = *shape.user_begin();
  if (user->getBlock() != op->getBlock())
    return false;
  for (Operation *between = op->getNextNode(); between && between != user; between = between->getNextNode())
    if (isa<AssignOp, StoreOp, KernelOp, RegionOp, HostOp, ControlOp, StatementOp>(between))
      return false;
  return true;
}

/// A stack joins equal shapes only.
static std::string joinFunction(BroadcastShapesOp both) {
  return both->hasAttr("gf.equal") ? "gpufuse::rt::equal_shapes" : "gpufuse::rt::broadcast";
}

std::string HostCode::shapeExpression(Operation *op) {
  const auto type = cast<ShapeType>(op->getResult(0).getType());
  std::vector<std::string> extents;
  if (auto made = dyn_cast<ShapeOp>(op))
    for (const Value extent : made.getExtents())
      extents.push_back(scalar(extent, /*isPlain=*/true).text);
  if (auto stacked = dyn_cast<StackShapeOp>(op))
    for (int64_t d = 0, from = 0; d < type.getRank(); ++d)
      extents.push_back(d == static_cast<int64_t>(stacked.getAxis()) ? std::to_string(stacked.getExtent())
                                                                     : extentOfShape(stacked.getShape(), from++));
  if (auto reduced = dyn_cast<ReducedShapeOp>(op))
    for (int64_t d = 0, rank = reduced.getShape().getType().getRank(); d < rank; ++d) {
      const bool isKept = !reduced.getAxes().empty() && !llvm::is_contained(reduced.getAxes(), d);
      if (isKept || reduced.getKeepdims())
        extents.push_back(isKept ? extentOfShape(reduced.getShape(), d) : "1");
    }
  if (isa<ShapeOp, StackShapeOp, ReducedShapeOp>(op))
    return "gpufuse::rt::shape<" + std::to_string(type.getRank()) + ">(" + llvm::join(extents, ", ") + ")";
  if (auto of = dyn_cast<ShapeOfOp>(op))
    return "gpufuse::rt::shape_of(" + spell(of.getArray()) + ")";
  auto both = cast<BroadcastShapesOp>(op);
  return joinFunction(both) + "(" + place(op->getLoc(), both.getText()) + ", " + shape(both.getLhs()) + ", " +
         shape(both.getRhs()) + ")";
}

void HostCode::printJoinedExtent(JoinedExtentOp op, SourceWriter &writer) {
  const auto rank = static_cast<int64_t>(op.getRank());
  std::vector<std::string> arguments{place(op->getLoc(), op.getText()), std::to_string(op.getAxis())};
  for (ValueRange left = op.getExtents(); !left.empty(); left = left.drop_front(rank)) {
    const auto texts =
        llvm::map_to_vector(left.take_front(rank), [&](Value extent) { return scalar(extent, /*isPlain=*/true).text; });
    arguments.push_back("gpufuse::rt::shape<" + std::to_string(rank) + ">(" + llvm::join(texts, ", ") + ")");
  }
  const std::string name = names.fresh("joined_extent");
  writer.list("const std::int64_t " + name + " = gpufuse::rt::joined_extent(", arguments, ");");
  scalars[op] = {name, kPrimary};
}

void HostCode::printCheck(RequireShapeOp op, SourceWriter &writer) {
  writer.list("gpufuse::rt::require_shape(",
              {place(op->getLoc(), op.getText()), shape(op.getShape()), shape(op.getTarget())}, ");");
}

void HostCode::printCheck(RequireElementsOp op, SourceWriter &writer) {
  const std::string axes = op.getAxes().empty() ? "" : "<" + listOf(op.getAxes()) + ">";
  writer.list("gpufuse::rt::require_elements" + axes + "(", {place(op->getLoc(), op.getText()), shape(op.getShape())},
              ");");
}

void HostCode::printShape(Operation *op, SourceWriter &writer) {
  const Value result = op->getResult(0);
  auto both = dyn_cast<BroadcastShapesOp>(op);
  const bool isNeeded = effectiveUses(result) != 0;
  if (both && !isNeeded)
    return writer.list("static_cast<void>(" + joinFunction(both) + "(",
                       {place(op->getLoc(), both.getText()), shape(both.getLhs()), shape(both.getRhs())}, "));");
  if (!isNeeded)
    return;
  if (!both && canInline(result)) {
    shapes[result] = shapeExpression(op);
    return;
  }
  std::string base = nameOf(result).str();
  for (Operation *user : result.getUsers())
    if (const auto *plan = plans.find(user); base.empty() && plan != plans.end())
      base = plan->second.outputs.front().name;
  const std::string name = names.fresh((base.empty() ? "space" : toIdentifier(base) + "_shape"));
  shapes[result] = name;
  if (both)
    writer.list("const auto " + name + " = " + joinFunction(both) + "(",
                {place(op->getLoc(), both.getText()), shape(both.getLhs()), shape(both.getRhs())}, ");");
  else
    writer.line("const auto " + name + " = " + shapeExpression(op) + ";");
}

} // namespace gpufuse

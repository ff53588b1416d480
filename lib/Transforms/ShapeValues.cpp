// Where run-time shapes come from, and which checks eager code would have made on the way.
#include "Transforms/ShapeValues.h"
#include "IR/ElementTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <fmt/format.h>

using namespace mlir;

namespace gpufuse {
using namespace gf;

/// C++'s operator for an elementwise function of two operands, and how strongly it binds.
struct BinaryOperator {
  StringRef token;
  int precedence = 0;
};

static BinaryOperator operatorOf(Operation *op) {
  auto elementwise = dyn_cast<ElementwiseOp>(op);
  if (!elementwise || op->getNumOperands() != 2)
    return {};
  return llvm::StringSwitch<BinaryOperator>(elementwise.getFunction())
      .Case("multiply", {"*", 4})
      .Case("divide", {"/", 4})
      .Case("add", {"+", 3})
      .Case("subtract", {"-", 3})
      .Case("less", {"<", 2})
      .Case("greater", {">", 2})
      .Case("less_equal", {"<=", 2})
      .Case("greater_equal", {">=", 2})
      .Case("equal", {"==", 1})
      .Case("not_equal", {"!=", 1})
      .Default({});
}

static std::string describe(Operation *op, int depth);

/// The user's name for a value, or the expression that it is; "..." for what would be long. O(2^depth).
static std::string describe(Value value, int depth, int precedence = 0) {
  if (auto constant = value.getDefiningOp<ConstantOp>()) {
    if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
      return fmt::format("{}", number.getValueAsDouble());
    return llvm::toString(valueOf(cast<IntegerAttr>(constant.getValue())), 10);
  }
  if (auto scalar = value.getDefiningOp<ScalarOp>(); scalar && scalar.getHoles().empty())
    return scalar.getText().str();
  if (auto cast = value.getDefiningOp<CastOp>())
    return describe(cast.getInput(), depth, precedence);
  if (auto read = value.getDefiningOp<ReadOp>())
    if (auto root = read.getRoot().getDefiningOp<RootOp>())
      return root.getText().str();
  if (const StringRef name = nameOf(value); !name.empty())
    return name.str();
  if (auto slice = value.getDefiningOp<SliceOp>())
    return describe(slice.getArray(), depth) + "(...)";
  if (auto view = value.getDefiningOp<ViewOp>())
    return functionOf(view.getKind()).str() + "(" + describe(view.getArray(), depth) +
           (view.getKind() == ViewKind::Permute ? ")" : ", ...)");
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<ElementwiseOp, ReduceOp, StackOp>(op) || depth == 0)
    return "...";
  const BinaryOperator binary = operatorOf(op);
  const bool needsParentheses = !binary.token.empty() && binary.precedence < precedence;
  return needsParentheses ? "(" + describe(op, depth - 1) + ")" : describe(op, depth - 1);
}

static std::string describe(Operation *op, int depth) {
  if (auto store = dyn_cast<StoreOp>(op)) {
    auto root = store.getRoot().getDefiningOp<RootOp>();
    return (root ? root.getText().str() : "...") + (store.getPattern().empty() ? " = " : "(...) = ") +
           describe(store.getValue(), depth);
  }
  if (const auto [token, precedence] = operatorOf(op); !token.empty())
    return describe(op->getOperand(0), depth, precedence) + " " + token.str() + " " +
           describe(op->getOperand(1), depth, precedence + 1);
  auto elementwise = dyn_cast<ElementwiseOp>(op);
  auto reduce = dyn_cast<ReduceOp>(op);
  std::string text = elementwise ? elementwise.getFunction().str()
                     : reduce    ? stringifyReductionKind(reduce.getKind()).str()
                                 : op->getName().stripDialect().str();
  text += "(";
  llvm::ListSeparator separator;
  for (const Value operand : op->getOperands())
    text += (StringRef(separator) + describe(operand, depth)).str();
  return text + ")";
}

std::string describeOperation(Operation *op) { return describe(op, /*depth=*/3); }

/// `both` contains the two shapes and what they contain.
Value ShapeValues::joined(Value both, Value lhs, Value rhs) {
  llvm::SmallSetVector<Value, 4> contained = parts[lhs];
  contained.insert(parts[rhs].begin(), parts[rhs].end());
  contained.insert(lhs);
  contained.insert(rhs);
  parts[both] = std::move(contained);
  return both;
}

Value ShapeValues::broadcast(Value lhs, Value rhs, Location location, StringRef text) {
  const auto rank = [](Value shape) { return cast<ShapeType>(shape.getType()).getRank(); };
  if (lhs == rhs || rank(rhs) == 0 || parts[lhs].contains(rhs))
    return lhs;
  if (rank(lhs) == 0 || parts[rhs].contains(lhs))
    return rhs;
  for (auto &[whole, contained] : parts) // some earlier check already joined exactly these two
    if (auto made = whole.getDefiningOp<BroadcastShapesOp>();
        made && !made->hasAttr("gf.equal") &&
        ((made.getLhs() == lhs && made.getRhs() == rhs) || (made.getLhs() == rhs && made.getRhs() == lhs)))
      return whole;
  const auto type = ShapeType::get(builder.getContext(), std::max(rank(lhs), rank(rhs)));
  const Value both = builder.create<BroadcastShapesOp>(location, type, lhs, rhs, builder.getStringAttr(text));
  return joined(both, lhs, rhs);
}

void ShapeValues::requireInto(Value shape, Value target, Location location, StringRef text) {
  if (shape == target || parts[target].contains(shape))
    return;
  builder.create<RequireShapeOp>(location, shape, target, builder.getStringAttr(text));
  llvm::SmallSetVector<Value, 4> contained = parts[shape];
  contained.insert(shape);
  parts[target].insert(contained.begin(), contained.end());
}

Value ShapeValues::of(Value array) {
  if (const Value known = shapes.lookup(array))
    return known;
  const Value shape = compute(array);
  shapes[array] = shape;
  return shape;
}

Value ShapeValues::check(Operation *member) {
  if (auto assign = dyn_cast<AssignOp>(member))
    return assigned[assign.getRoot()] = of(assign.getValue());
  auto store = dyn_cast<StoreOp>(member);
  if (!store)
    return of(member->getResult(0));
  const bool isArray = isa<RankedTensorType>(store.getValue().getType());
  const Value value = isArray ? of(store.getValue()) : Value(); // C++ evaluates it before the target
  const Value target = ofTarget(store);
  if (isArray)
    requireInto(value, target, store.getLoc(), describeOperation(store));
  return target;
}

Value ShapeValues::compute(Value array) {
  Operation *op = array.getDefiningOp();
  const auto type = ShapeType::get(builder.getContext(), rankOf(array.getType()));
  const auto fromExtents = [&](ValueRange extents) -> Value {
    for (auto &[other, shape] : shapes) // the same extents give the same shape
      if (auto made = shape.getDefiningOp<ShapeOp>(); made && llvm::equal(made.getExtents(), extents))
        return shape;
    return builder.create<ShapeOp>(array.getLoc(), type, extents);
  };
  if (auto fill = dyn_cast_or_null<FillOp>(op))
    return fromExtents(fill.getExtents());
  if (auto random = dyn_cast_or_null<RandomOp>(op))
    return fromExtents(random.getExtents());
  if (auto empty = dyn_cast_or_null<EmptyOp>(op))
    return fromExtents(empty.getExtents());
  if (auto iota = dyn_cast_or_null<IotaOp>(op))
    return fromExtents(
        llvm::map_to_vector(cast<RankedTensorType>(iota.getType()).getShape(), [&](int64_t size) -> Value {
          return size == 1 ? constantOne() : Value(iota.getExtent());
        }));
  if (auto reduce = dyn_cast_or_null<ReduceOp>(op)) {
    const Value input = of(reduce.getInput());
    if (reduce.getKind() == ReductionKind::Min || reduce.getKind() == ReductionKind::Max)
      builder.create<RequireElementsOp>(op->getLoc(), input, (stringifyReductionKind(reduce.getKind()) + "(...)").str(),
                                        reduce.getAxes());
    if (type.getRank() == 0)
      return fromExtents({});
    for (auto &[other, shape] : shapes) // reductions alike leave the same of one shape
      if (auto made = shape.getDefiningOp<ReducedShapeOp>(); made && made.getShape() == input &&
                                                             made.getAxes() == reduce.getAxes() &&
                                                             made.getKeepdims() == reduce.getKeepdims())
        return shape;
    return builder.create<ReducedShapeOp>(op->getLoc(), type, input, reduce.getAxes(), reduce.getKeepdims());
  }
  if (auto stack = dyn_cast_or_null<StackOp>(op)) {
    return builder.create<StackShapeOp>(op->getLoc(), type, ofElements(stack), stack.getAxis(),
                                        stack.getInputs().size());
  }
  if (isa_and_nonnull<ElementwiseOp, CastOp, SinCosOp, CallOp>(op)) {
    Value shape;
    for (const Value input : op->getOperands())
      if (isa<RankedTensorType>(input.getType()))
        shape = shape ? broadcast(shape, of(input), op->getLoc(), describeOperation(op)) : of(input);
    return shape;
  }
  const OpBuilder::InsertionGuard guard(builder);
  if (readsEarly)
    builder.setInsertionPointAfterValue(array);
  return builder.create<ShapeOfOp>(array.getLoc(), type, array);
}

Value ShapeValues::constantOne() {
  if (!one)
    one = builder.create<ConstantOp>(builder.getUnknownLoc(), builder.getI64IntegerAttr(1));
  return one;
}

Value ShapeValues::ofElements(StackOp stack) {
  Value shape;
  for (const Value input : stack.getInputs())
    shape = shape ? requireEqual(shape, of(input), stack) : of(input);
  return shape;
}

Value ShapeValues::requireEqual(Value lhs, Value rhs, StackOp stack) {
  if (lhs == rhs)
    return lhs;
  for (auto &[whole, contained] : parts)
    if (auto made = whole.getDefiningOp<BroadcastShapesOp>();
        made && made->hasAttr("gf.equal") && made.getLhs() == lhs && made.getRhs() == rhs)
      return whole;
  auto both = builder.create<BroadcastShapesOp>(stack.getLoc(), lhs.getType(), lhs, rhs,
                                                builder.getStringAttr(describeOperation(stack)));
  both->setAttr("gf.equal", builder.getUnitAttr());
  return joined(both, lhs, rhs);
}

bool ShapeValues::contains(Value whole, Value part) const {
  const auto rank = [](Value shape) { return cast<ShapeType>(shape.getType()).getRank(); };
  if (whole == part || (rank(part) == 0 && rank(whole) > 0))
    return whole != part;
  llvm::SmallSetVector<Value, 8> contained; // checks made later say more about what is contained
  contained.insert(whole);
  for (size_t next = 0; next < contained.size(); ++next)
    if (const auto known = parts.find(contained[next]); known != parts.end())
      contained.insert(known->second.begin(), known->second.end());
  return contained.contains(part);
}

Value ShapeValues::ofTarget(StoreOp store) {
  const auto variable = store.getRoot().getType().getArray();
  if (const Value shape = assigned.lookup(store.getRoot()))
    return shape; // legality lets such a store fill the whole variable only
  if (store.getPattern().empty())
    for (auto &[array, shape] : shapes) // the variable was read in this region: stores keep its shape
      if (auto read = array.getDefiningOp<ReadOp>(); read && read.getRoot() == store.getRoot())
        return shape;
  Value target = builder.create<ReadOp>(store.getLoc(), variable, store.getRoot());
  if (!store.getPattern().empty()) {
    int64_t rank = 0;
    for (const int32_t code : store.getPattern())
      rank += code != kSliceIndex;
    const SmallVector<int64_t> extents(rank, ShapedType::kDynamic);
    const auto type = RankedTensorType::get(extents, variable.getElementType());
    target = builder.create<SliceOp>(store.getLoc(), type, target, store.getPattern(), store.getBounds());
  }
  return of(target);
}

} // namespace gpufuse

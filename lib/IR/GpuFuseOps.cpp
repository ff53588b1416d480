// Verifiers and folds of the gf dialect. Messages quote what was seen; user code never reaches them unchecked.
#include "IR/ElementwiseFunctions.h"
#include "IR/GpuFuseDialect.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace gpufuse;
using namespace gpufuse::gf;

#define GET_OP_CLASSES
#include "IR/GpuFuseOps.cpp.inc"

//===-- Storage --------------------------------------------------------------------------------------------===//

LogicalResult ReadOp::verify() {
  if (getRoot().getType().getArray() != getResult().getType())
    return emitOpError("reads ") << getResult().getType() << " from a variable of " << getRoot().getType().getArray();
  return success();
}

LogicalResult AssignOp::verify() {
  const auto variable = getRoot().getType().getArray();
  const auto value = cast<RankedTensorType>(getValue().getType());
  if (variable.getElementType() != value.getElementType() || variable.getRank() != value.getRank())
    return emitOpError("assigns ") << value << " to a variable of " << variable;
  if (getReuses() && getDeclares())
    return emitOpError("reuses the storage of a variable that it declares");
  return success();
}

/// `x(_, _)`: every dimension whole.
static bool selectsAll(ArrayRef<int32_t> pattern) {
  return !pattern.empty() && llvm::all_of(pattern, [](int32_t code) { return code == 0; });
}

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(+[](StoreOp store, PatternRewriter &rewriter) {
    if (!selectsAll(store.getPattern()))
      return failure();
    rewriter.modifyOpInPlace(store, [&] { store.setPattern(ArrayRef<int32_t>()); });
    return success();
  });
}

//===-- Arrays ---------------------------------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult CastOp::fold(FoldAdaptor) { return getInput().getType() == getType() ? getInput() : OpFoldResult(); }

OpFoldResult SliceOp::fold(FoldAdaptor) {
  return selectsAll(getPattern()) && getArray().getType() == getType() ? getArray() : OpFoldResult();
}

void SliceOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (llvm::is_contained(getPattern(), kSliceIndex))
    effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult SliceOp::verify() {
  int bounds = 0, consumed = 0, produced = 0;
  for (int32_t code : getPattern()) {
    if (code < kSliceNewAxis || code > 7)
      return emitOpError("has an unknown pattern code ") << code;
    bounds += numBounds(code);
    consumed += code != kSliceNewAxis;
    produced += code != kSliceIndex;
  }
  if (bounds != static_cast<int>(getBounds().size()))
    return emitOpError("needs ") << bounds << " bounds, has " << getBounds().size();
  if (consumed != rankOf(getArray().getType()) || produced != rankOf(getType()))
    return emitOpError("pattern does not take ") << getArray().getType() << " to " << getType();
  return success();
}

LogicalResult FillOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != rankOf(getType()))
    return emitOpError("needs one extent a dimension");
  if (getValue().getType() != elementType(getType()))
    return emitOpError("fills ") << getType() << " with " << getValue().getType();
  return success();
}

LogicalResult RandomOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != rankOf(getType()))
    return emitOpError("needs one extent a dimension");
  if (!isa<FloatType>(elementType(getType())))
    return emitOpError("draws float or double, not ") << elementType(getType());
  return success();
}

LogicalResult ElementwiseOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no operand");
  const Type computing = elementType(getInputs().back().getType());
  const ElementwiseFunction *row = findElementwise(getFunction(), computing);
  if (!row)
    return emitOpError("no row '") << getFunction() << "' for " << computing
                                   << " in the table of elementwise functions";
  if (row->arity != static_cast<int>(getInputs().size()))
    return emitOpError("'") << getFunction() << "' takes " << row->arity << " operands, has " << getInputs().size();
  int64_t rank = 0;
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    const bool isCondition = getFunction() == "where" && index == 0;
    const Type expected = isCondition ? IntegerType::get(getContext(), 1) : computing;
    if (elementType(input.getType()) != expected)
      return emitOpError("operand ") << index << " is " << elementType(input.getType()) << ", computes in " << expected;
    rank = std::max(rank, rankOf(input.getType()));
  }
  const Type result = row->result == ElementwiseFunction::Result::same ? computing : IntegerType::get(getContext(), 1);
  if (elementType(getType()) != result)
    return emitOpError("gives ") << result << ", not " << elementType(getType());
  if (rankOf(getType()) != rank)
    return emitOpError("broadcasts to rank ") << rank << ", not " << rankOf(getType());
  return success();
}

LogicalResult StackOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no operand");
  const Type first = getInputs().front().getType();
  for (Value input : getInputs())
    if (elementType(input.getType()) != elementType(first) || rankOf(input.getType()) != rankOf(first))
      return emitOpError("joins ") << first << " with " << input.getType();
  const auto result = cast<RankedTensorType>(getType());
  if (result.getRank() != rankOf(first) + 1)
    return emitOpError("adds one dimension");
  const auto axis = static_cast<int64_t>(getAxis());
  if (axis < 0 || axis >= result.getRank())
    return emitOpError("axis ") << axis << " is outside rank " << result.getRank();
  if (result.getDimSize(axis) != static_cast<int64_t>(getInputs().size()))
    return emitOpError("extent of axis ") << axis << " is not the number of operands";
  return success();
}

LogicalResult ReduceOp::verify() {
  if (rankOf(getType()) != 0)
    return emitOpError("gives a rank-0 array");
  return success();
}

//===-- Regions and kernels --------------------------------------------------------------------------------===//

LogicalResult KernelOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != getInputs().size())
    return emitOpError("body takes ") << block.getNumArguments() << " arguments for " << getInputs().size()
                                      << " inputs";
  if (getLanes().size() != getNumResults() || getReductions().size() != getNumResults() ||
      getStackAxes().size() != getNumResults() || getResultShapes().size() != getNumResults())
    return emitOpError("describes another number of results than it has");
  if (block.empty() || !isa<YieldOp>(block.back()))
    return emitOpError("body does not end in 'gf.yield'");
  int64_t values = 0;
  for (int64_t lanes : getLanes())
    values += std::max<int64_t>(lanes, 1);
  if (values != static_cast<int64_t>(block.back().getNumOperands()))
    return emitOpError("body yields ") << block.back().getNumOperands() << " values, results take " << values;
  return success();
}

//===-- Canonicalisation -----------------------------------------------------------------------------------===//

namespace {

/// The value of a floating or integer constant, when `value` is one.
std::optional<double> constantValue(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
    return number.getValueAsDouble();
  if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
    return static_cast<double>(number.getInt());
  return std::nullopt;
}

/// Powers 2, 3, 4 and 0.5 become what the array language's header computes for them, so a spelled-out product
/// and `pow` give the same kernel.
struct PowerToProducts : OpRewritePattern<ElementwiseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOp op, PatternRewriter &rewriter) const override {
    if (op.getFunction() != "power_scalar")
      return rewriter.notifyMatchFailure(op, "not a power with a scalar exponent");
    const std::optional<double> exponent = constantValue(op.getInputs()[1]);
    if (!exponent)
      return rewriter.notifyMatchFailure(op, "exponent is not a constant");
    const Value base = op.getInputs()[0];
    const auto apply = [&](StringRef name, ValueRange inputs) -> Value {
      return rewriter.create<ElementwiseOp>(op.getLoc(), op.getType(), name, inputs);
    };
    if (*exponent == 0.5 && isa<FloatType>(elementType(op.getType())))
      return rewriter.replaceOp(op, apply("sqrt", base)), success();
    if (*exponent != 2 && *exponent != 3 && *exponent != 4)
      return rewriter.notifyMatchFailure(op, "no products for this exponent");
    const Value square = apply("multiply", {base, base});
    if (*exponent == 2)
      rewriter.replaceOp(op, square);
    else
      rewriter.replaceOp(op, apply("multiply", {square, *exponent == 3 ? base : square}));
    return success();
  }
};

/// `square(x)` is `x * x`: the same kernel for the same meaning however it is spelled.
struct SquareToProduct : OpRewritePattern<ElementwiseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOp op, PatternRewriter &rewriter) const override {
    if (op.getFunction() != "square")
      return rewriter.notifyMatchFailure(op, "not a square");
    const Value base = op.getInputs()[0];
    rewriter.replaceOpWithNewOp<ElementwiseOp>(op, op.getType(), "multiply", ValueRange{base, base});
    return success();
  }
};

} // namespace

void ElementwiseOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<PowerToProducts, SquareToProduct>(context);
}

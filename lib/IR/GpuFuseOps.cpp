// What the operations of the gf dialect are as C++: their effects, folds and canonical forms.
#include "IR/ElementTypes.h"
#include "IR/GpuFuseDialect.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace gpufuse;
using namespace gpufuse::gf;

#define GET_OP_CLASSES
#include "IR/GpuFuseOps.cpp.inc"

//===-- Folds ----------------------------------------------------------------------------------------------===//

/// `x(_, _)`: every dimension whole.
static bool selectsAll(ArrayRef<int32_t> pattern) {
  return !pattern.empty() && llvm::all_of(pattern, [](int32_t code) { return code == 0; });
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult CastOp::fold(FoldAdaptor) { return getInput().getType() == getType() ? getInput() : OpFoldResult(); }

OpFoldResult SliceOp::fold(FoldAdaptor) {
  return selectsAll(getPattern()) && getArray().getType() == getType() ? getArray() : OpFoldResult();
}

void SliceOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (selectionMayThrow(getPattern(), getBounds()))
    effects.emplace_back(MemoryEffects::Write::get());
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
    return static_cast<double>(valueOf(number).getExtValue());
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
    if (*exponent != 2 && is_half(idOf(op.getType())))
      return rewriter.notifyMatchFailure(op, "each product would round to the half");
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

void StoreOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext * /*context*/) {
  results.add(+[](StoreOp store, PatternRewriter &rewriter) {
    if (!selectsAll(store.getPattern()))
      return failure();
    rewriter.modifyOpInPlace(store, [&] { store.setPattern(ArrayRef<int32_t>()); });
    return success();
  });
}

void ElementwiseOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<PowerToProducts, SquareToProduct>(context);
}

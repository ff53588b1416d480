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

OpFoldResult CastOp::fold(FoldAdaptor) {
  const bool isNothing = getInput().getType() == getType() && !(*this)->hasAttr(kCopy);
  return isNothing ? getInput() : OpFoldResult();
}

OpFoldResult SliceOp::fold(FoldAdaptor) {
  return selectsAll(getPattern()) && getArray().getType() == getType() ? getArray() : OpFoldResult();
}

void SliceOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (showingMayThrow(*this))
    effects.emplace_back(MemoryEffects::Write::get());
}

void ViewOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (showingMayThrow(*this))
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

/// An extent of a computed array is one of what it is computed from, so that nothing is computed for it. Shapes that do
/// not fit throw at the computation, used or not.
struct ExtentOfSources : OpRewritePattern<ExtentOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ExtentOp op, PatternRewriter &rewriter) const override {
    Operation *maker = op.getArray().getDefiningOp();
    if (!maker)
      return failure();
    rewriter.setInsertionPointAfter(maker);
    const Value extent = extentOf(maker, static_cast<int64_t>(op.getDim()), rewriter);
    if (!extent)
      return rewriter.notifyMatchFailure(op, "what makes the array says no extents");
    rewriter.replaceOp(op, extent);
    return success();
  }

private:
  static Value number(int64_t value, Operation *at, PatternRewriter &rewriter) {
    return rewriter.create<ConstantOp>(at->getLoc(), rewriter.getI64IntegerAttr(value));
  }

  static Value extentOf(Operation *maker, int64_t dim, PatternRewriter &rewriter) {
    if (auto fill = dyn_cast<FillOp>(maker))
      return fill.getExtents()[dim];
    if (auto random = dyn_cast<RandomOp>(maker))
      return random.getExtents()[dim];
    if (auto empty = dyn_cast<EmptyOp>(maker))
      return empty.getExtents()[dim];
    if (auto iota = dyn_cast<IotaOp>(maker))
      return cast<RankedTensorType>(iota.getType()).getDimSize(dim) == 1 ? number(1, maker, rewriter)
                                                                         : Value(iota.getExtent());
    if (auto view = dyn_cast<ViewOp>(maker); view && view.getKind() == ViewKind::Permute)
      return rewriter.create<ExtentOp>(maker->getLoc(), view.getArray(), view.getNumbers()[dim]);
    if (auto stack = dyn_cast<StackOp>(maker)) {
      const auto axis = static_cast<int64_t>(stack.getAxis());
      return dim == axis ? number(static_cast<int64_t>(stack.getInputs().size()), maker, rewriter)
                         : Value(rewriter.create<ExtentOp>(maker->getLoc(), stack.getInputs().front(),
                                                           dim - (dim > axis ? 1 : 0)));
    }
    if (auto reduce = dyn_cast<ReduceOp>(maker))
      return extentOfReduction(reduce, dim, rewriter);
    if (isa<ElementwiseOp, CastOp, SinCosOp, CallOp>(maker))
      return broadcastExtent(maker, dim, rewriter);
    return {};
  }

  static Value extentOfReduction(ReduceOp reduce, int64_t dim, PatternRewriter &rewriter) {
    const ArrayRef<int64_t> axes = reduce.getAxes();
    if (reduce.getKeepdims() && (axes.empty() || llvm::is_contained(axes, dim)))
      return number(1, reduce, rewriter);
    if (!reduce.getKeepdims())
      for (const int64_t axis : axes)
        dim += axis <= dim ? 1 : 0;
    return rewriter.create<ExtentOp>(reduce.getLoc(), reduce.getInput(), dim);
  }

  /// Of two extents, the one that is not 1.
  static Value broadcastExtent(Operation *maker, int64_t dim, PatternRewriter &rewriter) {
    const int64_t back = rankOf(maker->getResult(0).getType()) - dim;
    Value extent;
    SmallVector<Value> arrays;
    for (const Value operand : maker->getOperands())
      if (rankOf(operand.getType()) >= back && !llvm::is_contained(arrays, operand))
        arrays.push_back(operand);
    for (const Value array : arrays) {
      const Value other = rewriter.create<ExtentOp>(maker->getLoc(), array, rankOf(array.getType()) - back);
      if (!extent) {
        extent = other;
        continue;
      }
      const auto apply = [&](Type type, StringRef function, ValueRange inputs) -> Value {
        return rewriter.create<ElementwiseOp>(maker->getLoc(), type, function, inputs);
      };
      const Value isOne = apply(rewriter.getI1Type(), "equal", {extent, number(1, maker, rewriter)});
      extent = apply(extent.getType(), "where", {isOne, other, extent});
    }
    return extent;
  }
};

} // namespace

void ExtentOp::getCanonicalizationPatterns(RewritePatternSet &results, MLIRContext *context) {
  results.add<ExtentOfSources>(context);
}

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

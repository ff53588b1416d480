// Moves views and parts up through what is computed of one array, so that they are views of what has memory.
#include "IR/GpuFuseDialect.h"
#include "Transforms/SimplifyParts.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

namespace {

/// The place of the one operand of rank above 0; nothing where there are several, or where it is broadcast.
std::optional<unsigned> onlyArrayOperand(Operation *op) {
  std::optional<unsigned> place;
  for (OpOperand &operand : op->getOpOperands()) {
    if (rankOf(operand.get().getType()) == 0)
      continue;
    if (place)
      return std::nullopt;
    place = operand.getOperandNumber();
  }
  return place;
}

/// Whether something between the two may change a variable: what `first` reads would have to be kept.
bool mayChangeBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (isa<AssignOp, StoreOp, HostOp, ControlOp>(op))
      return true;
  return false;
}

/// `f(x, 2)(gf::slice(0, n))` is `f(x(gf::slice(0, n)), 2)`, where nothing else needs `f(x, 2)`.
struct MoveThroughComputation : RewritePattern {
  explicit MoveThroughComputation(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *part, PatternRewriter &rewriter) const override {
    const Value shown = shownArray(part);
    Operation *maker = shown ? shown.getDefiningOp() : nullptr;
    if (!isa_and_nonnull<ElementwiseOp, CastOp>(maker) || !shown.hasOneUse() || maker->getBlock() != part->getBlock())
      return failure();
    const auto place = onlyArrayOperand(maker);
    if (!place || mayChangeBetween(maker, part))
      return rewriter.notifyMatchFailure(part, "computed from several arrays, or from an old one");
    const Value source = maker->getOperand(*place);
    auto type = cast<RankedTensorType>(part->getResult(0).getType());
    Operation *moved = rewriter.clone(*part);
    rewriter.modifyOpInPlace(moved, [&] {
      moved->setOperand(0, source);
      moved->getResult(0).setType(type.clone(elementType(source.getType())));
    });
    Operation *computed = rewriter.clone(*maker);
    rewriter.modifyOpInPlace(computed, [&] {
      computed->setOperand(*place, moved->getResult(0));
      computed->getResult(0).setType(type);
      computed->setLoc(rewriter.getFusedLoc({part->getLoc(), maker->getLoc()}));
    });
    rewriter.replaceOp(part, computed->getResults());
    return success();
  }
};

/// A range with new axes is the range along one of several dimensions.
struct MoveIntoRange : OpRewritePattern<SliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceOp part, PatternRewriter &rewriter) const override {
    auto iota = part.getArray().getDefiningOp<IotaOp>();
    if (!iota || llvm::any_of(part.getPattern(), [](int32_t code) { return code != 0 && code != kSliceNewAxis; }))
      return failure();
    SmallVector<int64_t> extents;
    ArrayRef<int64_t> own = cast<RankedTensorType>(iota.getType()).getShape();
    for (const int32_t code : part.getPattern()) {
      extents.push_back(code == kSliceNewAxis ? 1 : own.front());
      own = own.drop_front(code == kSliceNewAxis ? 0 : 1);
    }
    rewriter.replaceOpWithNewOp<IotaOp>(part, RankedTensorType::get(extents, rewriter.getI64Type()), iota.getExtent());
    return success();
  }
};

} // namespace

void addMovesOfViews(RewritePatternSet &patterns) {
  patterns.add<MoveThroughComputation, MoveIntoRange>(patterns.getContext());
}

} // namespace gpufuse

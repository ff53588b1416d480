// gf-place-buffers: which results need memory, and which may have the memory that their variable already has.
#include "IR/Stages.h"
#include "Transforms/FusionGroup.h"
#include "Transforms/Passes.h"
#include "Transforms/ValueUses.h"

namespace gpufuse {
#define GEN_PASS_DEF_GFPLACEBUFFERS
#include "Transforms/Passes.h.inc"

using namespace mlir;
using namespace gf;

namespace {

/// The values that have been in the variable, under the names by which operations outside regions know them.
SmallVector<Value> valuesOf(Value root) {
  SmallVector<Value> values;
  for (Operation *user : root.getUsers()) {
    if (auto read = dyn_cast<ReadOp>(user)) {
      values.push_back(read);
    } else if (writtenRoot(user) == root && isa<RankedTensorType>(user->getOperand(0).getType())) {
      const Value value = user->getOperand(0);
      values.push_back(value);
      for (OpOperand &use : value.getUses())
        if (isa<YieldOp>(use.getOwner()))
          if (auto region = dyn_cast<RegionOp>(use.getOwner()->getParentOp()))
            values.push_back(region.getResult(use.getOperandNumber()));
    }
  }
  return values;
}

/// Decides for the rebindings of one region.
class RegionBuffers {
public:
  explicit RegionBuffers(RegionOp region) : region(region) {}

  void place() {
    Block &body = region.getBody().front();
    dropOverwritten(body);
    for (auto assign : body.getOps<AssignOp>())
      if (!assign.getDeclares())
        place(assign);
  }

private:
  /// `x = a; x = b;` in one region: nobody can see the first value in the variable, so it needs no memory there.
  static void dropOverwritten(Block &body) {
    DenseMap<Value, AssignOp> later;
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body))) {
      auto assign = dyn_cast<AssignOp>(op);
      if (!assign) {
        if (const Value stored = writtenRoot(&op)) // into the storage of the assignment before it
          later.erase(stored);
        continue;
      }
      AssignOp &next = later[assign.getRoot()];
      if (next && assign.getDeclares())
        next.setDeclares(true);
      if (next)
        assign.erase();
      else
        next = assign;
    }
  }

  /// The decision, for the printers to follow, or the reason against it, for people.
  void place(AssignOp assign) {
    unless.clear();
    const StringRef reason = whyFresh(assign);
    if (!reason.empty()) {
      assign->setAttr("gf.fresh", StringAttr::get(assign.getContext(), reason));
      return;
    }
    assign.setReuses(true);
    assign.getUnlessMutable().assign(unless.getArrayRef());
  }

  /// Why the value must not be written where the variable's elements are; empty if it may. What only shows at run
  /// time, views, copies and shapes, is the emitted test's business.
  StringRef whyFresh(AssignOp assign) {
    const Value root = assign.getRoot();
    if (!root.getDefiningOp<RootOp>())
      return "the variable is unknown";
    if (llvm::any_of(region.getBody().front(), [](Operation &op) { return isa<ReduceOp, StackOp>(op); }))
      return "a reduction or a stack reads elements in an order of its own";
    if (llvm::count_if(assign.getValue().getUsers(), [](Operation *user) { return writtenRoot(user) != nullptr; }) != 1)
      return "several variables take the value";
    if (isStoredBefore(assign))
      return "the old value is updated first";
    if (const StringRef reason = whyReadsForbid(root); !reason.empty())
      return reason;
    if (isOldValueUsedAfter(root))
      return "the old value is used later";
    return {};
  }

  /// Whether a store of the region changes the old storage too; one after the assignment is to the new.
  bool isStoredBefore(AssignOp assign) {
    return llvm::any_of(region.getBody().front().getOps<StoreOp>(), [&](StoreOp store) {
      return store.getRoot() == assign.getRoot() && store->isBeforeInBlock(assign);
    });
  }

  /// Every element of the storage must be read where it is written, and by nothing else.
  StringRef whyReadsForbid(Value root) {
    bool readsWhole = false;
    for (Operation &member : region.getBody().front()) {
      for (Value operand : member.getOperands()) {
        if (!isa<RankedTensorType>(operand.getType()) || operand.getParentRegion() == &region.getBody())
          continue;
        Value whole = operand;
        while (const Value shown = shownArray(whole.getDefiningOp()))
          whole = shown;
        for (const Value home : homesOf(whole)) {
          if (home == root && whole != operand)
            return "other elements of the old value are read";
          if (home == root)
            readsWhole = true;
          else if (mayAlias(home, root) && !isApart(home, root))
            unless.insert(home);
        }
      }
    }
    return readsWhole ? StringRef() : StringRef("the old value is not read here");
  }

  /// A view owns the storage too, so that the test for a single owner fails; and some pairs the region has checked.
  bool isApart(Value home, Value root) {
    if (auto variable = home.getDefiningOp<RootOp>(); variable && variable.getView())
      return true;
    const auto pairs = region.getDisjoint();
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if ((pairs[i] == root && pairs[i + 1] == home) || (pairs[i] == home && pairs[i + 1] == root))
        return true;
    return false;
  }

  /// Also under another name of the variable: host code saves a value when the variable has changed, not before.
  bool isOldValueUsedAfter(Value root) {
    bool isUsed = false;
    region->getParentOfType<func::FuncOp>().walk([&](RootOp other) {
      if (!isUsed && mayAlias(root, other))
        isUsed = llvm::any_of(valuesOf(other),
                              [&](Value value) { return isMadeBefore(value) && isUsedAfter(value, region); });
    });
    return isUsed;
  }

  /// Whether `value` can have been in a variable when the region starts.
  bool isMadeBefore(Value value) {
    Operation *maker = value.getDefiningOp();
    for (Operation *at = region; maker && at && at->getBlock(); at = at->getParentOp())
      if (Operation *place = at->getBlock()->findAncestorOpInBlock(*maker))
        return place->isBeforeInBlock(at);
    return true;
  }

  RegionOp region;
  llvm::SmallSetVector<Value, 4> unless; ///< variables that may be the one in question under another name
};

struct PlaceBuffers : impl::GFPlaceBuffersBase<PlaceBuffers> {
  void runOnOperation() override {
    if (failed(requireStage(getOperation(), Stage::regions)))
      return signalPassFailure();
    getOperation().walk([](RegionOp region) { RegionBuffers(region).place(); });
  }
};

} // namespace
} // namespace gpufuse

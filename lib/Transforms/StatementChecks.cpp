// Makes the checks of statements without the statements, and keeps them where statements go.
#include "Transforms/StatementChecks.h"

#include "Transforms/ShapeValues.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

bool isCheckedView(Operation *op) { return shownArray(op) && showingMayThrow(op); }

bool mayThrow(Operation *op) {
  if (auto store = dyn_cast<StoreOp>(op))
    return isa<RankedTensorType>(store.getValue().getType()) ||
           selectionMayThrow(store.getPattern(), store.getBounds());
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getKind() == ReductionKind::Min || reduce.getKind() == ReductionKind::Max;
  if (!isa<ElementwiseOp, CallOp, StackOp>(op))
    return false;
  SmallVector<Value> arrays;
  llvm::copy_if(op->getOperands(), std::back_inserter(arrays),
                [](Value value) { return rankOf(value.getType()) != 0; });
  if (arrays.size() < 2)
    return false;
  const auto first = shapeSources(arrays.front());
  return llvm::any_of(llvm::drop_begin(arrays), [&](Value array) {
    const auto other = shapeSources(array);
    return other.size() != first.size() || !llvm::all_of(other, [&](Value source) { return first.contains(source); });
  });
}

bool isCheck(Operation *op) { return isa<RequireElementsOp, RequireShapeOp, BroadcastShapesOp, JoinedExtentOp>(op); }

bool isVisibleWrite(Operation *member) {
  const Value root = writtenRoot(member);
  auto variable = root ? root.getDefiningOp<RootOp>() : RootOp();
  return root && (!variable || variable.getEscapes() || variable.getView() || variable.getKind() != RootKind::Local);
}

bool isSeen(Operation *op) {
  if (auto host = dyn_cast<HostOp>(op))
    return host.getMayThrow() || host.getObservable() || host.getExits();
  if (auto scalar = dyn_cast<ScalarOp>(op))
    return scalar.getMayThrow() || scalar.getObservable();
  return isa<DrawOp>(op) || isCheckedView(op) || isCheck(op) || isVisibleWrite(op);
}

/// Draws and captured scalars are the user's side effects, an index may throw; everything else without a use goes.
static bool isRemovable(Operation *op) {
  if (auto scalar = dyn_cast<ScalarOp>(op))
    return scalar.getDirect();
  if (shownArray(op))
    return !isCheckedView(op);
  return isa<RootOp, ReadOp, EmptyOp>(op) || (op->getNumResults() != 0 && isPure(op));
}

/// Erases those of `ops` that nobody uses.
template <class Operations> static void eraseUnused(Operations &&ops) {
  for (Operation *op : ops)
    if (isRemovable(op) && op->use_empty())
      op->erase();
}

namespace {

/// What a builder made: shapes that turn out to need no check are not kept.
struct Creations : OpBuilder::Listener {
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override { all.push_back(op); }
  SmallVector<Operation *> all;
};

/// Walks a block with its regions and knows which members are still to come.
class CheckPlacer {
public:
  CheckPlacer(Block &block, const ProgramOrder &order) : block(block), order(order) {}

  void run() {
    for (auto region : block.getOps<RegionOp>())
      for (Operation &member : region.getBody().front())
        if (order.contains(&member))
          toCome.push_back(&member);
    llvm::sort(toCome, [&](Operation *a, Operation *b) { return order.lookup(a) < order.lookup(b); });
    for (Operation &op : llvm::make_early_inc_range(block))
      if (isa<RegionOp>(op)) {
        checkOthers(&op, lastSeen(cast<RegionOp>(op)), &op);
        llvm::erase_if(toCome, [&](Operation *member) { return member->getParentOp() == &op; });
      } else if (isSeen(&op)) {
        checkOthers(nullptr, order.lookup(&op), endOfStatement(&op));
      }
  }

private:
  /// Where the last member stood that throws or writes for others to see; -1 if there is none.
  int64_t lastSeen(RegionOp region) {
    int64_t last = -1;
    for (Operation &member : region.getBody().front())
      if (order.contains(&member) && (mayThrow(&member) || isVisibleWrite(&member)))
        last = std::max(last, order.lookup(&member));
    return last;
  }

  /// Makes what is left of the checks before `end`, in program order, unless all are of the region `own`, which makes
  /// them itself.
  void checkOthers(Operation *own, int64_t end, Operation *place) {
    SmallVector<Operation *> members;
    bool isNeeded = false;
    for (Operation *member : toCome) {
      const bool isLeft = mayThrow(member) && !checked.contains(member);
      if (order.lookup(member) >= end || (!isLeft && !isa<AssignOp>(member)))
        continue;
      members.push_back(member); // an assignment says what shape its variable has
      isNeeded |= isLeft && member->getParentOp() != own;
    }
    if (!isNeeded)
      return;
    checked.insert(members.begin(), members.end());
    Creations created;
    OpBuilder builder(place->getContext(), &created);
    builder.setInsertionPoint(place);
    ShapeValues shapes(builder, /*readsEarly=*/true);
    for (Operation *member : members)
      shapes.check(member);
    eraseUnused(llvm::reverse(created.all));
  }

  /// Text of ours stands in statements: host text that follows host text has none before it.
  static Operation *endOfStatement(Operation *op) {
    while (isa<HostOp>(op) && isa_and_nonnull<HostOp>(op->getPrevNode()))
      op = op->getPrevNode();
    return op;
  }

  Block &block;
  const ProgramOrder &order;
  SmallVector<Operation *> toCome; ///< members of regions that have not run yet
  DenseSet<Operation *> checked;
};

} // namespace

void makeChecksInTime(Block &block, const ProgramOrder &order) { CheckPlacer(block, order).run(); }

/// Operations of the block of which nobody needs the value, in program order.
static llvm::SetVector<Operation *> deadOperations(Block &block) {
  llvm::SetVector<Operation *> dead;
  for (Operation &op : llvm::reverse(block))
    if (isRemovable(&op) && llvm::all_of(op.getUsers(), [&](Operation *user) { return dead.contains(user); }))
      dead.insert(&op);
  auto backwards = dead.takeVector();
  return {backwards.rbegin(), backwards.rend()};
}

void eraseDeadOperations(Block &block) {
  const llvm::SetVector<Operation *> dead = deadOperations(block);
  Creations created;
  OpBuilder builder(block.getParentOp()->getContext(), &created);
  ShapeValues shapes(builder, /*readsEarly=*/true);
  for (Operation *op : dead)
    if (canBeMember(op)) {
      builder.setInsertionPoint(op);
      shapes.check(op);
    }
  eraseUnused(llvm::reverse(created.all));
  eraseUnused(llvm::reverse(dead.getArrayRef()));
}

} // namespace gpufuse

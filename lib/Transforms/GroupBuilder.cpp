// Builds the IR of one region from its group.
#include "Transforms/GroupBuilder.h"

#include "Transforms/ValueUses.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

static bool isUsedOutside(Value value, const FusionGroup &group) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return !group.contains(user); });
}

/// Whether `op`, or something inside it, may change what `root` holds. O(operations inside).
static bool mayChange(Operation *op, Value root) {
  return llvm::any_of(writtenRoots(op), [&](Value written) { return mayAlias(written, root); });
}

/// Whether every use of `value` outside the group comes before anything in the block changes `root` again.
static bool isReadBeforeChange(Value value, Value root, const FusionGroup &group) {
  Block *block = group.last()->getBlock();
  Operation *change = group.last()->getNextNode();
  while (change && !mayChange(change, root))
    change = change->getNextNode();
  for (Operation *user : value.getUsers()) {
    if (group.contains(user))
      continue;
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (!inBlock || (change && !inBlock->isBeforeInBlock(change) && inBlock != change))
      return false;
    if (inBlock == change && isa<ControlOp>(change))
      return false; // a loop may read it after it changed it
  }
  return true;
}

/// Reads between the members may see what members before them wrote. What others use of them moves behind the region,
/// as the writes do. O(operations between the members).
static void moveReadsBehind(const FusionGroup &group, SymbolicExtents &extents) {
  Operation *last = group.last();
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  SmallVector<Operation *> copies;
  IRMapping behind;
  for (Operation *op : readsOfWrites(group, last)) {
    Operation *copy = builder.clone(*op, behind);
    copies.push_back(copy);
    extents.setSame(copy->getResult(0), op->getResult(0));
    op->getResult(0).replaceUsesWithIf(copy->getResult(0), [&](OpOperand &use) {
      Operation *user = last->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return user && last->isBeforeInBlock(user) && !group.contains(use.getOwner());
    });
  }
  for (Operation *copy : llvm::reverse(copies))
    if (copy->use_empty())
      copy->erase();
}

/// Later uses of an assigned value read the variable, so that the value needs no storage beside it.
static void readAssignedVariables(const FusionGroup &group, SymbolicExtents &extents) {
  OpBuilder builder(group.last()->getContext());
  builder.setInsertionPointAfter(group.last());
  for (Operation *member : group.members) {
    Value value = valueOfVariable(member);
    if (!value)
      continue;
    auto root = cast<TypedValue<RootType>>(writtenRoot(member));
    const bool isLastWrite = llvm::none_of(group.members, [&](Operation *other) {
      return other != member && writtenRoot(other) == root && member->isBeforeInBlock(other);
    });
    if (!isLastWrite || !isUsedOutside(value, group) || !isReadBeforeChange(value, root, group))
      continue;
    if (value.getType() != root.getType().getArray())
      continue; // the value knows more about its extents than the variable
    auto read = builder.create<ReadOp>(value.getLoc(), value.getType(), root);
    extents.setSame(read, value);
    value.replaceUsesWithIf(read,
                            [&](OpOperand &use) { return !group.contains(use.getOwner()) && use.getOwner() != read; });
  }
}

/// All lines of a location; an operation made of two has both.
static void collectLines(Location location, llvm::SmallSetVector<int64_t, 8> &lines) {
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (const Location part : fused.getLocations())
      collectLines(part, lines);
  else if (const int64_t line = lineOf(location))
    lines.insert(line);
}

static SmallVector<int64_t> linesOf(const FusionGroup &group) {
  llvm::SmallSetVector<int64_t, 8> lines;
  for (Operation *member : group.members)
    collectLines(member->getLoc(), lines);
  SmallVector<int64_t> sorted(lines.begin(), lines.end());
  llvm::sort(sorted);
  return sorted;
}

/// Whether the outputs could have different shapes at run time: one computed from x, another from x and y, where x may
/// have extent 1, or that are stored to a variable or a part of it. The body then holds only while nothing broadcasts.
static bool mayDifferInShape(const FusionGroup &group, ArrayRef<Value> yielded) {
  SmallVector<llvm::SmallSetVector<Value, 8>> outputs;
  const auto addOutput = [&](Value value) {
    if (auto reduce = value.getDefiningOp<ReduceOp>())
      value = reduce.getInput();
    if (auto stack = value.getDefiningOp<StackOp>(); stack && group.contains(stack))
      outputs.push_back(shapeSources(stack.getInputs()));
    else
      outputs.push_back(shapeSources(value));
  };
  DenseSet<Value> assigned; // a store after it is to an array of the assigned value's shape
  for (Operation *member : group.members) {
    if (auto assign = dyn_cast<AssignOp>(member)) {
      addOutput(assign.getValue());
      assigned.insert(assign.getRoot());
    } else if (auto store = dyn_cast<StoreOp>(member)) {
      addOutput(store.getValue());
      if (!assigned.contains(store.getRoot()))
        outputs.back().insert(store.getRoot());
    }
  }
  llvm::for_each(yielded, addOutput);
  if (outputs.size() < 2)
    return false;
  return llvm::any_of(outputs, [&](auto &output) {
    return output.size() != outputs.front().size() ||
           !llvm::all_of(output, [&](Value source) { return outputs.front().contains(source); });
  });
}

/// What a variable has at this place: its value, a part, an extent, and arithmetic on extents.
static bool isOfVariable(Operation *op, const IRMapping &copyOf) {
  if (isa<ReadOp, SliceOp, ViewOp, ExtentOp>(op))
    return true;
  return isa<ElementwiseOp, CastOp>(op) && !isa<RankedTensorType>(op->getResult(0).getType()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) { return copyOf.contains(operand); });
}

/// A copy of the members for the case that a run-time condition fails.
/// Reads after a write of the group are copied with it, at their place: the write may be to the same storage.
static void copyIntoFallback(RegionOp region, const FusionGroup &group, ArrayRef<Value> yielded, IRMapping &copyOf) {
  Block *block = &region.getFallback().emplaceBlock();
  OpBuilder builder = OpBuilder::atBlockBegin(block);
  bool hasWritten = false;
  for (Operation *op = group.members.front(); op != group.last()->getNextNode(); op = op->getNextNode()) {
    if (group.contains(op) || (hasWritten && isOfVariable(op, copyOf)))
      builder.clone(*op, copyOf);
    hasWritten |= group.contains(op) && writtenRoot(op);
  }
  for (const auto &[user, operand, read] : group.forwarded) // one by one, the variable is read again
    copyOf.lookup(user)->setOperand(operand, copyOf.lookupOrDefault(read));
  const auto copies = llvm::map_to_vector(yielded, [&](Value value) { return copyOf.lookup(value); });
  builder.create<YieldOp>(region.getLoc(), copies);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if ((isa<ReadOp, SliceOp, ViewOp>(op) || isPure(&op)) && op.use_empty() &&
        op.getNumResults() != 0) // for other regions
      op.erase();
}

/// `a += b; a *= 2;` in one kernel: only the last store of the whole variable is made. Stores around an assignment go
/// to different storages.
static void dropReplacedStores(FusionGroup &group) {
  DenseSet<Value> storedLater;
  const auto members = group.members.takeVector();
  SmallVector<Operation *> kept;
  for (Operation *member : llvm::reverse(members)) {
    if (auto assign = dyn_cast<AssignOp>(member))
      storedLater.erase(assign.getRoot());
    auto store = dyn_cast<StoreOp>(member);
    if (store && store.getPattern().empty() && !storedLater.insert(store.getRoot()).second)
      store.erase();
    else
      kept.push_back(member);
  }
  group.members.insert(kept.rbegin(), kept.rend());
}

RegionOp buildRegion(FusionGroup &group, SymbolicExtents &extents, bool mayHaveFallback, IRMapping &copyOf) {
  moveReadsBehind(group, extents);
  readAssignedVariables(group, extents);

  SmallVector<Value> yielded;
  SmallVector<Location> locations;
  for (Operation *member : group.members) {
    locations.push_back(member->getLoc());
    for (const Value result : member->getResults())
      if (isUsedOutside(result, group))
        yielded.push_back(result);
  }
  SmallVector<Value> disjoint;
  for (auto [written, other] : group.disjoint)
    disjoint.append({written, other});

  OpBuilder builder(group.last()->getContext());
  builder.setInsertionPointAfter(group.last());
  auto region = builder.create<RegionOp>(builder.getFusedLoc(locations), TypeRange(ValueRange(yielded)), /*id=*/0,
                                         linesOf(group), disjoint);
  Block *body = &region.getBody().emplaceBlock();
  const bool needsOneShape = mayHaveFallback && mayDifferInShape(group, yielded);
  if (needsOneShape)
    region->setAttr("gf.one_shape", builder.getUnitAttr());
  if (!disjoint.empty() || needsOneShape)
    copyIntoFallback(region, group, yielded, copyOf);
  dropReplacedStores(group);

  for (auto [value, result] : llvm::zip(yielded, region.getResults())) {
    extents.setSame(result, value);
    value.replaceUsesWithIf(result, [&](OpOperand &use) { return !group.contains(use.getOwner()); });
  }
  for (Operation *member : group.members)
    member->moveBefore(body, body->end());
  OpBuilder::atBlockEnd(body).create<YieldOp>(region.getLoc(), yielded);
  return region;
}

void numberRegions(func::FuncOp function) {
  SmallVector<RegionOp> regions, copies;
  function.walk<WalkOrder::PreOrder>(
      [&](RegionOp region) { (region->getParentOfType<RegionOp>() ? copies : regions).push_back(region); });
  int64_t last = 0;
  for (RegionOp region : llvm::concat<RegionOp>(regions, copies))
    region.setId(++last);
}

} // namespace gpufuse

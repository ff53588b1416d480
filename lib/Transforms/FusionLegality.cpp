// The rules of legality: spaces, whole results, and storage. Guard first, answer with a reason.
#include "Transforms/FusionLegality.h"

#include "Transforms/StatementChecks.h"
#include "Transforms/ValueUses.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

/// The space an operation iterates over: its operands' for reductions and stacks, the target's for stores.
static SmallVector<int64_t> spaceOf(Operation *op, SymbolicExtents &extents) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return extents.of(reduce.getInput());
  if (auto stack = dyn_cast<StackOp>(op))
    return extents.of(stack.getInputs().front());
  if (auto assign = dyn_cast<AssignOp>(op))
    return extents.of(assign.getValue());
  return extents.of(op->getResult(0));
}

static size_t targetRank(StoreOp store) {
  if (store.getPattern().empty())
    return store.getRoot().getType().getArray().getRank();
  return llvm::count_if(store.getPattern(), [](int32_t code) { return code != kSliceIndex; });
}

/// The extents of a store's target; those of the value where it is known to fill the target.
static std::optional<SmallVector<int64_t>> spaceOf(StoreOp store, SymbolicExtents &extents) {
  auto value = dyn_cast<RankedTensorType>(store.getValue().getType());
  if (!value || static_cast<size_t>(value.getRank()) != targetRank(store))
    return std::nullopt;
  return extents.of(store.getValue());
}

/// A store of one number fills a space that nothing has named yet: what joins must have as many dimensions, and the
/// extents are compared at run time.
static Operation *findStoreOfOtherRank(const FusionGroup &group, size_t rank) {
  if (group.hasSpace)
    return nullptr;
  const auto *const found = llvm::find_if(group.members, [&](Operation *member) {
    auto store = dyn_cast<StoreOp>(member);
    return store && targetRank(store) != rank;
  });
  return found == group.members.end() ? nullptr : *found;
}

/// The reductions of a region go along the same axes.
static Operation *findOtherReduction(const FusionGroup &group, Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  const auto found = llvm::find_if(group.members, [&](Operation *member) {
    auto other = dyn_cast<ReduceOp>(member);
    return reduce && other && other.getAxes() != reduce.getAxes();
  });
  return found == group.members.end() ? nullptr : *found;
}

/// Operands made by the group must be made element by element.
static Operation *findUnfinishedProducer(const FusionGroup &group, Operation *op) {
  for (const Value operand : op->getOperands()) {
    Operation *producer = operand.getDefiningOp();
    if (!group.contains(producer))
      continue;
    const bool isWhole = isa<ReduceOp, StackOp>(producer) && !isa<AssignOp>(op);
    if (isWhole || isa<SliceOp, ViewOp, ExtentOp>(op))
      return producer;
  }
  return nullptr;
}

/// A read after a write of the group: other variables need a run-time check, the same variable blocks.
static FusionVerdict checkRead(const FusionGroup &group, const Leaf &leaf, bool mayGuard, JoinEffects &effects) {
  for (Operation *member : group.members) {
    const Value written = writtenRoot(member);
    if (!written || !mayAlias(written, leaf.root))
      continue;
    const bool readsBefore = leaf.read->getBlock() == member->getBlock() && leaf.read->isBeforeInBlock(member);
    if (isa<AssignOp>(member) && readsBefore)
      continue; // the old storage stays as it is
    auto store = dyn_cast<StoreOp>(member);
    if (readsBefore && store && writesWhatItReads(store, leaf))
      continue;
    if (store && areApart(store, leaf))
      continue;
    if (written == leaf.root || !mayGuard)
      return FusionVerdict::blocked(BlockReason::readAfterWrite, member);
    effects.disjoint.emplace_back(written, leaf.root);
  }
  return FusionVerdict::allowed();
}

/// `y = e; y += x;`: the store fills the storage that the assignment before it made, so the two are one assignment.
static bool completes(StoreOp store, Operation *earlier) {
  const auto variable = store.getRoot().getType().getArray();
  auto value = dyn_cast<RankedTensorType>(store.getValue().getType());
  return isa<AssignOp>(earlier) && store.getPattern().empty() && value &&
         value.getElementType() == variable.getElementType() && value.getRank() == variable.getRank();
}

/// Whether others see something between two members: the check of a store that is replaced must come before that.
static bool isSeenBetween(const FusionGroup &group, Operation *first, Operation *second) {
  const auto isSeenIn = [](RegionOp region) {
    return llvm::any_of(region.getBody().front(), [](Operation &member) {
      return isVisibleWrite(&member) || (canBeMember(&member) && mayThrow(&member));
    });
  };
  if (first->getBlock() != second->getBlock())
    return false;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (auto region = dyn_cast<RegionOp>(op); (region && isSeenIn(region)) || (!group.contains(op) && isSeen(op)))
      return true;
  return false;
}

/// A write against the reads and writes the group already has.
static FusionVerdict checkWrite(const FusionGroup &group, Operation *write, bool mayGuard, JoinEffects &effects) {
  const Value root = writtenRoot(write);
  auto store = dyn_cast<StoreOp>(write);
  for (Operation *member : group.members) {
    if (const Value other = writtenRoot(member); other && mayAlias(root, other)) {
      const bool replaces = store && other == root &&
                            (completes(store, member) || (isa<StoreOp>(member) && store.getPattern().empty() &&
                                                          cast<StoreOp>(member).getPattern().empty()));
      auto earlier = dyn_cast<StoreOp>(member);
      if (store && earlier && areApart(store, earlier))
        continue;
      if (other == root && store && !replaces)
        return FusionVerdict::blocked(BlockReason::readAfterWrite, member); // an assignment fills new storage
      if (replaces && isa<StoreOp>(member) && mayThrow(member) && isSeenBetween(group, member, write))
        return FusionVerdict::blocked(BlockReason::throwsAfterWrite, member);
      if (other != root && !mayGuard)
        return FusionVerdict::blocked(BlockReason::readAfterWrite, member);
      if (other != root)
        effects.disjoint.emplace_back(root, other);
    }
    if (!store)
      continue; // an assignment fills storage of its own
    for (const Value operand : member->getOperands()) {
      const Leaf leaf = leafOf(operand);
      if (!leaf.root || !mayAlias(root, leaf.root) || writesWhatItReads(store, leaf) || areApart(store, leaf))
        continue;
      if (leaf.root == root || !mayGuard)
        return FusionVerdict::blocked(BlockReason::writeAfterRead, member);
      effects.disjoint.emplace_back(root, leaf.root);
    }
  }
  return FusionVerdict::allowed();
}

/// What others read between two writes of the group would have to be kept apart.
static Operation *findReadBetweenWrites(const FusionGroup &group, Operation *write) {
  if (group.members.empty() || group.members.front()->getBlock() != write->getBlock())
    return nullptr;
  for (Operation *read : readsOfWrites(group, write)) {
    const bool isUsedByOthers = llvm::any_of(read->getUsers(), [&](Operation *user) {
      return user != write && !group.contains(user) && !isa<SliceOp, ViewOp, ExtentOp, ShapeOfOp>(user);
    });
    if (isUsedByOthers && mayAlias(leafOf(read->getResult(0)).root, writtenRoot(write)))
      return read;
  }
  return nullptr;
}

/// Whether the variable has changed since the leaf was read, by what is no member: then the leaf is what it held
/// before.
static bool isOld(const Leaf &leaf, Operation *at, const FusionGroup &group) {
  return mayChangeBetween(leaf.root, leaf.read, at, [&](Operation *op) { return group.contains(op); });
}

/// What a variable held before does not go together with writes of the variable. O(members * operations before them).
static Operation *findOldAndNew(const FusionGroup &group, Operation *op) {
  const Value written = writtenRoot(op);
  for (Operation *member : group.members) {
    const Value root = writtenRoot(member);
    for (const Value operand : op->getOperands())
      if (const Leaf leaf = leafOf(operand); root && leaf.root && mayAlias(root, leaf.root) && isOld(leaf, op, group))
        return member;
    for (const Value operand : member->getOperands())
      if (const Leaf leaf = leafOf(operand);
          written && leaf.root && mayAlias(written, leaf.root) && isOld(leaf, op, group))
        return member;
  }
  auto store = dyn_cast<StoreOp>(op);
  const Leaf leaf = store ? leafOf(store.getValue()) : Leaf();
  return leaf.root && mayAlias(leaf.root, store.getRoot()) && isOld(leaf, op, group) ? op : nullptr;
}

static FusionVerdict checkStorage(const FusionGroup &group, Operation *op, bool mayGuard, JoinEffects &effects) {
  for (const Value operand : op->getOperands()) {
    if (group.produces(operand))
      continue;
    const Leaf leaf = leafOf(operand);
    if (!leaf.root)
      continue;
    if (auto verdict = checkRead(group, leaf, mayGuard, effects); !verdict.isAllowed())
      return verdict;
    // `x(gf::slice(1, n)) = x(gf::slice(0, n - 1))`: the store itself reads what it overwrites.
    if (auto store = dyn_cast<StoreOp>(op);
        store && mayAlias(store.getRoot(), leaf.root) && !writesWhatItReads(store, leaf) && !areApart(store, leaf)) {
      if (store.getRoot() == leaf.root || !mayGuard)
        return FusionVerdict::blocked(BlockReason::writeAfterRead, op);
      effects.disjoint.emplace_back(store.getRoot(), leaf.root);
    }
  }
  if (!writtenRoot(op))
    return FusionVerdict::allowed();
  if (Operation *read = findReadBetweenWrites(group, op))
    return FusionVerdict::blocked(BlockReason::readAfterWrite, read);
  return checkWrite(group, op, mayGuard, effects);
}

/// min and max of nothing, and an index or step of a target, throw after a write that the caller can see: it must have
/// happened then. Where shapes do not fit, the region's fallback does that.
static Operation *findWriteBeforeThrow(const FusionGroup &group, Operation *op) {
  auto store = dyn_cast<StoreOp>(op);
  const bool isCheckedTarget = store && selectionMayThrow(store.getPattern(), store.getBounds());
  if (!isCheckedTarget && !(isa<ReduceOp>(op) && mayThrow(op)))
    return nullptr;
  const auto found = llvm::find_if(group.members, isVisibleWrite);
  return found == group.members.end() ? nullptr : *found;
}

/// In place, only the thread that writes an element may read it: a store of fewer elements than the space must not be
/// to what `op` or a member reads. O(members * operands).
static Operation *findReadBesideSmallerStore(const FusionGroup &group, Operation *op, ArrayRef<int64_t> space,
                                             SymbolicExtents &extents) {
  SmallVector<Operation *> all(group.members.begin(), group.members.end());
  all.push_back(op);
  for (Operation *member : all) {
    auto store = dyn_cast<StoreOp>(member);
    const auto target = store ? spaceOf(store, extents) : std::nullopt;
    if (!store || (target && ArrayRef<int64_t>(*target) == space))
      continue;
    for (Operation *reader : all)
      for (const Value operand : reader->getOperands())
        if (const Leaf leaf = leafOf(operand);
            leaf.root && mayAlias(leaf.root, store.getRoot()) && !areApart(store, leaf))
          return reader;
  }
  return nullptr;
}

/// A reduction combines every element of the space, so the space stays that of its operand.
static bool canGrow(const FusionGroup &group) { return llvm::none_of(group.members, llvm::IsaPred<ReduceOp>); }

FusionVerdict canJoin(const FusionGroup &group, Operation *op, SymbolicExtents &extents, bool mayGuard,
                      JoinEffects &effects) {
  if (Operation *producer = findUnfinishedProducer(group, op))
    return FusionVerdict::blocked(BlockReason::needsWholeResult, producer);

  if (Operation *write = findWriteBeforeThrow(group, op))
    return FusionVerdict::blocked(BlockReason::throwsAfterWrite, write);

  if (Operation *reduction = findOtherReduction(group, op))
    return FusionVerdict::blocked(BlockReason::otherAxes, reduction);

  SmallVector<int64_t> space = group.extents;
  const bool followsItsValue = isa<AssignOp>(op) && group.produces(op->getOperand(0));
  if (auto store = dyn_cast<StoreOp>(op)) {
    const std::optional<SmallVector<int64_t>> target = spaceOf(store, extents);
    if (!target && group.hasSpace)
      return FusionVerdict::blocked(BlockReason::differentExtents, group.last());
    space = target.value_or(space);
  } else if (!followsItsValue) {
    space = spaceOf(op, extents);
  }
  if (group.hasSpace && space != group.extents) {
    const bool shrinks = broadcastsInto(space, group.extents) && !isa<ReduceOp, StackOp, StoreOp, AssignOp>(op);
    const bool grows = broadcastsInto(group.extents, space) && !isa<StoreOp, AssignOp>(op) && canGrow(group);
    if (!shrinks && !grows)
      return FusionVerdict::blocked(BlockReason::differentExtents, group.last());
    if (shrinks)
      space = group.extents;
  }
  auto fill = dyn_cast<StoreOp>(op);
  if (Operation *store = findStoreOfOtherRank(group, fill ? targetRank(fill) : space.size()))
    return FusionVerdict::blocked(BlockReason::differentExtents, store);
  if (Operation *reader = findReadBesideSmallerStore(group, op, space, extents))
    return FusionVerdict::blocked(BlockReason::writeAfterRead, reader);
  effects.extents = space;
  if (Operation *member = findOldAndNew(group, op))
    return FusionVerdict::blocked(BlockReason::writeAfterRead, member);
  return checkStorage(group, op, mayGuard, effects);
}

} // namespace gpufuse

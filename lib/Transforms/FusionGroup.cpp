// What a fusion group knows about its members, and the aliasing facts that legality asks for.
#include "Transforms/FusionGroup.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <optional>

using namespace mlir;

namespace gpufuse {
using namespace gf;

StringRef describe(BlockReason reason) {
  switch (reason) {
  case BlockReason::none:
    return "fused";
  case BlockReason::differentExtents:
    return "the extents are not known to be equal";
  case BlockReason::needsWholeResult:
    return "needs the whole result before it can start";
  case BlockReason::otherAxes:
    return "reduces along other axes";
  case BlockReason::readAfterWrite:
    return "reads other elements of what is written";
  case BlockReason::writeAfterRead:
    return "writes elements that are read at other places";
  case BlockReason::libraryCall:
    return "a library call in between needs the result or changes an operand";
  case BlockReason::hostTextBetween:
    return "host code in between needs the result or may change an operand";
  case BlockReason::throwsAfterWrite:
    return "could throw, and what is written before must then be visible";
  case BlockReason::circular:
    return "another region has to run in between";
  case BlockReason::tooLarge:
    return "the region would exceed its budget of operands and operations";
  case BlockReason::recomputesCostly:
    return "would repeat a costly computation for each row";
  case BlockReason::fusionOff:
    return "fusion is turned off";
  case BlockReason::limitReached:
    return "the limit of --fuse-limit was reached";
  }
  return "";
}

void FusionGroup::requireDisjoint(Value written, Value other) {
  const std::pair<Value, Value> pair(written, other), mirrored(other, written);
  if (!llvm::is_contained(disjoint, pair) && !llvm::is_contained(disjoint, mirrored))
    disjoint.push_back(pair);
}

Leaf leafOf(Value value) {
  Leaf leaf;
  while (const Value whole = shownArray(value.getDefiningOp())) {
    leaf.isPartOfPart = leaf.part != nullptr;
    leaf.part = value.getDefiningOp();
    value = whole;
  }
  if (auto read = value.getDefiningOp<ReadOp>()) {
    leaf.root = read.getRoot();
    leaf.read = read;
  }
  return leaf;
}

bool mayAlias(Value first, Value second) {
  if (first == second)
    return true;
  auto root = first.getDefiningOp<RootOp>(), other = second.getDefiningOp<RootOp>();
  if (!root || !other)
    return true; // unknown means blocked
  const bool bothReachable = (root.getEscapes() || root.getView()) && (other.getEscapes() || other.getView());
  return bothReachable && root.getType().getArray().getElementType() == other.getType().getArray().getElementType();
}

bool writesWhatItReads(StoreOp store, Leaf leaf) {
  if (store.getRoot() != leaf.root || leaf.isPartOfPart)
    return false;
  if (!leaf.part)
    return store.getPattern().empty();
  auto slice = dyn_cast<SliceOp>(leaf.part);
  return slice && store.getPattern() == slice.getPattern() && llvm::equal(store.getBounds(), slice.getBounds());
}

namespace {

/// What a part takes of one dimension, [first, last), as far as it is known. Constants below 0 count from the end.
struct Interval {
  Value first, last; ///< null: the dimension's own end
  std::optional<int64_t> firstNumber, lastNumber;
};

std::optional<int64_t> numberOf(Value value) {
  auto constant = value ? value.getDefiningOp<ConstantOp>() : ConstantOp();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return number ? std::optional(number.getInt()) : std::nullopt;
}

/// One a dimension of the variable; nothing for those with a step.
SmallVector<std::optional<Interval>> intervalsOf(ArrayRef<int32_t> pattern, ValueRange bounds) {
  SmallVector<std::optional<Interval>> intervals;
  for (const int32_t code : pattern) {
    const ValueRange own = bounds.take_front(numBounds(code));
    bounds = bounds.drop_front(numBounds(code));
    if (code == kSliceNewAxis)
      continue;
    Interval interval;
    if (code == kSliceIndex) {
      interval.firstNumber = numberOf(own.front());
      if (interval.firstNumber && *interval.firstNumber != -1)
        interval.lastNumber = *interval.firstNumber + 1;
    } else {
      if (code & kSliceHasLower)
        interval.firstNumber = numberOf(interval.first = own.front());
      else
        interval.firstNumber = 0;
      if (code & kSliceHasUpper)
        interval.lastNumber = numberOf(interval.last = own[code & kSliceHasLower ? 1 : 0]);
    }
    intervals.push_back(code > 0 && (code & kSliceHasStep) != 0 ? std::optional<Interval>() : interval);
  }
  return intervals;
}

/// Whether `left` ends where `right` begins, or before. Numbers below 0 and others are not compared.
bool isBefore(const Interval &left, const Interval &right) {
  if (left.last && left.last == right.first)
    return true;
  return left.lastNumber && right.firstNumber && (*left.lastNumber < 0) == (*right.firstNumber < 0) &&
         *left.lastNumber <= *right.firstNumber;
}

bool areApart(ArrayRef<int32_t> pattern, ValueRange bounds, ArrayRef<int32_t> otherPattern, ValueRange otherBounds) {
  const auto mine = intervalsOf(pattern, bounds), theirs = intervalsOf(otherPattern, otherBounds);
  return llvm::any_of(llvm::zip(mine, theirs), [](auto pair) {
    auto &[left, right] = pair;
    return left && right && (isBefore(*left, *right) || isBefore(*right, *left));
  });
}

} // namespace

bool areApart(StoreOp store, StoreOp other) {
  return store.getRoot() == other.getRoot() &&
         areApart(store.getPattern(), store.getBounds(), other.getPattern(), other.getBounds());
}

bool areApart(StoreOp store, const Leaf &leaf) {
  auto slice = leaf.isPartOfPart ? SliceOp() : dyn_cast_or_null<SliceOp>(leaf.part);
  return slice && store.getRoot() == leaf.root &&
         areApart(store.getPattern(), store.getBounds(), slice.getPattern(), slice.getBounds());
}

SmallVector<Operation *> readsOfWrites(const FusionGroup &group, Operation *end) {
  SmallVector<Operation *> reads;
  SmallVector<Value> written;
  for (Operation *op = group.members.front(); op != end; op = op->getNextNode()) {
    if (const Value root = group.contains(op) ? writtenRoot(op) : Value())
      written.push_back(root);
    if (!isa<ReadOp, SliceOp, ViewOp>(op))
      continue;
    const Leaf leaf = leafOf(op->getResult(0));
    const bool isOfLaterRead = isa<ReadOp>(op) || llvm::is_contained(reads, leaf.read);
    if (leaf.root && isOfLaterRead && llvm::any_of(written, [&](Value root) { return mayAlias(root, leaf.root); }))
      reads.push_back(op);
  }
  return reads;
}

Value writtenRoot(Operation *op) {
  if (auto assign = dyn_cast<AssignOp>(op))
    return assign.getRoot();
  if (auto store = dyn_cast<StoreOp>(op))
    return store.getRoot();
  return {};
}

Operation *lastWrite(const FusionGroup &group, Value root) {
  Operation *last = nullptr;
  for (Operation *member : group.members)
    if (writtenRoot(member) == root)
      last = member;
  return last;
}

bool writesAny(const FusionGroup &group, ValueRange roots) {
  return llvm::any_of(group.members, [&](Operation *member) {
    const Value written = writtenRoot(member);
    return written && llvm::any_of(roots, [&](Value root) { return mayAlias(written, root); });
  });
}

static bool readsAny(const FusionGroup &group, ValueRange roots) {
  return llvm::any_of(group.members, [&](Operation *member) {
    return llvm::any_of(member->getOperands(), [&](Value operand) {
      const Leaf leaf = leafOf(operand);
      return leaf.root && llvm::any_of(roots, [&](Value root) { return mayAlias(leaf.root, root); });
    });
  });
}

bool touchesAny(const FusionGroup &group, ValueRange roots) {
  return writesAny(group, roots) || readsAny(group, roots);
}

/// What the variable holds when the store begins, if an earlier write of the block says so.
static Value valueBefore(StoreOp store) {
  Operation *last = nullptr;
  for (Operation *user : store.getRoot().getUsers())
    if (writtenRoot(user) == store.getRoot() && user->getBlock() == store->getBlock() && user->isBeforeInBlock(store) &&
        (!last || last->isBeforeInBlock(user)))
      last = user;
  return last ? valueOfVariable(last) : Value();
}

Value valueOfVariable(Operation *write) {
  if (auto assign = dyn_cast<AssignOp>(write))
    return assign.getValue();
  auto store = dyn_cast<StoreOp>(write);
  if (!store || !store.getPattern().empty() || !store.getValue().getDefiningOp())
    return {};
  const Value before = valueBefore(store);
  for (const Value operand : store.getValue().getDefiningOp()->getOperands())
    if (auto read = operand.getDefiningOp<ReadOp>(); operand == before || (read && read.getRoot() == store.getRoot()))
      return store.getValue();
  return {};
}

static void collectShapeSources(Value value, llvm::SmallSetVector<Value, 8> &sources,
                                llvm::SmallPtrSetImpl<Operation *> &visited) {
  if (rankOf(value.getType()) == 0)
    return;
  Operation *op = value.getDefiningOp();
  if (op && isa<ElementwiseOp, CastOp, SinCosOp, CallOp>(op)) {
    if (visited.insert(op).second)
      for (const Value operand : op->getOperands())
        collectShapeSources(operand, sources, visited);
    return;
  }
  if (op && isa<RandomOp, FillOp, IotaOp>(op)) {
    for (const Value operand : op->getOperands())
      if (operand.getType().isSignlessInteger(64) && operand != op->getOperand(0))
        sources.insert(operand);
    if (isa<IotaOp>(op))
      sources.insert(op->getOperand(0));
    return;
  }
  const Leaf leaf = leafOf(value);
  sources.insert(leaf.root && !leaf.part ? leaf.root : value);
}

llvm::SmallSetVector<Value, 8> shapeSources(ValueRange values) {
  llvm::SmallSetVector<Value, 8> sources;
  llvm::SmallPtrSet<Operation *, 16> visited;
  for (const Value value : values)
    collectShapeSources(value, sources, visited);
  return sources;
}

bool canBeMember(Operation *op) {
  if (isa<AssignOp, StoreOp>(op))
    return true;
  if (isa<ReadOp, SliceOp, ViewOp, ConstantOp, RootOp>(op))
    return false;
  return op->getNumResults() != 0 && isa<RankedTensorType>(op->getResult(0).getType()) && isPure(op);
}

} // namespace gpufuse

// Which draws have to wait for a region's checks.
#include "Transforms/GroupEffects.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

/// Whether shapes that only show at run time could make `op` throw.
static bool mayThrow(Operation *op) {
  if (auto store = dyn_cast<StoreOp>(op))
    return isa<RankedTensorType>(store.getValue().getType());
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

Operation *findCheck(const FusionGroup &group) {
  const auto found = llvm::find_if(group.members, mayThrow);
  return found == group.members.end() ? nullptr : *found;
}

/// Names and arithmetic: text that neither calls nor changes anything.
static bool isPlain(StringRef text) {
  return llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || StringRef("_$ .:+-*/%<>").contains(c); }) &&
         !text.contains("++") && !text.contains("--");
}

static bool isEffect(Operation *op) {
  auto scalar = dyn_cast<ScalarOp>(op);
  return isa<DrawOp>(op) || (scalar && !scalar.getDirect() && !isPlain(scalar.getText()));
}

/// Whether only members use it, and only inside: extents are also needed by the check before the region.
static bool isOfGroup(Operation *op, const FusionGroup &group) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    return group.contains(user) && (isa<DrawOp>(op) || !isa<RandomOp, FillOp, IotaOp>(user));
  });
}

/// What a draw must not change places with.
static bool isBarrier(Operation *op) {
  auto slice = dyn_cast<SliceOp>(op);
  return isa<HostOp, ControlOp, RegionOp>(op) || (slice && llvm::is_contained(slice.getPattern(), kSliceIndex));
}

void takeInDraws(FusionGroup &group) {
  SmallVector<Operation *> taken; // from the last to the first
  for (Operation *op = group.last(); op != group.members.front(); op = op->getPrevNode()) {
    if (group.contains(op))
      continue;
    if (isBarrier(op) || (isEffect(op) && !isOfGroup(op, group)))
      break;
    if (isEffect(op))
      taken.push_back(op);
  }
  const auto isDraw = [](Operation *op) { return isa<DrawOp>(op); };
  if (llvm::none_of(taken, isDraw))
    return;
  Operation *check = findCheck(group);
  while (!taken.empty() && (!check || taken.back()->isBeforeInBlock(check) || !isDraw(taken.back())))
    taken.pop_back();
  auto members = group.members.takeVector();
  members.append(taken.begin(), taken.end());
  llvm::sort(members, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  group.members.insert(members.begin(), members.end());
}

} // namespace gpufuse

// The cost side of fusion: budgets, and no repeated costly work.
#include "Transforms/FusionProfit.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

bool isCostly(Operation *op) {
  if (isa<RandomOp, CallOp, SinCosOp>(op))
    return true;
  auto elementwise = dyn_cast<ElementwiseOp>(op);
  if (!elementwise)
    return false;
  static const llvm::StringSet<> cheap = {
      "positive",    "negative",   "absolute",    "sign",          "square",      "add",         "subtract",
      "multiply",    "divide",     "sqrt",        "reciprocal",    "floor",       "ceil",        "rint",
      "trunc",       "isnan",      "isinf",       "isfinite",      "signbit",     "logical_not", "invert",
      "minimum",     "maximum",    "fmin",        "fmax",          "copysign",    "equal",       "not_equal",
      "less",        "less_equal", "greater",     "greater_equal", "logical_and", "logical_or",  "logical_xor",
      "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift",    "right_shift", "where",       "clip"};
  return !cheap.contains(elementwise.getFunction());
}

/// Members that would run once for each index of a larger space than their own.
static Operation *findCostlyRepetition(const FusionGroup &group, Operation *op, ArrayRef<int64_t> space,
                                       SymbolicExtents &extents) {
  const auto repeats = [&](Operation *member) {
    if (member->getNumResults() == 0 || isa<ReduceOp, StackOp>(member))
      return false;
    const SmallVector<int64_t> own = extents.of(member->getResult(0));
    return !own.empty() && ArrayRef<int64_t>(own) != space && isCostly(member);
  };
  if (repeats(op))
    return op;
  if (ArrayRef<int64_t>(group.extents) == space)
    return nullptr;
  for (Operation *member : group.members)
    if (repeats(member))
      return member;
  return nullptr;
}

static size_t countInputs(const FusionGroup &group, Operation *op) {
  llvm::SmallPtrSet<void *, 16> inputs;
  const auto collect = [&](Operation *user) {
    for (const Value operand : user->getOperands())
      if (!group.produces(operand) && isa<RankedTensorType>(operand.getType()))
        inputs.insert(operand.getAsOpaquePointer());
  };
  llvm::for_each(group.members, collect);
  collect(op);
  return inputs.size();
}

FusionVerdict isWorthFusing(const FusionGroup &group, Operation *op, ArrayRef<int64_t> space, SymbolicExtents &extents,
                            const FusionBudget &budget) {
  if (group.members.empty())
    return FusionVerdict::allowed();
  const auto writes = llvm::count_if(group.members, [](Operation *member) { return writtenRoot(member) != nullptr; });
  if (group.members.size() >= budget.operations || countInputs(group, op) > budget.inputs ||
      (writtenRoot(op) && static_cast<size_t>(writes) >= budget.writes))
    return FusionVerdict::blocked(BlockReason::tooLarge, group.last());
  if (Operation *costly = findCostlyRepetition(group, op, space, extents))
    return FusionVerdict::blocked(BlockReason::recomputesCostly, costly);
  return FusionVerdict::allowed();
}

} // namespace gpufuse

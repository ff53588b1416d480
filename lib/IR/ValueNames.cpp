// Follows a value to what has a name.
#include "IR/ValueNames.h"

using namespace mlir;

namespace gpufuse::gf {

static std::string reductionName(ReductionKind kind, StringRef operand) {
  return (stringifyReductionKind(kind) + "_of_" + (operand.empty() ? "values" : operand)).str();
}

/// The only thing that is done with a value; null where there are several or none.
static Operation *onlyUser(Value value) { return value.hasOneUse() ? *value.user_begin() : nullptr; }

/// A kernel knows what its body yields.
static std::string nameInMessages(KernelOp kernel, size_t result) {
  const Value value = kernel.getResult(result);
  // A location that is fused in another way is that of all operations in the kernel.
  const auto fused = dyn_cast<FusedLoc>(kernel.getLoc());
  const bool isOfResult = isa<NameLoc>(kernel.getLoc()) || (fused && fused.getMetadata());
  if (const StringRef name = nameOf(value); isOfResult && !name.empty())
    return name.str();
  size_t first = 0;
  for (size_t before = 0; before < result; ++before)
    first += std::max<int64_t>(1, kernel.getLanes()[before]);
  const Value yielded = kernel.getBody().front().back().getOperand(first);
  if (const int32_t kind = kernel.getReductions()[result]; kind >= 0)
    return reductionName(static_cast<ReductionKind>(kind), nameOf(yielded));
  const StringRef name = kernel.getLanes()[result] ? StringRef() : nameOf(yielded);
  return name.empty() ? "result" : name.str();
}

std::string nameInMessages(Operation *op) {
  if (op->getNumResults() != 0)
    return nameInMessages(op->getResult(0));
  auto root = isa<AssignOp, StoreOp>(op) ? op->getOperand(1).getDefiningOp<RootOp>() : RootOp();
  return root ? root.getText().str() : "result";
}

Value insideRegion(Value value) {
  auto region = value.getDefiningOp<RegionOp>();
  return region ? region.getBody().front().back().getOperand(cast<OpResult>(value).getResultNumber()) : value;
}

std::string nameInMessages(Value value) {
  value = insideRegion(value);
  if (auto kernel = value.getDefiningOp<KernelOp>())
    return nameInMessages(kernel, cast<OpResult>(value).getResultNumber());
  if (const StringRef name = nameOf(value); !name.empty())
    return name.str();
  if (auto reduction = value.getDefiningOp<ReduceOp>())
    return reductionName(reduction.getKind(), nameOf(reduction.getInput()));
  Operation *user = onlyUser(value);
  return user && user->getNumResults() <= 1 && user->getNumRegions() == 0 ? nameInMessages(user) : "result";
}

} // namespace gpufuse::gf

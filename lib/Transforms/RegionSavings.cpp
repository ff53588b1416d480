// Counts the launches and the memory traffic that a region saves.
#include "Transforms/RegionSavings.h"

#include "Transforms/FusionGroup.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

/// `x += e` is one operation with x for its result, though the IR has an operation and a store.
static bool isCompound(Operation *op) {
  auto store = dyn_cast<StoreOp>(op);
  Operation *computed = store ? store.getValue().getDefiningOp() : nullptr;
  return computed && computed->getBlock() == store->getBlock() &&
         llvm::any_of(computed->getOperands(),
                      [&](Value operand) { return writesWhatItReads(store, leafOf(operand)); });
}

static int64_t bytesOf(Value value) {
  return std::max<int64_t>(1, elementType(value.getType()).getIntOrFloatBitWidth() / 8);
}

void noteSavings(RegionOp region) {
  Block &body = region.getBody().front();
  int64_t operations = 0, bytes = 0;
  DenseMap<Value, int64_t> reads;
  for (Operation &op : body) {
    if (isa<AssignOp, YieldOp, DrawOp, ScalarOp>(op) || isCompound(&op))
      continue;
    operations += isa<SinCosOp>(op) ? 2 : 1;
    for (const Value operand : op.getOperands())
      if (rankOf(operand.getType()) != 0)
        ++reads[operand];
  }
  for (auto [value, count] : reads)
    bytes += bytesOf(value) * (region.getBody().isAncestor(value.getParentRegion()) ? count : count - 1);
  for (Operation &op : body)
    for (const Value result : op.getResults())
      if (rankOf(result.getType()) != 0 &&
          llvm::none_of(result.getUsers(), [](Operation *user) { return isa<AssignOp, StoreOp, YieldOp>(user); }))
        bytes += bytesOf(result);
  Builder attributes(region.getContext());
  region->setAttr("gf.operations", attributes.getI64IntegerAttr(operations));
  region->setAttr("gf.bytes_saved", attributes.getI64IntegerAttr(bytes));
}

} // namespace gpufuse

// Follows operands to the regions that made them, and writes down why those ended.
#include "Transforms/Refusals.h"

#include "IR/ValueNames.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

void Refusals::noteEnd(RegionOp region, const FusionGroup &group, BlockReason reason, int64_t line) {
  endings[region] = {reason, line};
  for (Operation *member : group.members)
    if (const Value root = writtenRoot(member))
      lastWriter[root] = region;
}

RegionOp Refusals::madeBy(Value value) const {
  if (auto region = value.getDefiningOp<RegionOp>())
    return region;
  const Leaf leaf = leafOf(value);
  return leaf.root ? lastWriter.lookup(leaf.root) : RegionOp();
}

static DictionaryAttr entryOf(Value from, Operation &to, BlockReason reason, int64_t reasonLine) {
  Builder builder(to.getContext());
  from = insideRegion(from);
  const NamedAttribute entry[] = {builder.getNamedAttr("from", builder.getStringAttr(nameInMessages(from))),
                                  builder.getNamedAttr("from_line", builder.getI64IntegerAttr(lineOf(from.getLoc()))),
                                  builder.getNamedAttr("to", builder.getStringAttr(nameInMessages(&to))),
                                  builder.getNamedAttr("line", builder.getI64IntegerAttr(lineOf(to.getLoc()))),
                                  builder.getNamedAttr("reason", builder.getStringAttr(describe(reason))),
                                  builder.getNamedAttr("reason_line", builder.getI64IntegerAttr(reasonLine))};
  return builder.getDictionaryAttr(entry);
}

void Refusals::noteOperands(Operation &op, Operation *statement, SmallVectorImpl<Attribute> &refused) {
  for (const Value operand : op.getOperands()) {
    RegionOp region = madeBy(operand);
    const auto ending = endings.find(region);
    if (region && ending != endings.end() && noted.insert({region, statement}).second)
      refused.push_back(entryOf(operand, op, ending->second.reason, ending->second.line));
  }
}

} // namespace gpufuse

// Pairs sin(x) and cos(x), for every kernel that rotates something.
#include "IR/ElementTypes.h"
#include "IR/GpuFuseDialect.h"
#include "Transforms/SimplifyParts.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace {

struct Pair {
  ElementwiseOp sine, cosine;
};

} // namespace

void gpufuse::pairSineAndCosine(Block &block) {
  llvm::MapVector<Value, Pair> pairs;
  for (auto op : block.getOps<ElementwiseOp>()) {
    if (is_half(idOf(op.getType()))) // rounds each by itself
      continue;
    if (op.getFunction() == "sin")
      pairs[op.getInputs()[0]].sine = op;
    else if (op.getFunction() == "cos")
      pairs[op.getInputs()[0]].cosine = op;
  }
  for (auto &[operand, pair] : pairs) {
    if (!pair.sine || !pair.cosine)
      continue;
    Operation *first = pair.sine->isBeforeInBlock(pair.cosine) ? pair.sine : pair.cosine;
    OpBuilder builder(first);
    const Location location =
        FusedLoc::get({pair.sine.getLoc(), pair.cosine.getLoc()}, builder.getStringAttr("results"),
                      builder.getContext()); // one part a result
    auto both = builder.create<SinCosOp>(location, operand);
    pair.sine.replaceAllUsesWith(both.getSine());
    pair.cosine.replaceAllUsesWith(both.getCosine());
    pair.sine.erase();
    pair.cosine.erase();
  }
}

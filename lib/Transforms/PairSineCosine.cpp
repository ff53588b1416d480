// Pairs sin(x) and cos(x), for every kernel that rotates something.
#include "IR/GpuFuseDialect.h"
#include "Transforms/SimplifyParts.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace {

struct Pair {
  ElementwiseOp sine, cosine;
};

/// The location without the user's name: a name of one of two results would be taken for both.
Location withoutName(Location location) {
  auto named = dyn_cast<NameLoc>(location);
  return named ? named.getChildLoc() : location;
}

} // namespace

void gpufuse::pairSineAndCosine(Block &block) {
  llvm::MapVector<Value, Pair> pairs;
  for (auto op : block.getOps<ElementwiseOp>()) {
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
    const Location location = builder.getFusedLoc({withoutName(pair.sine.getLoc()), withoutName(pair.cosine.getLoc())});
    auto both = builder.create<SinCosOp>(location, operand);
    pair.sine.replaceAllUsesWith(both.getSine());
    pair.cosine.replaceAllUsesWith(both.getCosine());
    pair.sine.erase();
    pair.cosine.erase();
  }
}

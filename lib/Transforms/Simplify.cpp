// gf-simplify: exact clean-up before any decision is made.
#include "IR/Stages.h"
#include "Transforms/Passes.h"
#include "Transforms/SimplifyParts.h"
#include "Transforms/StatementChecks.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace gpufuse {
#define GEN_PASS_DEF_GFSIMPLIFY
#include "Transforms/Passes.h.inc"

using namespace mlir;
using namespace gf;

namespace {

/// Hashes and compares operations by what they compute, not where.
struct SameComputation : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(const_cast<Operation *>(op), OperationEquivalence::directHashValue,
                                             OperationEquivalence::ignoreHashValue,
                                             OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    const auto isMarker = [](const Operation *op) { return op == getEmptyKey() || op == getTombstoneKey(); };
    if (lhs == rhs || isMarker(lhs) || isMarker(rhs))
      return lhs == rhs;
    return OperationEquivalence::isEquivalentTo(const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
                                                OperationEquivalence::IgnoreLocations);
  }
};

/// Pure operations, and captured text that cannot change meaning: the same computation is the same value.
bool canMerge(Operation &op) {
  if (auto scalar = dyn_cast<ScalarOp>(op))
    return scalar.getDirect();
  return (isa<SliceOp, ViewOp>(op) || isPure(&op)) && op.getNumResults() != 0 && op.getNumRegions() == 0;
}

/// gf-cse: merges equal pure operations of one block, or of one statement, and keeps the locations of both.
/// O(operations).
void mergeEqualOperations(Block &block, bool isAcrossStatements) {
  DenseMap<Operation *, Operation *, SameComputation> seen;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isAcrossStatements && isa<StatementOp, HostOp, ControlOp>(op))
      seen.clear();
    if (!canMerge(op))
      continue;
    auto [entry, isNew] = seen.try_emplace(&op, &op);
    if (isNew)
      continue;
    Operation *first = entry->second;
    first->setLoc(Builder(op.getContext()).getFusedLoc({first->getLoc(), op.getLoc()}));
    op.replaceAllUsesWith(first);
    op.erase();
  }
}

struct Simplify : impl::GFSimplifyBase<Simplify> {
  using GFSimplifyBase::GFSimplifyBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(requireStage(function, Stage::lifted)))
      return signalPassFailure();
    SmallVector<Block *> blocks; // inner blocks come first
    function.walk([&](Block *block) { blocks.push_back(block); });
    eraseDeadAssignments(function);
    for (Block *block : blocks) // before folding, which would drop their checks too
      eraseDeadOperations(*block);

    RewritePatternSet patterns(&getContext());
    ElementwiseOp::getCanonicalizationPatterns(patterns, &getContext());
    ExtentOp::getCanonicalizationPatterns(patterns, &getContext());
    StoreOp::getCanonicalizationPatterns(patterns, &getContext());
    if (!noFuse)
      addMovesOfViews(patterns);
    if (failed(applyPatternsAndFoldGreedily(function, std::move(patterns))))
      return signalPassFailure();

    for (Block *block : blocks)
      mergeEqualOperations(*block, /*isAcrossStatements=*/!noFuse);
    for (Block *block : blocks)
      eraseDeadOperations(*block);
    if (noFuse)
      return;
    for (Block *block : blocks)
      pairSineAndCosine(*block);
  }
};

} // namespace
} // namespace gpufuse

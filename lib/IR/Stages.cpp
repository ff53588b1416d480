// Each stage is told by where array operations stand.
#include "IR/Stages.h"

#include "IR/GpuFuseDialect.h"

using namespace mlir;

namespace gpufuse::gf {

/// Whether the operation computes array elements, which only a kernel can.
static bool needsKernel(Operation *op) {
  const bool isArray = llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  return isArray && isa<FillOp, IotaOp, RandomOp, StackOp, ReduceOp, SinCosOp, ElementwiseOp, CastOp, CallOp>(op);
}

static LogicalResult requireStageOf(Operation *op, Stage stage) {
  if (stage == Stage::lifted && isa<RegionOp, KernelOp>(op))
    return op->emitOpError("is there already: regions are formed once, of lifted statements");
  if (stage == Stage::regions && isa<KernelOp>(op))
    return op->emitOpError("is there already: regions are scheduled once");
  if (stage == Stage::regions && needsKernel(op) && !isa<RegionOp>(op->getParentOp()))
    return op->emitOpError("is in no region: run gf-form-regions first");
  if (stage == Stage::kernels && needsKernel(op))
    return op->emitOpError("is in no kernel: run gf-schedule first");
  return success();
}

LogicalResult requireStage(Operation *parent, Stage stage) {
  const WalkResult result = parent->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(requireStageOf(op, stage)))
      return WalkResult::interrupt();
    return isa<KernelOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace gpufuse::gf

// The ordered list of passes between lifting and printing.
#pragma once

#include "mlir/Pass/PassManager.h"

namespace gpufuse {

struct PipelineOptions {
  bool noFuse = false;
  int64_t fuseLimit = -1;
};

/// How far to go: `--emit=regions` stops before scheduling.
enum class PipelineEnd { regions, kernels };

/// Appends the passes to `manager`, in order.
void buildPipeline(mlir::OpPassManager &manager, const PipelineOptions &options,
                   PipelineEnd end = PipelineEnd::kernels);

} // namespace gpufuse

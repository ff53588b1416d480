// Declares the passes over gf IR for the pipeline and for gpufuse-opt.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace gpufuse {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "Transforms/Passes.h.inc"

} // namespace gpufuse

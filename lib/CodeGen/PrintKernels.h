// Kernels and host code as text without the user's file: for `gpufuse --emit=kernels` and for tests.
#pragma once

#include "CodeGen/EmitOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace gpufuse {

/// Prints what a scheduled module adds to the user's file: for each function its kernels, then what its statements
/// become, in order.
void printKernels(mlir::ModuleOp module, Target target, llvm::raw_ostream &stream);

/// Registers the passes `--gf-print-cuda` and `--gf-print-cpu`, which print to stdout and change nothing.
void registerPrintKernels();

} // namespace gpufuse

// The CUDA kernels, one function a schedule; each prints one `static __global__` function around the plan's body.
#pragma once

#include "CodeGen/KernelPlan.h"

namespace gpufuse::cuda {

/// One vector of 16 bytes of the narrowest operand a thread; for dense operands.
void printMapKernel(const KernelPlan &plan, SourceWriter &writer);

/// One element a thread, any strides; also for stacks on any axis, a lane each.
void printStridedMapKernel(const KernelPlan &plan, SourceWriter &writer);

/// Stacks on the last axis, stored through shared memory.
void printInterleavedKernel(const KernelPlan &plan, SourceWriter &writer);

/// Full reductions with mapped outputs beside them, for dense and for strided operands.
void printReductionKernel(const KernelPlan &plan, SourceWriter &writer);
void printStridedReductionKernel(const KernelPlan &plan, SourceWriter &writer);

/// Reductions along some of the axes, of rows or of columns.
void printAxisReduction(const KernelPlan &plan, SourceWriter &writer);
void printStridedAxisReduction(const KernelPlan &plan, SourceWriter &writer);

} // namespace gpufuse::cuda

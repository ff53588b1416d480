// The kernels of the CPU target: functions with OpenMP loops around the plan's body, launched by a plain call.
#pragma once

#include "CodeGen/KernelPlan.h"

namespace gpufuse::cpu {

/// One loop over dense operands; stacks on the last axis are written interleaved.
void printMapLoop(const KernelPlan &plan, SourceWriter &writer);

/// A loop a dimension, any strides.
void printStridedMapLoops(const KernelPlan &plan, SourceWriter &writer);

/// Full reductions in the canonical order, a block of it a task, with mapped outputs beside them.
void printReductionLoops(const KernelPlan &plan, SourceWriter &writer);
void printStridedReductionLoops(const KernelPlan &plan, SourceWriter &writer);

/// Reductions along some of the axes, of rows or of columns.
void printAxisLoops(const KernelPlan &plan, SourceWriter &writer);
void printStridedAxisLoops(const KernelPlan &plan, SourceWriter &writer);

} // namespace gpufuse::cpu

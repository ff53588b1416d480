// What a region saves over running its operations one by one: figures for the report.
#pragma once

#include "IR/GpuFuseDialect.h"

namespace gpufuse {

/// Notes on a region, before it is scheduled, what NumPy-style execution would launch (`gf.operations`) and the bytes
/// an element it would move on top (`gf.bytes_saved`): each intermediate is written once and read by each of its users;
/// an operand used by several operations is read by each. O(operations * operands).
void noteSavings(gf::RegionOp region);

} // namespace gpufuse

// Turns a finished FusionGroup into a `gf.region`.
#pragma once

#include "Transforms/FusionGroup.h"
#include "Transforms/SymbolicExtents.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace gpufuse {

/// Moves the members into a new `gf.region` where the last of them stood, and yields what is used outside. Later uses
/// of a value that was assigned to a variable become reads of the variable where nothing changes it in between.
/// With run-time conditions (storage that must be disjoint, or `gf.one_shape`: every operand has the same shape),
/// `fallback` gets a copy of the members (not yet regions); `copyOf` maps member to copy. Its number is given later.
gf::RegionOp buildRegion(FusionGroup &group, SymbolicExtents &extents, bool mayHaveFallback, mlir::IRMapping &copyOf);

/// Numbers the regions 1, 2, ... in the order of the output, so that people find them there; the regions of fallbacks
/// come after all others.
void numberRegions(mlir::func::FuncOp function);

} // namespace gpufuse

// Turns a finished FusionGroup into a `gf.region`.
#pragma once

#include "Transforms/FusionGroup.h"
#include "Transforms/SymbolicExtents.h"
#include "mlir/IR/IRMapping.h"

namespace gpufuse {

/// Moves the members into a new `gf.region` where the last of them stood, and yields what is used outside. Later uses
/// of a value that was assigned to a variable become reads of the variable where nothing changes it in between.
/// With run-time conditions (storage that must be disjoint, or `gf.one_shape`: every operand has the same shape),
/// `fallback` gets a copy of the members (not yet regions); `copyOf` maps member to copy.
gf::RegionOp buildRegion(FusionGroup &group, int64_t id, SymbolicExtents &extents, bool mayHaveFallback,
                         mlir::IRMapping &copyOf);

} // namespace gpufuse

// The parts of gf-simplify that are long enough for a file of their own.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace gpufuse {

/// Replaces a sine and a cosine of the same float or double operand in one block by one `gf.sincos`, which the
/// device computes with one range reduction, bit for bit the same.
void pairSineAndCosine(mlir::Block &block);

/// Patterns by which views and parts move up to the one array from which an array is computed, and into ranges: what is
/// not shown is not computed, and the rest is no region's end.
void addMovesOfViews(mlir::RewritePatternSet &patterns);

/// Removes assignments to local array variables that nothing reads before the next one. O(uses of the variables).
void eraseDeadAssignments(mlir::func::FuncOp function);

} // namespace gpufuse

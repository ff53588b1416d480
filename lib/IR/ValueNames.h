// What messages and reports call a value that the user gave no name: the same as emitted code does.
#pragma once

#include "IR/GpuFuseDialect.h"

#include <string>

namespace gpufuse::gf {

/// What a region's result is inside the region, with a name and line of its own; any other value as it is.
[[nodiscard]] mlir::Value insideRegion(mlir::Value value);

/// The value's name, or that of the variable or value which it becomes a part of; where there is none,
/// `sum_of_x` for a reduction of `x`, and `result`. O(length of the chain of users).
[[nodiscard]] std::string nameInMessages(mlir::Value value);

/// The same for what an operation makes or writes.
[[nodiscard]] std::string nameInMessages(mlir::Operation *op);

} // namespace gpufuse::gf

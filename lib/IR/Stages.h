// Where IR is on its way from lifted statements to kernels. Passes and printers ask before they trust its form.
#pragma once

#include "mlir/IR/Operation.h"

namespace gpufuse::gf {

enum class Stage {
  lifted,  ///< array operations between marks of statements; no region yet
  regions, ///< every array operation in a region; no kernel yet
  kernels, ///< every array operation in a kernel
};

/// Fails, with an error at the first operation that does not belong there, unless all IR in `parent` is at `stage`.
[[nodiscard]] mlir::LogicalResult requireStage(mlir::Operation *parent, Stage stage);

} // namespace gpufuse::gf

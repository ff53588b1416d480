// Calls that a library computes between regions, such as sort and matmul, for the report.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseSet.h"
#include "clang/AST/Stmt.h"

namespace gpufuse {

/// Gives the operation of a host text the names of the library's functions that the text calls, for the report. Parts in
/// `without` were lifted.
void noteLibraryCalls(mlir::Operation *host, const clang::Stmt *text,
                      const llvm::DenseSet<const clang::Stmt *> &without);

} // namespace gpufuse

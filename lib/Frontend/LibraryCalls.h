// Calls that a library computes between regions, such as sort and matmul.
#pragma once

#include "mlir/IR/Operation.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseSet.h"

namespace gpufuse {

/// Whether a library computes what this function returns.
[[nodiscard]] bool isLibraryFunction(const clang::FunctionDecl *callee);

/// Gives the operation of a host text the names of the library's functions that the text calls, for the report. Parts
/// in `without` were lifted.
void noteLibraryCalls(mlir::Operation *host, const clang::Stmt *text,
                      const llvm::DenseSet<const clang::Stmt *> &without);

} // namespace gpufuse

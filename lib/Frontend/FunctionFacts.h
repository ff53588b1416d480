// What holds of a function's variables wherever they are used, for the rules about scalars and aliasing.
#pragma once

#include "Frontend/ArrayBinding.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

namespace gpufuse {

struct FunctionFacts {
  llvm::DenseSet<const clang::ValueDecl *> modified; ///< changed, or changeable through a reference, after declaration
  llvm::DenseSet<const clang::ValueDecl *> escaping; ///< other code may reach it: address taken, captured, viewed
};

/// One walk over the body, lambdas included.
[[nodiscard]] FunctionFacts gatherFacts(const clang::FunctionDecl *function, const ArrayBinding &binding);

/// The variable of which an lvalue is (a part of) the storage, or null: `s` of `s.v`, `x` of `std::move(x)(1)`.
[[nodiscard]] const clang::ValueDecl *baseOf(const clang::Expr *expression);

/// Whether a function is the standard library's, members of its classes included.
[[nodiscard]] bool isStandard(const clang::FunctionDecl *function);

/// Whether the call is `std::move` or `std::forward`.
[[nodiscard]] bool isStdMove(const clang::CallExpr *call);

} // namespace gpufuse

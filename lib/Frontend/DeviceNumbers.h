// Numbers computed from arrays that only array operations use: they need not come to the host.
#pragma once

#include "Frontend/ArrayBinding.h"
#include "Frontend/FunctionFacts.h"

namespace gpufuse {

using Numbers = llvm::DenseSet<const clang::VarDecl *>;

/// The locals `float m = gf::mean(x);` and `float d = 1 / (m + 1);` of the body that never change and that nothing but
/// operands of array operations, and such locals, name.
[[nodiscard]] Numbers findDeviceNumbers(const clang::FunctionDecl *function, const ArrayBinding &binding,
                                        const FunctionFacts &facts);

/// `a + b`, `a - b`, `a * b` or `a / b` of one floating-point type, by the name of the array function, or empty.
[[nodiscard]] llvm::StringRef arithmeticName(const clang::BinaryOperator *operation);

/// Whether a cast, or one behind parentheses, only changes a floating-point number's type.
[[nodiscard]] const clang::Expr *behindFloatingCast(const clang::Expr *e);

} // namespace gpufuse

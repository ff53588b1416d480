// Takes calls of the array language apart; a part of its binding, for ArrayBinding.cpp only.
#pragma once

#include "Frontend/ArrayBinding.h"

namespace gpufuse {

/// Describes a stripped expression, or nothing if it is no operation of the array language.
[[nodiscard]] std::optional<ArrayOperation> describeCall(const ArrayBinding &binding, const clang::ASTContext &ast,
                                                         const clang::Expr *expression);

} // namespace gpufuse

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

} // namespace gpufuse

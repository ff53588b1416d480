// The inside of every kernel: one plain function that computes one element, the same text for both targets but for
// the spelling of functions.
#pragma once

#include "CodeGen/EmitOptions.h"
#include "CodeGen/KernelPlan.h"

namespace gpufuse {

/// Prints the body function of a kernel: inputs by value, results by reference, a line for each named or repeated
/// value. What the user wrote as one expression stays one; nothing is reassociated.
void printScalarBody(const KernelPlan &plan, Target target, SourceWriter &writer);

/// The first words of a function that kernels call.
[[nodiscard]] llvm::StringRef inlineFunctionPrefix(Target target);

} // namespace gpufuse

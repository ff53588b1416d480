// Included by emitted files only, for the whole of them: what is fused leaves the user's helpers, lambdas and numbers
// unused, and kernels spell out what the user's arrays only meant (`x == x`, `x / 0.0`). None of it is a mistake.
#pragma once

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
#ifdef __NVCC__
#pragma nv_diag_suppress 39  // division by zero
#pragma nv_diag_suppress 177 // declared but never referenced
#pragma nv_diag_suppress 550 // set but never used
#endif

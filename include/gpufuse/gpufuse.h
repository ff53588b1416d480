// The array language whole, for user programs: `#include <gpufuse/gpufuse.h>`.
//
// Compiled as it stands, by any C++20 compiler, it runs eagerly on the CPU; that is the meaning of a program.
// The gpufuse compiler gives functions marked [[gpufuse::fuse]] the same meaning in fused kernels.
#pragma once

// Other compilers do not know [[gpufuse::fuse]] and need not warn of it.
#if defined(__CUDACC__) && !defined(__clang__)
#pragma nv_diag_suppress 2803
#endif
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-attributes"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored_attributes "gpufuse::"
#endif

#include <gpufuse/array.h>
#include <gpufuse/composed.h>
#include <gpufuse/composed_arrays.h>
#include <gpufuse/create.h>
#include <gpufuse/dlpack.h>
#include <gpufuse/elementwise.h>
#include <gpufuse/error.h>
#include <gpufuse/manipulate.h>
#include <gpufuse/print.h>
#include <gpufuse/random.h>
#include <gpufuse/rearrange.h>
#include <gpufuse/reduce.h>

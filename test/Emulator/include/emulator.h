// What nvcc gives to every .cu file before its first line, for kernels that run as C++ functions: the words and names
// of device code. `compile` includes it ahead of the file; nothing else should.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sincosf
#endif
#define __CUDACC__ 1
#include <cuda_runtime.h>

#include <cmath>
#include <cstring>

#define __host__
#define __device__
#define __global__ __attribute__((noinline))
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
// One block runs at a time, so a static variable is a block's own. `used`: no optimiser may think it knows every
// access. The section says which variables are forgotten between blocks; its dot keeps their red zones.
#define __shared__ static __attribute__((used, section(".gpufuse.shared")))

// Constant while a thread runs; each thread begins to read them only once it runs.
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

#include "emulator/arithmetic.h"
#include "emulator/atomics.h"
#include "emulator/builtins.h"
#include "emulator/warp.h"

// Its parameters are known only where a kernel is launched, so this is where the way to call it is learnt.
#define GPUFUSE_BEFORE_LAUNCH(kernel) ::gpufuse::emulator::announce(kernel)

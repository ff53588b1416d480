// Correct kernels give the right numbers and no report, in the natural and in shuffled orders.
// REQUIRES: emulator
// RUN: %emulate %s -o %t
// RUN: %t | FileCheck %s
// RUN: env GPUFUSE_EMULATOR_SEED=1 %t | FileCheck %s
// RUN: env GPUFUSE_EMULATOR_SEED=2 %t | FileCheck %s
#include "Inputs/program.h"

static __global__ void block_sum(const float *x, float *y) {
  __shared__ float values[256];
  values[threadIdx.x] = x[threadIdx.x];
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    *y = values[0];
}
static __global__ void dynamic_reverse(const float *x, float *y) {
  extern __shared__ float values[];
  values[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
static __global__ void warp_values(int *y) {
  const int lane = threadIdx.x % 32;
  int *mine = y + threadIdx.x * 8;
  mine[0] = __shfl_sync(0xffffffffu, lane, 5);
  mine[1] = __shfl_up_sync(0xffffffffu, lane, 3);
  mine[2] = __shfl_down_sync(0xffffffffu, lane, 3);
  mine[3] = __shfl_xor_sync(0xffffffffu, lane, 7);
  mine[4] = __shfl_down_sync(0xffffffffu, lane, 1, 8);
  mine[5] = static_cast<int>(__ballot_sync(0xffffffffu, lane % 2));
  mine[6] = __any_sync(0xffffffffu, lane == 4) + 2 * __all_sync(0xffffffffu, lane < 31);
  mine[7] = lane < 16 ? static_cast<int>(__shfl_xor_sync(0xffffu, static_cast<long long>(lane), 1)) : -1;
}
static __global__ void warp_barrier(float *y) {
  __shared__ float values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const float other = values[threadIdx.x ^ 1];
  __syncwarp();
  values[threadIdx.x] = other;
  y[threadIdx.x] = other + __syncthreads_count(threadIdx.x < 10);
}
static __global__ void last_block(const float *x, float *parts, unsigned *ticket, float *y) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < 32; ++i)
      sum += x[blockIdx.x * 32 + i];
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
    return;
  __threadfence();
  if (threadIdx.x == 0) {
    *y = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      *y += parts[b];
    *ticket = 0;
  }
}
static __global__ void histogram(const float *x, int *y) {
  __shared__ int bins[4];
  if (threadIdx.x < 4)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[static_cast<int>(x[blockIdx.x * blockDim.x + threadIdx.x]) % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4)
    atomicAdd(y + threadIdx.x, bins[threadIdx.x]);
}

template <typename T> static void show(const char *name, const gf::array<T, 1> &values) {
  std::printf("%s", name);
  for (const T value : values.host())
    std::printf(" %g", static_cast<double>(value));
  std::printf("\n");
}

int main() {
  const floats x = gf::arange(256.f);
  floats y = gf::zeros<float>({1}), r = gf::zeros<float>({4}), w = gf::zeros<float>({64}),
         parts = gf::zeros<float>({8});
  ints v = gf::zeros<std::int32_t>({64 * 8}), ticket = gf::zeros<std::int32_t>({1}),
       bins = gf::zeros<std::int32_t>({4});
  rt::launch(block_sum, 1, 256, 0, rt::read(x), rt::write(y));
  // CHECK: block_sum 32640
  show("block_sum", y);
  rt::launch(dynamic_reverse, 1, 4, 16, rt::read(x), rt::write(r));
  // CHECK-NEXT: dynamic_reverse 3 2 1 0
  show("dynamic_reverse", r);
  rt::launch(warp_values, 1, 64, 0, rt::write(v));
  std::printf("warp_values");
  for (int i = 0; i < 8; ++i)
    std::printf(" %x", static_cast<int>(v(33 * 8 + i)));
  // Lane 1 of the second warp; it is below lane 3, whose value nobody shifts up to it.
  // CHECK-NEXT: warp_values 5 1 4 6 2 aaaaaaaa 1 0
  std::printf("\n");
  rt::launch(warp_barrier, 1, 64, 0, rt::write(w));
  // CHECK-NEXT: warp_barrier 11 10 13 12 15
  show("warp_barrier", w);
  for (int again = 0; again < 2; ++again) {
    rt::launch(last_block, 8, 32, 0, rt::read(x), rt::write(parts), reinterpret_cast<unsigned *>(rt::update(ticket)),
               rt::write(y));
    // CHECK-NEXT: last_block 32640
    // CHECK-NEXT: last_block 32640
    show("last_block", y);
  }
  rt::launch(histogram, 4, 64, 0, rt::read(x), rt::update(bins));
  // CHECK-NEXT: histogram 64 64 64 64
  show("histogram", bins);
}

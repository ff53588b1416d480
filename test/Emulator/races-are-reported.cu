// Accesses that nothing orders end the program, in whatever order the threads ran.
// REQUIRES: emulator
// RUN: %emulate %s -o %t
// RUN: %finds-defect %t missing-barrier | FileCheck %s --check-prefix=MISSING
// RUN: env GPUFUSE_EMULATOR_SEED=5 %finds-defect %t missing-barrier | FileCheck %s --check-prefix=MISSING
// MISSING: kernel 'missing_barrier', block 0, thread {{[0-9]+}}: {{.*}} of shared memory{{.*}}: a race with thread {{[0-9]+}} of the same block, with no barrier between
// RUN: %finds-defect %t write-after-read | FileCheck %s --check-prefix=AFTER
// AFTER: kernel 'write_after_read', block 0, thread 1: writes 4 bytes of device memory{{.*}}: a race with thread 0 of the same block
// RUN: %finds-defect %t warp-barrier-across-warps | FileCheck %s --check-prefix=WARP
// WARP: kernel 'reverse_by_warp_barrier', block 0, thread {{[0-9]+}}: {{.*}} of shared memory: a race with thread {{[0-9]+}} of the same block
// RUN: %finds-defect %t two-blocks-write | FileCheck %s --check-prefix=BLOCKS
// BLOCKS: kernel 'two_blocks_write', block 1, thread 0: writes 4 bytes of device memory{{.*}}: a race with thread 0 of another block, with nothing that orders them
// RUN: %finds-defect %t block-overwrites-what-another-read | FileCheck %s --check-prefix=OVERWRITTEN
// OVERWRITTEN: kernel 'shift_in_place', block 1, thread 0: writes 4 bytes {{.*}}: a race with thread 31 of another block
// RUN: %finds-defect %t last-block-without-fence | FileCheck %s --check-prefix=FENCE
// FENCE: kernel 'last_block', block 3, thread 0: reads 4 bytes of device memory{{.*}}: a race with thread 0 of another block
// RUN: %finds-defect %t plain-beside-atomic | FileCheck %s --check-prefix=PLAIN
// PLAIN: kernel 'plain_beside_atomic', block 0, thread 1: {{.*}}: a race with thread 0 of the same block
#include "Inputs/program.h"

static __global__ void missing_barrier(float *y) {
  __shared__ float values[64];
  values[threadIdx.x] = 0;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  y[threadIdx.x] = values[63 - threadIdx.x] + values[threadIdx.x];
}
static __global__ void write_after_read(float *y) {
  const float right = y[threadIdx.x + 1 < blockDim.x ? threadIdx.x + 1 : 0];
  y[threadIdx.x] = right;
}
static __global__ void reverse_by_warp_barrier(float *y) {
  __shared__ float values[64];
  values[threadIdx.x] = 0;
  __syncthreads();
  values[threadIdx.x] = threadIdx.x;
  __syncwarp();
  y[threadIdx.x] = values[63 - threadIdx.x];
}
static __global__ void two_blocks_write(float *y) { y[threadIdx.x] = blockIdx.x; }
static __global__ void shift_in_place(float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float right = y[i + 1 < 64 ? i + 1 : i];
  __syncthreads();
  y[i] = right;
}
template <bool Fenced> static __device__ void last_block_sums(float *parts, unsigned *ticket, float *y) {
  if (threadIdx.x != 0)
    return;
  parts[blockIdx.x] = blockIdx.x;
  if (Fenced)
    __threadfence();
  if (atomicAdd(ticket, 1u) != gridDim.x - 1)
    return;
  __threadfence();
  float sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b)
    sum += parts[b];
  *y = sum;
}
static __global__ void last_block(float *parts, unsigned *ticket, float *y) {
  last_block_sums<false>(parts, ticket, y);
}
static __global__ void plain_beside_atomic(int *y) {
  if (threadIdx.x == 0)
    atomicAdd(y, 1);
  else
    *y = 1;
}

static floats some(std::int64_t n) { return gf::ones<float>({n}); }

int main(int argc, char **argv) {
  constexpr test_case cases[] = {
      {"missing-barrier",
       [] {
         auto y = some(64);
         rt::launch(missing_barrier, 1, 64, 0, rt::write(y));
       }},
      {"write-after-read",
       [] {
         auto y = some(64);
         rt::launch(write_after_read, 1, 64, 0, rt::update(y));
       }},
      {"warp-barrier-across-warps",
       [] {
         auto y = some(64);
         rt::launch(reverse_by_warp_barrier, 1, 64, 0, rt::write(y));
       }},
      {"two-blocks-write",
       [] {
         auto y = some(32);
         rt::launch(two_blocks_write, 2, 32, 0, rt::write(y));
       }},
      {"block-overwrites-what-another-read",
       [] {
         auto y = some(64);
         rt::launch(shift_in_place, 2, 32, 0, rt::update(y));
       }},
      {"last-block-without-fence",
       [] {
         auto y = some(1), parts = some(4);
         ints ticket = gf::zeros<std::int32_t>({1});
         rt::launch(last_block, 4, 32, 0, rt::write(parts), reinterpret_cast<unsigned *>(rt::update(ticket)),
                    rt::write(y));
       }},
      {"plain-beside-atomic",
       [] {
         ints y = gf::zeros<std::int32_t>({1});
         rt::launch(plain_beside_atomic, 1, 2, 0, rt::update(y));
       }},
  };
  return run_case(cases, argc, argv);
}

// A barrier that not all threads reach and a mask that names threads which do not come end the program.
// REQUIRES: emulator
// RUN: %emulate %s -o %t
// RUN: %finds-defect %t thread-has-ended | FileCheck %s --check-prefix=ENDED
// RUN: env GPUFUSE_EMULATOR_SEED=9 %finds-defect %t thread-has-ended | FileCheck %s --check-prefix=ENDED
// ENDED: kernel 'thread_has_ended', block 0, thread {{[0-9]+}}: barrier divergence: thread {{[0-9]+}} waits at the barrier in divergence-is-reported.cu:[[#]], and thread 40 has ended
// RUN: %finds-defect %t two-barriers | FileCheck %s --check-prefix=TWO
// TWO: kernel 'two_barriers', block 0, thread 63: barrier divergence: thread 63 is at the barrier in divergence-is-reported.cu:[[#]], and thread 0 waits at the barrier in divergence-is-reported.cu:[[#]]
// RUN: %finds-defect %t mask-names-too-many | FileCheck %s --check-prefix=MANY
// MANY: kernel 'mask_names_too_many', block 0, thread 0: the mask in divergence-is-reported.cu:[[#]] names a thread that does not arrive: thread 16 has ended
// RUN: %finds-defect %t mask-without-itself | FileCheck %s --check-prefix=ITSELF
// ITSELF: kernel 'mask_without_itself', block 0, thread 16: the mask in divergence-is-reported.cu:[[#]] does not name the thread itself
// RUN: %finds-defect %t source-outside-the-mask | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: kernel 'source_outside_the_mask', block 0, thread 15: the shuffle of thread 0 reads lane 16, which the mask does not name
// RUN: %finds-defect %t lanes-the-block-has-not | FileCheck %s --check-prefix=LANES
// LANES: kernel 'sum_of_warp', block 0, thread 0: the mask in divergence-is-reported.cu:[[#]] names lane 31, which the block does not have
#include "Inputs/program.h"

static __global__ void thread_has_ended(float *y) {
  if (threadIdx.x == 40)
    return;
  __syncthreads();
  y[threadIdx.x] = 1;
}
static __global__ void two_barriers(float *y) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  y[threadIdx.x] = 1;
}
static __global__ void mask_names_too_many(float *y) {
  if (threadIdx.x < 16)
    y[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1.f, 1);
}
static __global__ void mask_without_itself(float *y) { y[threadIdx.x] = __shfl_down_sync(0xffffu, 1.f, 1, 16); }
static __global__ void source_outside_the_mask(float *y) {
  if (threadIdx.x < 16)
    y[threadIdx.x] = __shfl_down_sync(0xffffu, 1.f, 16);
}
static __global__ void sum_of_warp(float *y) { y[threadIdx.x] = __shfl_xor_sync(0xffffffffu, 1.f, 1); }

static void launch(void (*kernel)(float *), unsigned threads) {
  floats y = gf::ones<float>({threads});
  rt::launch(kernel, 1, threads, 0, rt::write(y));
}

int main(int argc, char **argv) {
  constexpr test_case cases[] = {
      {"thread-has-ended", [] { launch(thread_has_ended, 64); }},
      {"two-barriers", [] { launch(two_barriers, 64); }},
      {"mask-names-too-many", [] { launch(mask_names_too_many, 32); }},
      {"mask-without-itself", [] { launch(mask_without_itself, 32); }},
      {"source-outside-the-mask", [] { launch(source_outside_the_mask, 32); }},
      {"lanes-the-block-has-not", [] { launch(sum_of_warp, 20); }},
  };
  return run_case(cases, argc, argv);
}

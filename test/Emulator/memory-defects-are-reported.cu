// Accesses out of bounds, of what nobody wrote, and of the other side's memory end the program.
// REQUIRES: emulator
// RUN: %emulate %s -o %t
// RUN: %finds-defect %t read-past-the-end | FileCheck %s --check-prefix=READ
// READ: kernel 'read_past_the_end', block 1, thread 8: reads 4 bytes of device memory, 0 bytes past the end of an array of 160 bytes, which is out of bounds
// READ: read_past_the_end{{.*}}memory-defects-are-reported.cu
// RUN: %finds-defect %t read-before-the-beginning | FileCheck %s --check-prefix=BEFORE
// BEFORE: kernel 'read_before_the_beginning', block 0, thread 0: reads 4 bytes of device memory{{.*}} which is out of bounds
// RUN: %finds-defect %t read-after-release | FileCheck %s --check-prefix=RELEASED
// RELEASED: kernel 'copy', block 0, thread 0: reads 4 bytes of device memory{{.*}} which is out of bounds
// RUN: %finds-defect %t write-past-shared | FileCheck %s --check-prefix=SHARED
// SHARED: AddressSanitizer: global-buffer-overflow
// SHARED: WRITE of size 4
// SHARED: in kernel 'write_past_shared', block 0, thread 31:
// RUN: %finds-defect %t read-past-dynamic | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: kernel 'read_past_dynamic', block 0, thread 0: reads 4 bytes of dynamic shared memory, which is out of bounds
// RUN: %finds-defect %t unwritten-device | FileCheck %s --check-prefix=DEVICE
// DEVICE: kernel 'copy', block 0, thread 0: reads 4 bytes of device memory, at byte 0 of an array of 128 bytes, which nobody wrote
// RUN: %finds-defect %t unwritten-shared | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: kernel 'unwritten_shared', block 0, thread 31: reads 4 bytes of shared memory, which nobody wrote
// RUN: %finds-defect %t shared-of-the-block-before | FileCheck %s --check-prefix=FORGOTTEN
// FORGOTTEN: kernel 'shared_of_the_block_before', block 1, thread 0: reads 4 bytes of shared memory, which nobody wrote
// RUN: %finds-defect %t host-reads-device | FileCheck %s --check-prefix=HOST
// HOST: gpufuse emulator: host code reads 4 bytes of device memory
// RUN: %finds-defect %t kernel-reads-host | FileCheck %s --check-prefix=KERNEL
// KERNEL: kernel 'copy', block 0, thread 0: reads 4 bytes of host memory
// RUN: %finds-defect %t unwritten-to-host | FileCheck %s --check-prefix=COPY
// COPY: gpufuse emulator: reads 128 bytes of device memory{{.*}} which nobody wrote
// RUN: %finds-defect %t misaligned-vector | FileCheck %s --check-prefix=MISALIGNED
// MISALIGNED: runtime error: {{.*}} misaligned address
// MISALIGNED: in kernel 'misaligned_vector', block 0, thread 0:
// RUN: %finds-defect %t integer-overflow | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: memory-defects-are-reported.cu:[[#]]:[[#]]: runtime error: signed integer overflow: 2147483647 + 1
// OVERFLOW: in kernel 'integer_overflow', block 0, thread 0:
// RUN: %finds-defect %t shift-too-far | FileCheck %s --check-prefix=SHIFT
// SHIFT: runtime error: shift exponent 32 is too large for 32-bit type
#include "Inputs/program.h"

static __global__ void copy(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }

static __global__ void read_past_the_end(const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = x[i];
  if (i < 40)
    y[i] = value;
}
static __global__ void read_before_the_beginning(const float *x, float *y) { y[threadIdx.x] = x[(int)threadIdx.x - 1]; }

static __global__ void write_past_shared(float *y) {
  __shared__ float before[32];
  __shared__ float values[32];
  float *slot = values + threadIdx.x; // bounds of arrays are checked elsewhere
  before[threadIdx.x] = 0;
  slot[1] = 1;
  __syncthreads();
  y[threadIdx.x] = before[threadIdx.x];
}
static __global__ void read_past_dynamic(float *y) {
  extern __shared__ float values[];
  values[threadIdx.x] = 1;
  y[threadIdx.x] = values[threadIdx.x + 32];
}
static __global__ void unwritten_shared(float *y) {
  __shared__ float values[32];
  if (threadIdx.x < 31)
    values[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = values[threadIdx.x];
}
static __global__ void shared_of_the_block_before(float *y) {
  __shared__ float value;
  if (threadIdx.x == 0 && blockIdx.x == 0)
    value = 1;
  __syncthreads();
  y[threadIdx.x + blockIdx.x * blockDim.x] = value;
}
static __global__ void misaligned_vector(const float *x, float *y) { gf::device::store(y, gf::device::load<4>(x + 1)); }
static __global__ void integer_overflow(const int *x, int *y) { *y = *x + 1; }
static __global__ void shift_too_far(const int *x, int *y) { *y = *x << blockDim.x; }

static floats some(std::int64_t n) { return gf::ones<float>({n}); }
static floats room(std::int64_t n) { return rt::allocate<float>(rt::shape<1>(n)); }

int main(int argc, char **argv) {
  constexpr test_case cases[] = {
      {"read-past-the-end",
       [] {
         auto x = some(40), y = room(40);
         rt::launch(read_past_the_end, 2, 32, 0, rt::read(x), rt::write(y));
       }},
      {"read-before-the-beginning",
       [] {
         auto x = some(32), y = room(32);
         rt::launch(read_before_the_beginning, 1, 32, 0, rt::read(x), rt::write(y));
       }},
      {"read-after-release",
       [] {
         auto y = some(32);
         (void)rt::read(y); // it would take the memory that is released
         const float *late = nullptr;
         {
           auto x = some(32);
           late = rt::read(x);
         }
         rt::launch(copy, 1, 32, 0, late, rt::write(y));
       }},
      {"write-past-shared",
       [] {
         auto y = room(32);
         rt::launch(write_past_shared, 1, 32, 0, rt::write(y));
       }},
      {"read-past-dynamic",
       [] {
         auto y = room(32);
         rt::launch(read_past_dynamic, 1, 32, 32 * sizeof(float), rt::write(y));
       }},
      {"unwritten-device",
       [] {
         auto x = room(32), y = room(32);
         rt::launch(copy, 1, 32, 0, static_cast<const float *>(rt::write(x)), rt::write(y));
       }},
      {"unwritten-shared",
       [] {
         auto y = room(32);
         rt::launch(unwritten_shared, 1, 32, 0, rt::write(y));
       }},
      {"shared-of-the-block-before",
       [] {
         auto y = room(64);
         rt::launch(shared_of_the_block_before, 2, 32, 0, rt::write(y));
       }},
      {"host-reads-device",
       [] {
         auto x = some(32);
         std::printf("%g\n", *rt::read(x));
       }},
      {"kernel-reads-host",
       [] {
         auto x = some(32), y = room(32);
         rt::launch(copy, 1, 32, 0, x.host().data(), rt::write(y));
       }},
      {"unwritten-to-host",
       [] {
         auto x = room(32);
         (void)rt::write(x);
         (void)x.host();
       }},
      {"misaligned-vector",
       [] {
         auto x = some(32), y = room(32);
         rt::launch(misaligned_vector, 1, 1, 0, rt::read(x), rt::write(y));
       }},
      {"integer-overflow",
       [] {
         ints x(gf::zeros<std::int32_t>({1}) + 2147483647), y = rt::allocate<std::int32_t>(rt::shape<1>(1));
         rt::launch(integer_overflow, 1, 1, 0, rt::read(x), rt::write(y));
       }},
      {"shift-too-far",
       [] {
         ints x(gf::ones<std::int32_t>({1})), y = rt::allocate<std::int32_t>(rt::shape<1>(1));
         rt::launch(shift_too_far, 1, 32, 0, rt::read(x), rt::write(y));
       }},
  };
  return run_case(cases, argc, argv);
}

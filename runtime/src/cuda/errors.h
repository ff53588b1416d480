// CUDA's error codes turned to `gpufuse::error`; internal to the runtime.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpufuse::cuda_runtime {

/// Throws `gpufuse::error` (kind device) unless `status` is success. `doing` completes the sentence "while ...".
void check(cudaError_t status, const char *doing);

/// Throws what an earlier asynchronous fault left behind; does nothing on a healthy device. One atomic load.
void check_poison();

/// Throws for a fault in `kernel` (a host function pointer) found by synchronising right after its launch.
[[noreturn]] void throw_kernel_fault(cudaError_t status, const void *kernel);

/// Throws kind device: an array of one device is used while another is current.
[[noreturn]] void throw_wrong_device(int owner, int current);

/// Throws kind memory: bytes asked for and bytes free.
[[noreturn]] void throw_out_of_memory(std::size_t bytes);

} // namespace gpufuse::cuda_runtime

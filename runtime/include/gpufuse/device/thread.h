// Where a thread of an emitted kernel stands in its grid.
#pragma once

#include <cstdint>

namespace gpufuse::device {

/// The number of this thread in the whole grid. 64-bit, so that sizes beyond 2^31 work; on an H200 it costs no time.
__device__ __forceinline__ std::int64_t global_thread() {
  return blockIdx.x * static_cast<std::int64_t>(blockDim.x) + threadIdx.x;
}

} // namespace gpufuse::device

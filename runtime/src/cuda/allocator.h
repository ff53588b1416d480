// Device memory that is reused in stream order; internal to the runtime.
#pragma once

#include <cstddef>
#include <mutex>

namespace gpufuse::cuda_runtime {

/// Guards timelines, blocks and free lists. Held for tens of nanoseconds, except around cudaMalloc and cudaFree.
std::mutex &mutex();

/// At least `bytes` bytes (not 0) on the current device, for work on the current stream, aligned to 256 bytes.
/// In steady state no CUDA call is made. Throws kind memory or device.
[[nodiscard]] void *allocate(std::size_t bytes);

/// Gives a block back; work that was given to streams before may still use it.
void release(void *address) noexcept;

enum class access { read, write };

/// Says that work about to be given to the current stream reads or writes a block, and makes the stream wait
/// for conflicting work on others. Addresses that are not a block of ours are the user's to order.
void track(const void *address, access how);

/// What a reduction of any size and type needs: chunk results, and before them a counter that is zero at rest.
inline constexpr std::size_t workspace_values_offset = 256;
inline constexpr std::size_t workspace_bytes = workspace_values_offset + std::size_t{528} * 16;

/// A workspace for the current stream, counter zero in stream order.
[[nodiscard]] void *take_workspace();

/// After the launch that uses it.
void return_workspace(void *workspace) noexcept;

} // namespace gpufuse::cuda_runtime

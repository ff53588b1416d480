// The few functions of the CUDA runtime library that emitted code and its headers call; not for users.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpufuse::cuda_runtime {

/// Installs the CUDA runtime as the device of arrays; done once at program start by every emitted file.
bool install() noexcept;

/// Launches a kernel (host function pointer) on the current stream. Launch errors, and with GPUFUSE_SYNC=1 also
/// faults of the kernel, are thrown as `gpufuse::error` of kind device.
void launch_kernel(const void *kernel, std::int64_t blocks, unsigned threads, std::size_t shared_bytes,
                   void **arguments);

/// Orders the coming launch after conflicting work that other streams have on this block of device memory.
void track_read(const void *block);
void track_write(const void *block);

/// The memory of one reduction, held from before its launch to after it.
class workspace_block {
public:
  workspace_block();
  ~workspace_block();
  workspace_block(const workspace_block &) = delete;
  workspace_block &operator=(const workspace_block &) = delete;

  [[nodiscard]] unsigned *ticket() const; ///< zero at rest
  [[nodiscard]] void *values() const;     ///< room for the results of 528 blocks of up to 16 bytes each

private:
  void *memory;
};

} // namespace gpufuse::cuda_runtime

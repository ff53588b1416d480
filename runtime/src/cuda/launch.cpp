// Launches emitted kernels on the current stream and hands out reduction workspaces.
#include "allocator.h"
#include "errors.h"
#include "timeline.h"

#include <gpufuse/runtime/cuda_entry.h>

#include <cstdlib>
#include <cstring>

namespace gpufuse::cuda_runtime {

namespace {

/// GPUFUSE_SYNC, read once: anything but unset, empty and 0 means yes.
bool synchronises() {
  static const bool yes = [] {
    const char *value = std::getenv("GPUFUSE_SYNC");
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
  }();
  return yes;
}

} // namespace

void launch_kernel(const void *kernel, std::int64_t blocks, unsigned threads, std::size_t shared_bytes,
                   void **arguments) {
  check_poison();
  const timeline_ptr &line = current_timeline();
  const cudaError_t status = cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(blocks)), dim3(threads), arguments,
                                              shared_bytes, line->stream);
  if (status != cudaSuccess)
    check(status, "launching a kernel");
  if (!synchronises() || capture_of(line->stream) != 0)
    return;
  if (const cudaError_t fault = cudaStreamSynchronize(line->stream); fault != cudaSuccess)
    throw_kernel_fault(fault, kernel);
}

void track_read(const void *block) { track(block, access::read); }
void track_write(const void *block) { track(block, access::write); }

workspace_block::workspace_block() : memory(take_workspace()) {}

workspace_block::~workspace_block() { return_workspace(memory); }

unsigned *workspace_block::ticket() const { return static_cast<unsigned *>(memory); }

void *workspace_block::values() const { return static_cast<char *>(memory) + workspace_values_offset; }

} // namespace gpufuse::cuda_runtime

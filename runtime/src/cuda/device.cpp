// The device that arrays see: memory and copies on the current stream, installed before main.
#include "allocator.h"
#include "errors.h"
#include "timeline.h"

#include <gpufuse/runtime/cuda_entry.h>
#include <gpufuse/storage.h>

namespace gpufuse::cuda_runtime {

namespace {

void refuse_in_capture(const timeline &line) {
  if (capture_of(line.stream) != 0)
    throw error(error::device, "a copy between host and device cannot be captured in a CUDA graph; touch the array on "
                               "the device before the capture begins");
}

void copy_to_host(void *host, const void *device, std::size_t bytes) {
  check_poison();
  const timeline &line = *current_timeline();
  refuse_in_capture(line);
  track(device, access::read);
  check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, line.stream), "copying an array to the host");
  check(cudaStreamSynchronize(line.stream), "copying an array to the host");
}

void copy_to_device(void *device, const void *host, std::size_t bytes) {
  check_poison();
  const timeline &line = *current_timeline();
  refuse_in_capture(line);
  track(device, access::write);
  // The host memory is pageable: CUDA has copied it to its own staging memory when the call returns.
  check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, line.stream), "copying an array to the device");
}

void copy_on_device(void *to, const void *from, std::size_t bytes) {
  check_poison();
  track(from, access::read);
  track(to, access::write);
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, current_timeline()->stream), "copying an array");
}

void order(const void *block, bool is_write) { track(block, is_write ? access::write : access::read); }

void release_block(void *pointer, std::size_t) noexcept { release(pointer); }

constexpr detail::device_interface the_device{
    .allocate = allocate,
    .release = release_block,
    .copy_to_host = copy_to_host,
    .copy_to_device = copy_to_device,
    .copy_on_device = copy_on_device,
    .order = order,
};

} // namespace

bool install() noexcept {
  detail::device.store(&the_device, std::memory_order_release);
  return true;
}

} // namespace gpufuse::cuda_runtime

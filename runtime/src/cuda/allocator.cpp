// A caching allocator: size classes, free lists per device, reuse in stream order.
#include "allocator.h"

#include "errors.h"
#include "timeline.h"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>

// Nothing, but for a test build with a memory checker: it learns which bytes of a block are in use.
#ifndef GPUFUSE_HANDED_OUT
#define GPUFUSE_HANDED_OUT(address, bytes)
#define GPUFUSE_TAKEN_BACK(address)
#endif

namespace gpufuse::cuda_runtime {

namespace {

struct block {
  void *address;
  std::size_t bytes;
  int device;
  timeline_ptr writer;               ///< where it was last written; null if never
  std::vector<timeline_ptr> readers; ///< where it was read since then
  unsigned long long capture = 0;    ///< the capture whose graph names it; such a block serves that graph only
};

using free_list = std::map<std::size_t, std::vector<block *>>;

/// Never destroyed: arrays with static storage are released late. The driver frees the memory at exit.
struct pool {
  std::unordered_map<const void *, block *> in_use;
  std::map<int, free_list> free;
};

pool &the_pool() {
  static auto *one = new pool;
  return *one;
}

/// Up to 1 MiB four classes an octave, beyond whole units of 2 MiB, which is what cudaMalloc takes anyway.
std::size_t size_class(std::size_t bytes) {
  constexpr std::size_t least = 512, small = 1u << 20, unit = 2u << 20;
  if (bytes <= least)
    return least;
  if (bytes > small)
    return (bytes + unit - 1) / unit * unit;
  const std::size_t step = std::bit_floor(bytes - 1) / 4;
  return (bytes + step - 1) / step * step;
}

/// A larger block may serve where at most a quarter of it is wasted.
std::size_t largest_fit(std::size_t bytes) { return bytes + bytes / 4; }

template <typename Action> void for_each_user(block &b, Action action) {
  if (b.writer)
    action(*b.writer);
  for (const timeline_ptr &reader : b.readers)
    action(*reader);
}

/// Whether `line` may write the block without waiting.
bool ready_for(block &b, const timeline &line) {
  bool ready = true;
  for_each_user(b, [&](timeline &user) { ready = ready && &user == &line; });
  return ready;
}

/// Whether all work that used the block is done.
bool idle(block &b) {
  bool done = true;
  for_each_user(b, [&](timeline &user) { done = done && user.finished(); });
  return done;
}

/// Takes the first fitting block that `fits` accepts off the free list; null if there is none.
template <typename Predicate> block *take(free_list &list, std::size_t bytes, Predicate fits) {
  const auto end = list.upper_bound(largest_fit(bytes));
  for (auto entry = list.lower_bound(bytes); entry != end; ++entry) {
    auto &blocks = entry->second;
    const auto found = std::find_if(blocks.rbegin(), blocks.rend(), [&](block *b) { return fits(*b); });
    if (found == blocks.rend())
      continue;
    block *taken = *found;
    blocks.erase(std::next(found).base());
    return taken;
  }
  return nullptr;
}

/// Hands all free blocks that no graph names back to the driver.
void empty_cache(int device) {
  check(cudaDeviceSynchronize(), "making room on the device");
  for (auto &[bytes, blocks] : the_pool().free[device])
    std::erase_if(blocks, [](block *b) {
      if (b->capture != 0)
        return false;
      cudaFree(b->address);
      delete b;
      return true;
    });
}

/// cudaMalloc, with a second try after the cache was emptied.
void *obtain(std::size_t bytes, const timeline &line, bool capturing) {
  // Allocation is no part of a capture, and is legal beside one in this mode.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  check(cudaThreadExchangeStreamCaptureMode(&mode), "allocating device memory");
  void *address = nullptr;
  cudaError_t status = cudaMalloc(&address, bytes);
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (status == cudaErrorMemoryAllocation && !capturing) {
    cudaGetLastError();
    empty_cache(line.device);
    status = cudaMalloc(&address, bytes);
  }
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw_out_of_memory(bytes);
  }
  check(status, "allocating device memory");
  return address;
}

block *find_free(free_list &list, std::size_t bytes, const timeline &line, unsigned long long capture) {
  if (capture != 0)
    if (block *b = take(list, bytes, [&](block &b) { return b.capture == capture && ready_for(b, line); }))
      return b;
  if (block *b = take(list, bytes, [&](block &b) { return b.capture == 0 && ready_for(b, line); }))
    return b;
  if (capture != 0) // asking streams whether they are done would break the capture
    return nullptr;
  return take(list, bytes, [](block &b) { return b.capture == 0 && idle(b); });
}

} // namespace

std::mutex &mutex() {
  static auto *one = new std::mutex;
  return *one;
}

void *allocate(std::size_t bytes) {
  check_poison();
  const timeline_ptr &line = current_timeline();
  const unsigned long long capture = capture_of(line->stream);
  // Beyond this the rounding would overflow; no device has as much.
  if (bytes > static_cast<std::size_t>(PTRDIFF_MAX))
    throw_out_of_memory(bytes);
  const std::size_t rounded = size_class(bytes);
  const std::lock_guard lock(mutex());
  block *b = find_free(the_pool().free[line->device], rounded, *line, capture);
  if (b == nullptr)
    b = new block{obtain(rounded, *line, capture != 0), rounded, line->device, nullptr, {}};
  b->writer = nullptr;
  b->readers.clear();
  if (capture != 0)
    b->capture = capture;
  the_pool().in_use.emplace(b->address, b);
  GPUFUSE_HANDED_OUT(b->address, bytes);
  return b->address;
}

void release(void *address) noexcept {
  const std::lock_guard lock(mutex());
  auto &in_use = the_pool().in_use;
  const auto found = in_use.find(address);
  if (found == in_use.end())
    return;
  block *b = found->second;
  GPUFUSE_TAKEN_BACK(address);
  in_use.erase(found);
  the_pool().free[b->device][b->bytes].push_back(b);
}

void track(const void *address, access how) {
  const timeline_ptr &line = current_timeline();
  const unsigned long long capture = capture_of(line->stream);
  const std::lock_guard lock(mutex());
  const auto found = the_pool().in_use.find(address);
  if (found == the_pool().in_use.end())
    return;
  block &b = *found->second;
  if (b.device != line->device)
    throw_wrong_device(b.device, line->device);
  if (capture != 0)
    b.capture = capture;
  auto &readers = b.readers;
  const bool reads_already = std::ranges::find(readers, line) != readers.end();
  if (how == access::read) {
    if (reads_already)
      return;
    if (b.writer)
      b.writer->precede(*line);
    if (b.writer != line)
      readers.push_back(line);
    return;
  }
  for_each_user(b, [&](timeline &user) { user.precede(*line); });
  readers.clear();
  b.writer = line;
}

void *take_workspace() {
  const timeline_ptr &line = current_timeline();
  const bool capturing = capture_of(line->stream) != 0;
  if (!capturing) {
    const std::lock_guard lock(mutex());
    if (!line->workspaces.empty()) {
      void *rested = line->workspaces.back();
      line->workspaces.pop_back();
      return rested;
    }
  }
  void *fresh = allocate(workspace_bytes);
  track(fresh, access::write);
  // A graph may run beside other work, so it has a workspace of its own and clears it itself.
  check(cudaMemsetAsync(fresh, 0, workspace_values_offset, line->stream), "preparing a reduction");
  return fresh;
}

void return_workspace(void *workspace) noexcept {
  const timeline_ptr &line = current_timeline();
  if (capture_of(line->stream) != 0)
    return release(workspace);
  const std::lock_guard lock(mutex());
  line->workspaces.push_back(workspace);
}

} // namespace gpufuse::cuda_runtime

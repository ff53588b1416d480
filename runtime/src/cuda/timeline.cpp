// Streams as timelines, the current stream of a thread, and waiting between streams.
#include "timeline.h"

#include "allocator.h"
#include "errors.h"

#include <gpufuse/runtime/stream.h>

#include <map>
#include <mutex>

namespace gpufuse::cuda_runtime {

namespace {

/// One living `stream_scope`.
struct frame {
  timeline_ptr line;
  frame *outer;
};

/// The innermost scope of this thread; null where none was opened.
thread_local frame *innermost = nullptr;

int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "asking for the current device");
  return device;
}

/// Living timelines by CUDA's stream id and, for the default stream, by device. Never destroyed, because arrays with
/// static storage are released after it would be.
struct registry {
  std::map<unsigned long long, std::weak_ptr<timeline>> streams;
  std::map<int, timeline_ptr> defaults;
};

registry &timelines() {
  static auto *all = new registry;
  return *all;
}

const timeline_ptr &default_timeline() {
  thread_local int cached_device = -1;
  thread_local const timeline_ptr *cached = nullptr;
  const int device = current_device();
  if (cached != nullptr && device == cached_device)
    return *cached;
  const std::lock_guard lock(mutex());
  timeline_ptr &line = timelines().defaults[device];
  if (!line)
    line = std::make_shared<timeline>(nullptr, 0, device);
  cached_device = device;
  cached = &line;
  return line;
}

timeline_ptr timeline_of(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy)
    return default_timeline();
  unsigned long long id = 0;
  check(cudaStreamGetId(stream, &id), "opening a stream scope");
  const int device = current_device();
  const std::lock_guard lock(mutex());
  auto &streams = timelines().streams;
  if (auto known = streams[id + 1].lock())
    return known;
  std::erase_if(streams, [](const auto &entry) { return entry.second.expired(); });
  // An id of its own even where CUDA counts from 0, which here means the default stream.
  auto line = std::make_shared<timeline>(stream, id + 1, device);
  streams[id + 1] = line;
  return line;
}

} // namespace

timeline::~timeline() {
  if (event != nullptr)
    cudaEventDestroy(event);
}

void timeline::mark() {
  if (event == nullptr)
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "creating an event");
  check(cudaEventRecord(event, stream), "recording an event");
  marked = true;
}

void timeline::leave() noexcept {
  marked = false;
  if (capture_of(stream) != 0)
    return;
  try {
    mark();
  } catch (...) {
    // A poisoned device: the next call that can throw says so.
    cudaGetLastError();
  }
}

bool timeline::finished() {
  cudaError_t status = cudaErrorNotReady;
  if (alive() && capture_of(stream) != 0) // the question would break the capture
    return false;
  if (alive())
    status = cudaStreamQuery(stream);
  else if (marked)
    status = cudaEventQuery(event);
  // Not ready, or a capture on another thread forbids the question: then nobody knows, and we do not wait.
  if (status != cudaSuccess)
    cudaGetLastError();
  return status == cudaSuccess;
}

void timeline::precede(timeline &waiter) {
  if (this == &waiter)
    return;
  const unsigned long long capture = capture_of(waiter.stream);
  const unsigned long long own = alive() ? capture_of(stream) : 0;
  if (capture != own)
    return;
  if (alive()) {
    mark();
  } else if (!marked) {
    // The last scope ended inside a capture, so nothing stands for its work but the whole device.
    check(cudaDeviceSynchronize(), "waiting for a stream that was captured");
    return;
  }
  check(cudaStreamWaitEvent(waiter.stream, event, 0), "waiting for another stream");
}

unsigned long long capture_of(cudaStream_t stream) {
  if (stream == nullptr) // cannot be captured
    return 0;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  if (cudaStreamGetCaptureInfo(stream, &status, &id) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  // Counted from 1, so that 0 is free to mean none.
  return status == cudaStreamCaptureStatusNone ? 0 : id + 1;
}

const timeline_ptr &current_timeline() { return innermost != nullptr ? innermost->line : default_timeline(); }

void open_scope(cudaStream_t stream) {
  auto opened = std::make_unique<frame>(frame{timeline_of(stream), innermost});
  const std::lock_guard lock(mutex());
  ++opened->line->scopes;
  innermost = opened.release();
}

void close_scope() noexcept {
  const std::unique_ptr<frame> closed(innermost);
  innermost = closed->outer;
  timeline &line = *closed->line;
  std::vector<void *> workspaces;
  {
    const std::lock_guard lock(mutex());
    if (--line.scopes > 0 || line.id == 0)
      return;
    line.leave();
    workspaces.swap(line.workspaces);
  }
  for (void *workspace : workspaces)
    release(workspace);
}

} // namespace gpufuse::cuda_runtime

namespace gpufuse {

cudaStream_t current_stream() { return cuda_runtime::current_timeline()->stream; }

stream_scope::stream_scope(cudaStream_t stream) { cuda_runtime::open_scope(stream); }

stream_scope::~stream_scope() { cuda_runtime::close_scope(); }

} // namespace gpufuse

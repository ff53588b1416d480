// Each stream is a thread with a queue; an event is a flag that its stream raises.
#include "cuda_on_the_host.h"

#include <cuda_runtime_api.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

using flag = std::shared_ptr<std::atomic<bool>>;

static void wait_until(const std::atomic<bool> &raised) {
  while (!raised.load(std::memory_order_acquire))
    std::this_thread::sleep_for(std::chrono::microseconds(20));
}

/// Work is handed over without a lock, as a lock would order what the stream did before what the program does next.
struct CUstream_st {
  struct task {
    std::function<void()> run;
    std::atomic<task *> next{nullptr};
  };

  CUstream_st() : first(new task), last(first), worker([this] { work(); }) {}

  void give(std::function<void()> run) {
    std::lock_guard lock(giving);
    auto *given = new task;
    given->run = std::move(run);
    last->next.store(given, std::memory_order_release);
    last = given;
  }
  /// A flag that is raised when all work given so far is done.
  flag mark() {
    auto done = std::make_shared<std::atomic<bool>>(false);
    give([done] { done->store(true, std::memory_order_release); });
    return done;
  }
  void stop() {
    give(nullptr);
    worker.join();
    delete first;
  }

private:
  void work() {
    for (;;) {
      task *next = first->next.load(std::memory_order_acquire);
      if (next == nullptr) {
        std::this_thread::sleep_for(std::chrono::microseconds(20));
        continue;
      }
      delete first;
      first = next;
      if (!first->run)
        return;
      first->run();
      first->run = {}; // lets go of what it holds
      first->run = [] {};
    }
  }

  std::mutex giving;
  task *first; ///< done already
  task *last;
  std::thread worker;
};

struct CUevent_st {
  std::mutex changing;
  flag recorded = std::make_shared<std::atomic<bool>>(true);

  flag get() {
    std::lock_guard lock(changing);
    return recorded;
  }
  void set(flag to) {
    std::lock_guard lock(changing);
    recorded = std::move(to);
  }
};

namespace {

std::mutex registering;
std::vector<std::unique_ptr<CUstream_st>> streams;

cudaStream_t make_stream() {
  std::lock_guard lock(registering);
  return streams.emplace_back(std::make_unique<CUstream_st>()).get();
}

CUstream_st &stream_of(cudaStream_t stream) {
  static CUstream_st *the_default = make_stream();
  return stream == nullptr || stream == cudaStreamLegacy ? *the_default : *stream;
}

std::vector<flag> mark_all() {
  std::lock_guard lock(registering);
  std::vector<flag> marks;
  for (auto &stream : streams)
    marks.push_back(stream->mark());
  return marks;
}

} // namespace

void cuda_on_the_host::finish() {
  cudaDeviceSynchronize();
  for (auto &stream : streams)
    stream->stop();
  streams.clear();
}

cudaError_t cudaGetLastError() { return cudaSuccess; }
const char *cudaGetErrorName(cudaError_t) { return "error"; }
const char *cudaGetErrorString(cudaError_t) { return "an error"; }
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  for (const flag &done : mark_all())
    wait_until(*done);
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total) {
  *free = *total = std::size_t{1} << 30;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **address, std::size_t bytes) {
  *address = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *address != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaFree(void *address) {
  cudaDeviceSynchronize();
  std::free(address);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  if (kind != cudaMemcpyHostToDevice) {
    stream_of(stream).give([=] { std::memcpy(to, from, bytes); });
    return cudaSuccess;
  }
  const auto *begin = static_cast<const char *>(from); // pageable memory is staged before the call returns
  stream_of(stream).give(
      [to, staged = std::vector<char>(begin, begin + bytes)] { std::memcpy(to, staged.data(), staged.size()); });
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t stream) {
  stream_of(stream).give([=] { std::memset(to, value, bytes); });
  return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  *stream = make_stream();
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; } // its work goes on
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  *id = reinterpret_cast<unsigned long long>(&stream_of(stream));
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  const flag done = stream_of(stream).mark();
  std::this_thread::sleep_for(std::chrono::microseconds(100));
  return done->load(std::memory_order_acquire) ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  wait_until(*stream_of(stream).mark());
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  stream_of(stream).give([done = event->get()] { wait_until(*done); });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return event->get()->load(std::memory_order_acquire) ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  event->set(stream_of(stream).mark());
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *) { return cudaSuccess; }
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus *status, unsigned long long *id) {
  *status = cudaStreamCaptureStatusNone;
  *id = 0;
  return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *) {
  *name = "kernel";
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, std::size_t, cudaStream_t stream) {
  stream_of(stream).give(std::exchange(cuda_on_the_host::next_kernel, nullptr));
  return cudaSuccess;
}

// The CUDA runtime API of the emulated device. Work is done when it is given, or recorded while a stream is captured.
#include <cuda_runtime_api.h>

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "Block.h"

using gpufuse::emulator::report;

struct CUgraph_st {
  std::vector<std::function<void()>> work;
};
struct CUgraphExec_st {
  std::vector<std::function<void()>> work;
};
struct CUstream_st {
  unsigned long long id;
  unsigned long long capture = 0; ///< 0: none
  CUgraph_st *graph = nullptr;
};
struct CUevent_st {
  bool recorded = false;
};

namespace {

namespace e = gpufuse::emulator;

cudaError_t last_error = cudaSuccess;
e::calling next_kernel;
unsigned long long streams = 0, captures = 0;

cudaError_t failed(cudaError_t status) {
  last_error = status;
  return status;
}

bool captured(cudaStream_t stream) { return stream != nullptr && stream != cudaStreamLegacy && stream->capture != 0; }

cudaError_t give(cudaStream_t stream, std::function<void()> work) {
  if (captured(stream))
    stream->graph->work.push_back(std::move(work));
  else
    work();
  return cudaSuccess;
}

/// Copies between two blocks of the device keep what is known of each byte only as far as "all written".
void copy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0)
    return;
  if (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice)
    e::check_host_access(from, bytes, true);
  if (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice)
    e::check_host_access(to, bytes, false);
  if ((kind == cudaMemcpyHostToDevice && e::is_device(from)) || (kind == cudaMemcpyDeviceToHost && e::is_device(to)))
    report("a copy between host and device is given device memory for host memory");
  std::memmove(to, from, bytes);
}

} // namespace

void gpufuse::emulator::announce(calling next) { next_kernel = next; }

cudaError_t cudaGetLastError() { return std::exchange(last_error, cudaSuccess); }

const char *cudaGetErrorName(cudaError_t status) {
  switch (status) {
  case cudaSuccess:
    return "cudaSuccess";
  case cudaErrorInvalidValue:
    return "cudaErrorInvalidValue";
  case cudaErrorMemoryAllocation:
    return "cudaErrorMemoryAllocation";
  case cudaErrorInvalidConfiguration:
    return "cudaErrorInvalidConfiguration";
  case cudaErrorInvalidDeviceFunction:
    return "cudaErrorInvalidDeviceFunction";
  default:
    return "cudaErrorUnknown";
  }
}
const char *cudaGetErrorString(cudaError_t status) { return cudaGetErrorName(status); }

cudaError_t cudaGetDeviceCount(int *count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaMemGetInfo(std::size_t *free, std::size_t *total) {
  *free = *total = std::size_t{8} << 30;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **address, std::size_t bytes) {
  *address = e::reserve(bytes);
  if (*address == nullptr)
    return failed(cudaErrorMemoryAllocation);
  e::hand_out(*address, bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void *address) {
  if (address != nullptr)
    e::unreserve(address);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return give(stream, [=] { copy(to, from, bytes, kind); });
}
cudaError_t cudaMemcpy(void *to, const void *from, std::size_t bytes, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}
cudaError_t cudaMemsetAsync(void *to, int value, std::size_t bytes, cudaStream_t stream) {
  return give(stream, [=] {
    e::check_host_access(to, bytes, false);
    std::memset(to, value, bytes);
  });
}
cudaError_t cudaMemset(void *to, int value, std::size_t bytes) { return cudaMemsetAsync(to, value, bytes, nullptr); }

cudaError_t cudaStreamCreate(cudaStream_t *stream) { return cudaStreamCreateWithFlags(stream, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) {
  *stream = new CUstream_st{++streams};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  *id = stream->id;
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return captured(stream) ? failed(cudaErrorStreamCaptureInvalidated) : cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return cudaStreamQuery(stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }

cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->recorded = true;
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  static thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
  std::swap(now, *mode);
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id) {
  *status = captured(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (id != nullptr && captured(stream))
    *id = stream->capture;
  return cudaSuccess;
}
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  stream->capture = ++captures;
  stream->graph = new CUgraph_st;
  return cudaSuccess;
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  stream->capture = 0;
  *graph = std::exchange(stream->graph, nullptr);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *runnable, cudaGraph_t graph, unsigned long long) {
  *runnable = new CUgraphExec_st{graph->work};
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t runnable, cudaStream_t) {
  for (const auto &work : runnable->work)
    work();
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t runnable) {
  delete runnable;
  return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *kernel) {
  static std::string kept;
  kept = e::kernel_name(kernel);
  *name = kept.c_str();
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, std::size_t shared_bytes,
                             cudaStream_t stream) {
  const e::calling how = std::exchange(next_kernel, {});
  if (how.call == nullptr)
    return failed(cudaErrorInvalidDeviceFunction);
  const std::size_t threads = std::size_t{block.x} * block.y * block.z;
  const bool fits = threads >= 1 && threads <= 1024 && block.z <= 64 && grid.x >= 1 && grid.x <= 0x7fffffffu &&
                    grid.y >= 1 && grid.y <= 65535 && grid.z >= 1 && grid.z <= 65535;
  if (!fits || shared_bytes > e::most_dynamic_shared)
    return failed(cudaErrorInvalidConfiguration);
  if (!captured(stream)) {
    e::run({kernel, how.call, arguments, grid, block, shared_bytes});
    return cudaSuccess;
  }
  const auto kept = how.keep(arguments);
  return give(stream, [=] { e::run({kernel, how.call, kept.get(), grid, block, shared_bytes}); });
}

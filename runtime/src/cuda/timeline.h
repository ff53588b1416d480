// The order of work on one CUDA stream, and how work on another is made to wait for it; internal to the runtime.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <vector>

namespace gpufuse::cuda_runtime {

/// One stream of one device, in the order in which work was given to it. It outlives the stream itself: when the
/// last scope on a stream ends, an event is left behind that stands for all work before.
/// Guarded by `mutex()`.
class timeline {
public:
  timeline(cudaStream_t stream, unsigned long long id, int device) : stream(stream), id(id), device(device) {}
  ~timeline();
  timeline(const timeline &) = delete;
  timeline &operator=(const timeline &) = delete;

  // NOLINTNEXTLINE(misc-misplaced-const): the handle does not change, what it names does
  const cudaStream_t stream;
  const unsigned long long id; ///< unique in the process, also when CUDA gives a handle out again; 0: default stream
  const int device;
  int scopes = 0; ///< living scopes of all threads

  /// Reduction workspaces at rest, their counters zero; to be taken by later work of this timeline.
  std::vector<void *> workspaces;

  /// Whether the stream may still be named in a CUDA call.
  [[nodiscard]] bool alive() const { return id == 0 || scopes > 0; }

  /// Leaves the event behind: the last scope ends.
  void leave() noexcept;

  /// Whether all work given so far is done. May be called only while no capture is on this thread's stream.
  [[nodiscard]] bool finished();

  /// Makes later work on `waiter` wait for all work given to this timeline so far. Nothing to do within one
  /// timeline; between captured and other work the order is the user's, and this does nothing.
  void precede(timeline &waiter);

private:
  void mark();

  cudaEvent_t event = nullptr;
  bool marked = false; ///< the event stands for all work of the scopes that ended
};

using timeline_ptr = std::shared_ptr<timeline>;

/// The timeline of this thread's current stream on the current device.
[[nodiscard]] const timeline_ptr &current_timeline();

/// What `gpufuse::stream_scope` does.
void open_scope(cudaStream_t stream);
void close_scope() noexcept;

/// The number of the capture that `stream` takes part in; 0 where it is not being captured.
[[nodiscard]] unsigned long long capture_of(cudaStream_t stream);

} // namespace gpufuse::cuda_runtime

// The CUDA stream on which fused code of a thread runs, for users who mix it with their own CUDA calls.
#pragma once

#include <cuda_runtime_api.h>

namespace gpufuse {

/// The stream of this thread's fused calls and copies: the innermost `stream_scope`'s, else the default stream.
[[nodiscard]] cudaStream_t current_stream();

/// Runs this thread's fused calls on `stream` for as long as it lives.
///
/// The stream stays the user's: it must outlive the scope, and belongs to the current device. Arrays may be
/// used on several streams; the runtime orders such uses by events. Work that the user launches is ordered by
/// the user. Fused calls may be captured in a CUDA graph: memory that a capture touches is then kept for that
/// graph, and arrays it names must outlive it.
class stream_scope {
public:
  /// Throws `gpufuse::error` (kind device) where no CUDA device can be used.
  explicit stream_scope(cudaStream_t stream);
  ~stream_scope();
  stream_scope(const stream_scope &) = delete;
  stream_scope &operator=(const stream_scope &) = delete;
};

} // namespace gpufuse

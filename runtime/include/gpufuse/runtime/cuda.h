// The CUDA target: included by emitted .cu files, together with the device headers that their kernels use.
#pragma once

/// For headers whose functions a library computes on the device.
#define GPUFUSE_TARGET_CUDA

#include <cstdint>
#include <utility>

#include <gpufuse/runtime/axes.h>
#include <gpufuse/runtime/common.h>
#include <gpufuse/runtime/cuda_entry.h>
#include <gpufuse/runtime/stream.h>

#if defined(__CUDACC__)
#include <gpufuse/device/axis_reduction.h>
#include <gpufuse/device/functions.h>
#include <gpufuse/device/interleave.h>
#include <gpufuse/device/random.h>
#include <gpufuse/device/reduction.h>
#include <gpufuse/device/thread.h>
#include <gpufuse/device/vector.h>
#endif

// Nothing, but for a test build that runs kernels without a GPU: only here are the types of a kernel's parameters
// known.
#ifndef GPUFUSE_BEFORE_LAUNCH
#define GPUFUSE_BEFORE_LAUNCH(kernel)
#endif

namespace gpufuse::rt::inline cuda {

/// Before main, in every program with an emitted file; the reference also keeps the library from being dropped.
inline const bool installed = cuda_runtime::install();

struct device_memory {
  static const void *read(storage &node) { return tracked(node.device_read(), cuda_runtime::track_read); }
  static void *update(storage &node) { return tracked(node.device_update(), cuda_runtime::track_write); }
  static void *write(storage &node) { return tracked(node.device_write(), cuda_runtime::track_write); }
  static void finish(storage &node) { node.finish_device_write(); }

private:
  template <typename P> static P tracked(P elements, void (*track)(const void *)) {
    track(elements);
    return elements;
  }
};

/// The current elements of `a` on the device: `read(a)` is a pointer to its first, `read(a, space)` is strided over the
/// space of a kernel. They are copied from the other side, and copies of arrays unshared, where need be.
template <typename... A> [[nodiscard]] auto read(const A &...a) { return detail::operands<device_memory>::read(a...); }
/// The same for elements to be changed in place or in part.
template <typename... A> [[nodiscard]] auto update(const A &...a) {
  return detail::operands<device_memory>::update(a...);
}
/// The same for elements to be overwritten, all of them, and read by nobody before that.
template <typename... A> [[nodiscard]] auto write(const A &...a) {
  return detail::operands<device_memory>::write(a...);
}

/// The partials of one reduction, held until the end of the launch's expression; reused in stream order.
template <typename Acc> class workspace {
public:
  static_assert(sizeof(Acc) <= 16, "a workspace holds results of up to 16 bytes");
  explicit workspace(std::int64_t) {}

  [[nodiscard]] operator partials<Acc>() const { return {static_cast<Acc *>(block.values()), block.ticket()}; }

private:
  cuda_runtime::workspace_block block;
};

/// Launches `kernel` on `gpufuse::current_stream()`; the arguments convert to its parameters. Nothing for 0 blocks.
/// Returns with the device at work, but where it writes host memory that a view wraps: that has the elements then.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), std::int64_t blocks, unsigned threads, std::size_t shared_bytes,
            Arguments &&...arguments) {
  if (blocks == 0)
    return;
  [&](Parameters... parameters) {
    void *addresses[] = {static_cast<void *>(&parameters)..., nullptr};
    GPUFUSE_BEFORE_LAUNCH(kernel);
    cuda_runtime::launch_kernel(reinterpret_cast<const void *>(kernel), blocks, threads, shared_bytes, addresses);
  }(arguments...);
  (detail::finish(arguments), ...);
}

#if defined(__CUDACC__)

/// The results of a reduction over axes, as an argument of its launch; combines what several chunks gave behind it.
template <typename Kind, typename Acc, typename T, bool IsRows> class axis_results {
public:
  axis_results(T *answers, std::int64_t results, std::int64_t n)
      : answers(answers), results(results), n(n), chunks(order(n)), totals_of_chunks(allocate<Acc>(room(chunks))) {}

  operator totals<Acc, T>() const { return {answers, cuda::write(totals_of_chunks)}; } // NOLINT: it stands for them

  void finish() const {
    array<Acc, 1> from = totals_of_chunks;
    for (std::int64_t length = chunks; length > 1;) {
      const std::int64_t left = order(length);
      const array<Acc, 1> next = allocate<Acc>(room(left));
      const auto kernel = [] {
        if constexpr (IsRows)
          return device::combine_rows<Kind, Acc, T>;
        else
          return device::combine_columns<Kind, Acc, T>;
      }();
      const std::int64_t blocks =
          IsRows ? rt::detail::blocks_of_rows(results, length) : rt::detail::blocks_of_columns(1, length, results);
      cuda::launch(kernel, blocks, device::axis_threads, 0, results, length, n, cuda::read(from),
                   totals<Acc, T>{answers, cuda::write(next)});
      from = next;
      length = left;
    }
  }

private:
  static std::int64_t order(std::int64_t m) {
    return reduction::chunks_of(m, IsRows ? reduction::row_chunk : reduction::column_chunk);
  }
  shape<1> room(std::int64_t count) const { return shape<1>(count > 1 ? count * results : 0); }

  T *answers;
  std::int64_t results, n, chunks;
  array<Acc, 1> totals_of_chunks;
};

/// Where a reduction of `Kind` over `Axes` of a space goes: the array `answers`, and room for totals of chunks.
template <typename Kind, int... Axes, typename T, int S, int R>
[[nodiscard]] auto reduced_rows(const array<T, S> &answers, const shape<R> &space) {
  return axis_results<Kind, accumulator_of<T>, T, true>(cuda::write(answers), kept_size<Axes...>(space),
                                                        reduced_size<Axes...>(space));
}
template <typename Kind, int... Axes, typename T, int S, int R>
[[nodiscard]] auto reduced_columns(const array<T, S> &answers, const shape<R> &space) {
  return axis_results<Kind, accumulator_of<T>, T, false>(cuda::write(answers), kept_size<Axes...>(space),
                                                         reduced_size<Axes...>(space));
}

#endif

} // namespace gpufuse::rt::inline cuda

// The definitions of cub.h, for the files that instantiate them; those are several so that they compile side by side.
#pragma once

#include "cub.h"
#include "device_arrays.h"

#include "../cuda/errors.h"

#include <string>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_select.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace gpufuse::cuda_library {

/// The type by which CUB knows a key.
template <class Key> struct cub_key {
  using type = Key;
};
template <> struct cub_key<half> {
  using type = __half;
};
template <> struct cub_key<bfloat16> {
  using type = __nv_bfloat16;
};
template <class Key> const auto *cub_keys(const Key *keys) {
  return reinterpret_cast<const typename cub_key<Key>::type *>(keys);
}
template <class Key> auto *cub_keys(Key *keys) { return reinterpret_cast<typename cub_key<Key>::type *>(keys); }

/// Calls one of CUB's algorithms twice, as they want it: to learn how much memory it needs, and to run.
template <class Algorithm> void run(const char *doing, Algorithm algorithm) {
  std::size_t bytes = 0;
  cuda_runtime::check(algorithm(nullptr, bytes), doing);
  const scratch<char> memory(static_cast<std::int64_t>(bytes > 0 ? bytes : 1));
  cuda_runtime::check(algorithm(memory.get(), bytes), doing);
}

struct row_start {
  std::int64_t length;
  __host__ __device__ int operator()(std::int64_t row) const { return static_cast<int>(row * length); }
};

/// Few long rows are sorted one by one, by the whole device each; else each has a block of threads, in calls of at most
/// 2^30 keys, because older versions of CUB count in int. The bounds are estimates.
template <class Single, class Segmented>
void for_rows(std::int64_t rows, std::int64_t n, Single single, Segmented segmented) {
  constexpr std::int64_t few = 64, is_long = 1 << 14, most_keys = 1 << 30;
  if (rows == 1 || (rows < few && n >= is_long) || n > most_keys) {
    for (std::int64_t row = 0; row < rows; ++row)
      single(row * n);
    return;
  }
  const auto starts = thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}), row_start{n});
  const std::int64_t step = most_keys / n;
  for (std::int64_t row = 0; row < rows; row += step)
    segmented(row * n, static_cast<int>(rows - row < step ? rows - row : step), starts);
}

template <class Key> void sort_keys(const Key *in, Key *out, std::int64_t rows, std::int64_t n) {
  constexpr int bits = 8 * sizeof(Key);
  const cudaStream_t stream = current_stream();
  for_rows(
      rows, n,
      [&](std::int64_t first) {
        run("sorting", [&](void *memory, std::size_t &bytes) {
          return cub::DeviceRadixSort::SortKeys(memory, bytes, cub_keys(in + first), cub_keys(out + first), n, 0, bits,
                                                stream);
        });
      },
      [&](std::int64_t first, int count, auto starts) {
        run("sorting rows", [&](void *memory, std::size_t &bytes) {
          return cub::DeviceSegmentedRadixSort::SortKeys(memory, bytes, cub_keys(in + first), cub_keys(out + first),
                                                         static_cast<int>(count * n), count, starts, starts + 1, 0,
                                                         bits, stream);
        });
      });
}

template <class Key>
void sort_pairs(const Key *in, Key *out, const std::int64_t *values_in, std::int64_t *values_out, std::int64_t rows,
                std::int64_t n) {
  constexpr int bits = 8 * sizeof(Key);
  const cudaStream_t stream = current_stream();
  for_rows(
      rows, n,
      [&](std::int64_t first) {
        run("sorting", [&](void *memory, std::size_t &bytes) {
          return cub::DeviceRadixSort::SortPairs(memory, bytes, in + first, out + first, values_in + first,
                                                 values_out + first, n, 0, bits, stream);
        });
      },
      [&](std::int64_t first, int count, auto starts) {
        run("sorting rows", [&](void *memory, std::size_t &bytes) {
          return cub::DeviceSegmentedRadixSort::SortPairs(memory, bytes, in + first, out + first, values_in + first,
                                                          values_out + first, static_cast<int>(count * n), count,
                                                          starts, starts + 1, 0, bits, stream);
        });
      });
}

template <class Key>
void select_flagged(const Key *in, const std::uint8_t *flags, Key *out, std::int64_t *count, std::int64_t n) {
#if CUB_VERSION < 300000 // some of these count in int
  if (n > INT32_MAX)
    throw error(error::memory, std::to_string(n) + " elements are too many for unique with this version of CUDA");
#endif
  const cudaStream_t stream = current_stream();
  run("finding different elements", [&](void *memory, std::size_t &bytes) {
    return cub::DeviceSelect::Flagged(memory, bytes, cub_keys(in), flags, cub_keys(out), count, n, stream);
  });
}

} // namespace gpufuse::cuda_library

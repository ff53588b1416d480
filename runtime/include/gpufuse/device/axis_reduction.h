// Reductions over some of the axes in the order of gpufuse/axis_order.h, bit for bit what the host computes.
#pragma once

#include <gpufuse/device/reduction.h>
#include <gpufuse/runtime/axes.h>

#include <cstdint>

namespace gpufuse::device {

inline constexpr int axis_threads = order::max_row_threads;                 ///< of a block
inline constexpr int column_vectors = axis_threads / order::column_threads; ///< groups of 4 columns of a block

namespace detail {

template <typename T> __device__ __forceinline__ bool is_aligned(const T *p) {
  return reinterpret_cast<std::uintptr_t>(p) % alignof(vector<T, order::lanes>) == 0;
}

/// `p[0] .. p[3]`, with zero for every lane at or past `n`.
template <typename T> __device__ __forceinline__ vector<T, order::lanes> load_lanes(const T *p, std::int64_t n) {
  if (n >= order::lanes && is_aligned(p))
    return device::load<order::lanes>(p);
  vector<T, order::lanes> values;
#pragma unroll
  for (int k = 0; k < order::lanes; ++k)
    values[k] = k < n ? p[k] : T{};
  return values;
}

} // namespace detail

/// What one thread does for a chunk of a row: 1, 32 or all threads of a block share it. The grid has
/// `rt::row_blocks(rows, length)` blocks of `axis_threads` threads; threads without a row have no elements.
class row_chunk {
public:
  __device__ __forceinline__ row_chunk(std::int64_t rows, std::int64_t length)
      : length(length), threads(order::row_threads(length)), chunks(order::chunks_of(length, order::row_chunk)) {
    const int groups = axis_threads / threads;
    const std::int64_t number = blockIdx.x * static_cast<std::int64_t>(groups) + threadIdx.x / threads;
    exists = number < rows * chunks;
    row = exists ? number / chunks : 0;
    chunk = exists ? number % chunks : 0;
    const std::int64_t start = chunk * order::row_chunk;
    mine = start + static_cast<std::int64_t>(threadIdx.x % threads) * order::lanes;
    stop = !exists ? 0 : length - start < order::row_chunk ? length : start + order::row_chunk;
  }

  __device__ __forceinline__ std::int64_t number() const { return row; }
  /// The elements e .. e + 3 for e = first, first + step, ... that are below end.
  __device__ __forceinline__ std::int64_t first() const { return mine; }
  __device__ __forceinline__ std::int64_t end() const { return stop; }
  __device__ __forceinline__ int step() const { return threads * order::lanes; }

  /// The number in the space of element e, where rows follow each other.
  __device__ __forceinline__ std::int64_t element(std::int64_t e) const { return row * length + e; }
  template <typename T> __device__ __forceinline__ vector<T, order::lanes> load(const T *x, std::int64_t e) const {
    return detail::load_lanes(x + element(e), stop - e);
  }

  /// Steps 2 and 3; the answer of the row, or the total of the chunk. Called once by all threads of the block.
  template <typename Kind, typename Acc, typename T>
  __device__ __forceinline__ void finish(const reduction<Kind, Acc> &r, const rt::totals<Acc, T> &out) const {
    finish(r, out, length);
  }
  /// The same where the elements are themselves totals, of `n` elements in all.
  template <typename Kind, typename Acc, typename T>
  __device__ __forceinline__ void finish(const reduction<Kind, Acc> &r, const rt::totals<Acc, T> &out,
                                         std::int64_t n) const {
    const auto &l = r.lanes;
    Acc value = Kind::combine(Kind::combine(l[0], l[1]), Kind::combine(l[2], l[3]));
    if (threads == axis_threads) {
      value = detail::combine_block<Kind, axis_threads / order::warp>(value);
    } else if (threads == order::warp) {
#pragma unroll
      for (int offset = order::warp / 2; offset > 0; offset /= 2)
        value = Kind::combine(value, detail::shuffle_down(value, offset));
    }
    if (!exists || threadIdx.x % threads != 0)
      return;
    if (chunks > 1)
      out.chunks[row * chunks + chunk] = value;
    else
      out.answers[row] = static_cast<T>(Kind::finish(value, n));
  }

private:
  std::int64_t length;
  int threads;
  std::int64_t chunks, row, chunk, mine, stop;
  bool exists;
};

/// What one thread does for a chunk of 4 columns beside each other; 8 threads share them. The space has `outer` groups
/// of `columns` columns of `length` elements. The grid has `rt::column_blocks(outer, length, columns)` blocks.
class column_chunk {
public:
  __device__ __forceinline__ column_chunk(std::int64_t outer, std::int64_t length, std::int64_t columns)
      : outer(outer), length(length), columns(columns) {
    constexpr int width = column_vectors * order::lanes;
    const std::int64_t blocks = (columns - 1) / width + 1, other = blockIdx.x / blocks;
    chunk = other / outer;
    group = other % outer;
    column = blockIdx.x % blocks * width + static_cast<std::int64_t>(threadIdx.x % column_vectors) * order::lanes;
    const std::int64_t start = chunk * order::column_chunk;
    mine = start + threadIdx.x / column_vectors;
    stop = column >= columns ? 0 : length - start < order::column_chunk ? length : start + order::column_chunk;
  }

  /// The number of the result of column k.
  __device__ __forceinline__ std::int64_t number(int k) const { return group * columns + column + k; }
  /// The elements e = first, first + step, ... that are below end.
  __device__ __forceinline__ std::int64_t first() const { return mine; }
  __device__ __forceinline__ std::int64_t end() const { return stop; }
  __device__ __forceinline__ int step() const { return order::column_threads; }
  /// Whether column k is one.
  __device__ __forceinline__ bool contains(int k) const { return column + k < columns; }

  /// The number in the space of element e of the first column; those of the others follow.
  __device__ __forceinline__ std::int64_t element(std::int64_t e) const {
    return (group * length + e) * columns + column;
  }
  template <typename T> __device__ __forceinline__ vector<T, order::lanes> load(const T *x, std::int64_t e) const {
    return detail::load_lanes(x + element(e), columns - column);
  }

  /// Step 2; the answers of the columns, or the totals of the chunk. Called once by all threads of the block.
  template <typename Kind, typename Acc, typename T>
  __device__ __forceinline__ void finish(const reduction<Kind, Acc> &r, const rt::totals<Acc, T> &out) const {
    finish(r, out, length);
  }
  template <typename Kind, typename Acc, typename T>
  __device__ __forceinline__ void finish(const reduction<Kind, Acc> &r, const rt::totals<Acc, T> &out,
                                         std::int64_t n) const {
    __shared__ Acc values[order::lanes][axis_threads];
    __syncthreads(); // an earlier use of `values` is over
#pragma unroll
    for (int k = 0; k < order::lanes; ++k)
      values[k][threadIdx.x] = r.lanes[k];
#pragma unroll
    for (int offset = order::column_threads / 2; offset > 0; offset /= 2) {
      __syncthreads();
      if (threadIdx.x < offset * column_vectors)
#pragma unroll
        for (int k = 0; k < order::lanes; ++k)
          values[k][threadIdx.x] =
              Kind::combine(values[k][threadIdx.x], values[k][threadIdx.x + offset * column_vectors]);
    }
    if (threadIdx.x >= column_vectors)
      return;
    for (int k = 0; k < order::lanes; ++k) {
      if (!contains(k))
        continue;
      if (order::chunks_of(length, order::column_chunk) > 1)
        out.chunks[chunk * outer * columns + number(k)] = values[k][threadIdx.x];
      else
        out.answers[number(k)] = static_cast<T>(Kind::finish(values[k][threadIdx.x], n));
    }
  }

private:
  std::int64_t outer, length, columns, chunk, group, column, mine, stop;
};

/// What this thread does for the rows of a space, for its columns where the reduced axes are neighbours, and for its
/// columns in any case, by number of the result.
template <int... Axes, int R> __device__ __forceinline__ row_chunk row_of(const shape<R> &space) {
  return row_chunk(rt::kept_size<Axes...>(space), rt::reduced_size<Axes...>(space));
}
template <int... Axes, int R> __device__ __forceinline__ column_chunk column_of(const shape<R> &space) {
  return column_chunk(rt::outer_size<Axes...>(space), rt::reduced_size<Axes...>(space), rt::inner_size<Axes...>(space));
}
template <int... Axes, int R> __device__ __forceinline__ column_chunk any_column_of(const shape<R> &space) {
  return column_chunk(1, rt::reduced_size<Axes...>(space), rt::kept_size<Axes...>(space));
}

/// Reduces the totals of `length` chunks of each row, of n elements in all, in turn.
template <typename Kind, typename Acc, typename T>
__global__ void __launch_bounds__(axis_threads)
    combine_rows(std::int64_t rows, std::int64_t length, std::int64_t n, const Acc *chunks, rt::totals<Acc, T> out) {
  const row_chunk row(rows, length);
  reduction<Kind, Acc> total;
  for (std::int64_t e = row.first(); e < row.end(); e += row.step()) {
    const auto values = row.load(chunks, e);
#pragma unroll
    for (int k = 0; k < order::lanes; ++k)
      total.add(k, values[k], e + k < row.end());
  }
  row.finish(total, out, n);
}

/// The same for columns, whose chunks are in the order (chunk, column).
template <typename Kind, typename Acc, typename T>
__global__ void __launch_bounds__(axis_threads)
    combine_columns(std::int64_t columns, std::int64_t length, std::int64_t n, const Acc *chunks,
                    rt::totals<Acc, T> out) {
  const column_chunk column(1, length, columns);
  reduction<Kind, Acc> total;
  for (std::int64_t e = column.first(); e < column.end(); e += column.step()) {
    const auto values = column.load(chunks, e);
#pragma unroll
    for (int k = 0; k < order::lanes; ++k)
      total.add(k, values[k]);
  }
  column.finish(total, out, n);
}

} // namespace gpufuse::device

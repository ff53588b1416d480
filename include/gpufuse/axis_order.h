// The orders in which a reduction over some of the axes combines the m elements of one result, in row-major order of
// the reduced axes. Like reduction_order.h it depends on m and the type only, for eager code, the CPU target and CUDA.
//
// Rows: the last axis is among the reduced ones, so the elements of a result lie beside each other.
//   A row of more than 16384 elements is cut into chunks of 16384, whose results are reduced as a row again.
//   In a chunk, g = row_threads(m) threads (1, 32 or 256) take 4 lanes each: element e is of thread e / 4 % g, lane e
//   % 4.
//   1. Each (thread, lane) starts at the identity and adds its elements in order.
//   2. A thread combines its lanes: (l0 + l1) + (l2 + l3).
//   3. The threads are combined as in steps 3 and 4 of reduction_order.h.
// Columns: the last axis is kept, so neighbours belong to different results.
//   A column of more than 1024 elements is cut into chunks of 1024, whose results are reduced as a column again.
//   1. Each of 8 accumulators starts at the identity; element e is added to number e % 8, in order.
//   2. They are combined by offsets 4, 2, 1: ((a0 + a4) + (a2 + a6)) + ((a1 + a5) + (a3 + a7)).
// `finish` makes the answer of the total. A reduction over all axes has the order of reduction_order.h.
#pragma once

#include <cstdint>
#include <memory>

#include <gpufuse/reduction_order.h>

namespace gpufuse::reduction {

inline constexpr int row_chunk = 16384;
inline constexpr int column_chunk = 1024;
inline constexpr int column_threads = 8; ///< accumulators of a column
inline constexpr int max_row_threads = 256;

/// How many threads share a row of m elements, or each of its chunks.
GPUFUSE_HD constexpr int row_threads(std::int64_t m) { return m <= 32 ? 1 : m <= 1024 ? 32 : max_row_threads; }

/// How many chunks m elements are cut into; 1 for none.
GPUFUSE_HD constexpr std::int64_t chunks_of(std::int64_t m, int chunk) { return m <= chunk ? 1 : (m - 1) / chunk + 1; }

} // namespace gpufuse::reduction

namespace gpufuse {

inline constexpr int max_columns = 64; ///< that `reduce_columns` takes at once

namespace detail {

/// Results of chunks of `width` columns, to be reduced in turn.
template <class Acc> struct chunk_results {
  const Acc *values;
  int width;
  Acc operator()(std::int64_t chunk, int c = 0) const { return values[chunk * width + c]; }
};

/// Steps 1 to 3 for elements first, first + 1, ... `first + count - 1`, count <= row_chunk, by g threads.
template <class Kind, class Acc, class Get>
Acc reduce_row_chunk(int g, std::int64_t first, std::int64_t count, Get get) {
  Acc acc[reduction::max_row_threads * reduction::lanes];
  const int width = g * reduction::lanes;
  const int used = count < width ? static_cast<int>(count) : width;
  const int active = used > 0 ? (used + reduction::lanes - 1) / reduction::lanes : 1;
  for (int r = 0; r < active * reduction::lanes; ++r)
    acc[r] = Kind::template identity<Acc>();
  for (std::int64_t start = 0; start < count; start += width) {
    const int n = count - start < width ? static_cast<int>(count - start) : width;
    for (int r = 0; r < n; ++r)
      acc[r] = Kind::combine(acc[r], static_cast<Acc>(get(first + start + r)));
  }
  Acc thread_results[reduction::max_row_threads];
  for (int t = 0; t < active; ++t) {
    const Acc *lane = acc + t * reduction::lanes;
    thread_results[t] = Kind::combine(Kind::combine(lane[0], lane[1]), Kind::combine(lane[2], lane[3]));
  }
  return combine_threads<Kind>(thread_results, active);
}

/// Steps 1 and 2 for `count` <= column_chunk elements of `width` columns beside each other.
template <class Kind, class Acc, class Get>
void reduce_column_chunk(std::int64_t first, std::int64_t count, int width, Get get, Acc *totals) {
  Acc acc[reduction::column_threads][max_columns];
  for (auto &row : acc)
    for (int c = 0; c < width; ++c)
      row[c] = Kind::template identity<Acc>();
  for (std::int64_t r = 0; r < count; ++r) {
    Acc *row = acc[r % reduction::column_threads];
    for (int c = 0; c < width; ++c)
      row[c] = Kind::combine(row[c], static_cast<Acc>(get(first + r, c)));
  }
  for (int offset = reduction::column_threads / 2; offset > 0; offset /= 2)
    for (int t = 0; t < offset; ++t)
      for (int c = 0; c < width; ++c)
        acc[t][c] = Kind::combine(acc[t][c], acc[t + offset][c]);
  for (int c = 0; c < width; ++c)
    totals[c] = acc[0][c];
}

} // namespace detail

/// The total, not yet finished, of a row of m elements `get(0) .. get(m - 1)`; each is asked for once, in ascending
/// order. `Acc` is the accumulator's type.
template <class Kind, class Acc, class Get> Acc reduce_row(std::int64_t m, Get get) {
  const std::int64_t chunks = reduction::chunks_of(m, reduction::row_chunk);
  const int g = reduction::row_threads(m);
  if (chunks == 1)
    return detail::reduce_row_chunk<Kind, Acc>(g, 0, m, get);
  const std::unique_ptr<Acc[]> results(new Acc[static_cast<std::size_t>(chunks)]);
  for (std::int64_t c = 0; c < chunks; ++c) {
    const std::int64_t first = c * reduction::row_chunk;
    const std::int64_t count = m - first < reduction::row_chunk ? m - first : reduction::row_chunk;
    results[static_cast<std::size_t>(c)] = detail::reduce_row_chunk<Kind, Acc>(g, first, count, get);
  }
  return reduce_row<Kind, Acc>(chunks, detail::chunk_results<Acc>{results.get(), 1});
}

/// The totals, not yet finished, of `width` <= max_columns columns of m elements; element r of column c is `get(r, c)`,
/// asked for once, in ascending order of r, then c.
template <class Kind, class Acc, class Get> void reduce_columns(std::int64_t m, int width, Get get, Acc *totals) {
  const std::int64_t chunks = reduction::chunks_of(m, reduction::column_chunk);
  if (chunks == 1)
    return detail::reduce_column_chunk<Kind>(0, m, width, get, totals);
  const std::unique_ptr<Acc[]> results(new Acc[static_cast<std::size_t>(chunks * width)]);
  for (std::int64_t c = 0; c < chunks; ++c) {
    const std::int64_t first = c * reduction::column_chunk;
    const std::int64_t count = m - first < reduction::column_chunk ? m - first : reduction::column_chunk;
    detail::reduce_column_chunk<Kind>(first, count, width, get, results.get() + c * width);
  }
  reduce_columns<Kind, Acc>(chunks, width, detail::chunk_results<Acc>{results.get(), width}, totals);
}

} // namespace gpufuse

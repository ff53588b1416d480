// Reductions over some of the axes of a space: how many results there are, of how many elements, and where these are.
// `Axes` are the reduced dimensions, in ascending order.
#pragma once

#include <cstdint>

#include <gpufuse/axis_order.h>
#include <gpufuse/index.h>
#include <gpufuse/promotion.h>
#include <gpufuse/runtime/common.h>

namespace gpufuse::rt {

namespace detail {

template <int... Axes> inline constexpr unsigned axes_mask = ((1u << Axes) | ...);
template <int... Axes>
inline constexpr int first_axis = [] {
  int d = 0;
  while ((axes_mask<Axes...> >> d & 1) == 0)
    ++d;
  return d;
}();

/// The product of the extents of dimensions [from, to) whose bit in `mask` is `bit`.
template <int R>
GPUFUSE_HD constexpr std::int64_t product(const shape<R> &space, unsigned mask, unsigned bit, int from, int to) {
  std::int64_t size = 1;
  for (int d = from; d < to; ++d)
    if ((mask >> d & 1) == bit)
      size *= space[d];
  return size;
}

} // namespace detail

/// How many elements each result combines.
template <int... Axes, int R> [[nodiscard]] GPUFUSE_HD constexpr std::int64_t reduced_size(const shape<R> &space) {
  return detail::product(space, detail::axes_mask<Axes...>, 1, 0, R);
}

/// How many results there are.
template <int... Axes, int R> [[nodiscard]] GPUFUSE_HD constexpr std::int64_t kept_size(const shape<R> &space) {
  return detail::product(space, detail::axes_mask<Axes...>, 0, 0, R);
}

/// How many results there are in front of the reduced axes, which are neighbours, and behind them.
template <int... Axes, int R> [[nodiscard]] GPUFUSE_HD constexpr std::int64_t outer_size(const shape<R> &space) {
  return detail::product(space, 0, 0, 0, detail::first_axis<Axes...>);
}
template <int... Axes, int R> [[nodiscard]] GPUFUSE_HD constexpr std::int64_t inner_size(const shape<R> &space) {
  return detail::product(space, 0, 0, detail::first_axis<Axes...> + static_cast<int>(sizeof...(Axes)), R);
}

/// The position of element e of result o, both by row-major number.
template <int... Axes, int R>
[[nodiscard]] GPUFUSE_HD constexpr index<R> position(const shape<R> &space, std::int64_t o, std::int64_t e) {
  constexpr unsigned mask = detail::axes_mask<Axes...>;
  index<R> at;
  for (int d = R - 1; d >= 0; --d) {
    std::int64_t &number = (mask >> d & 1) != 0 ? e : o;
    at[d] = number % space[d];
    number /= space[d];
  }
  return at;
}

/// The accumulator of a reduction with results of type T.
template <typename T> using accumulator_of = type_of<accumulator_type(id_of<T>)>;

namespace detail {

[[nodiscard]] inline std::int64_t blocks_of_rows(std::int64_t rows, std::int64_t length) {
  const std::int64_t groups = reduction::max_row_threads / reduction::row_threads(length);
  return blocks(rows * reduction::chunks_of(length, reduction::row_chunk), groups);
}
[[nodiscard]] inline std::int64_t blocks_of_columns(std::int64_t outer, std::int64_t length, std::int64_t columns) {
  constexpr int width = reduction::max_row_threads / reduction::column_threads * reduction::lanes;
  return blocks(blocks(columns, width) * outer * reduction::chunks_of(length, reduction::column_chunk), 1);
}

} // namespace detail

/// The blocks that share the rows of a space, its columns where the reduced axes are neighbours, and its columns in any
/// case, by number of the result.
template <int... Axes, int R> [[nodiscard]] std::int64_t row_blocks(const shape<R> &space) {
  return detail::blocks_of_rows(kept_size<Axes...>(space), reduced_size<Axes...>(space));
}
template <int... Axes, int R> [[nodiscard]] std::int64_t column_blocks(const shape<R> &space) {
  return detail::blocks_of_columns(outer_size<Axes...>(space), reduced_size<Axes...>(space),
                                   inner_size<Axes...>(space));
}
template <int... Axes, int R> [[nodiscard]] std::int64_t any_column_blocks(const shape<R> &space) {
  return detail::blocks_of_columns(1, reduced_size<Axes...>(space), kept_size<Axes...>(space));
}

/// Where a reduction over axes puts its results: the answers, or the totals of the chunks of each row or column where
/// there are several.
template <typename Acc, typename T> struct totals {
  T *answers;
  Acc *chunks;
};

} // namespace gpufuse::rt

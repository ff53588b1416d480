// What may stand between the parentheses of `a(...)`, and the layout (offset, extents, strides) that it
// selects.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <utility>

#include <gpufuse/error.h>
#include <gpufuse/shape.h>

namespace gpufuse {

/// Keeps a whole dimension (`:` in NumPy); inside `slice`, an open end.
struct whole_dimension {};
inline constexpr whole_dimension _{};

/// Inserts a dimension of extent 1 (`numpy.newaxis`).
struct new_axis {};
inline constexpr new_axis newaxis{};

/// Stands for all the dimensions that the other indices leave (`...`); at most once.
struct remaining_dimensions {};
inline constexpr remaining_dimensions ellipsis{};

namespace detail {

template <class B>
concept slice_bound = integer<B> || std::is_same_v<B, whole_dimension>;

} // namespace detail

/// `lo:hi:step` with Python's rules: negative bounds count from the end, bounds beyond it are clipped,
/// `gf::_` leaves an end open, a negative step walks backwards. A step of 0 throws a shape error when used.
struct slice {
  std::int64_t lo = 0, hi = 0, step = 1;
  bool has_lo = false, has_hi = false;

  template <detail::slice_bound Lo, detail::slice_bound Hi>
  constexpr slice(Lo first, Hi last, std::int64_t stride = 1)
      : step(stride), has_lo(detail::integer<Lo>), has_hi(detail::integer<Hi>) {
    if constexpr (detail::integer<Lo>)
      lo = static_cast<std::int64_t>(first);
    if constexpr (detail::integer<Hi>)
      hi = static_cast<std::int64_t>(last);
  }
};

/// A dimension by number; negative counts from the end. A trailing or leading argument of functions.
struct axis {
  int value;
  constexpr explicit axis(int dimension) : value(dimension) {}
};

/// Several dimensions by number, in any order: `gf::sum(x, gf::axes(0, 2))`.
template <int N> struct axes {
  int values[N];
  template <std::same_as<int>... D>
    requires(sizeof...(D) == N)
  constexpr explicit axes(D... dimensions) : values{dimensions...} {}
};
template <std::same_as<int>... D> axes(D...) -> axes<sizeof...(D)>;

/// Lets a reduction keep its dimensions, with extent 1: `gf::sum(x, gf::axis(1), gf::keepdims)`.
struct keep_dimensions {};
inline constexpr keep_dimensions keepdims;

namespace detail {

/// Where the elements of a view are in its storage; strides in elements.
template <int R> struct layout {
  std::int64_t offset = 0;
  shape<R> extents;
  std::int64_t strides[R > 0 ? R : 1] = {};

  /// Whether the elements follow each other in row-major order.
  [[nodiscard]] constexpr bool is_row_major() const {
    std::int64_t expected = 1;
    for (int d = R - 1; d >= 0; --d) {
      if (extents[d] == 0)
        return true;
      if (extents[d] != 1 && strides[d] != expected)
        return false;
      expected *= extents[d];
    }
    return true;
  }
};

template <int R> constexpr layout<R> row_major(const shape<R> &extents) {
  layout<R> result{0, extents, {}};
  std::uint64_t stride = 1; // unsigned, because an array without elements may have any other extents
  for (int d = R - 1; d >= 0; --d) {
    result.strides[d] = static_cast<std::int64_t>(stride);
    stride *= static_cast<std::uint64_t>(extents[d]);
  }
  return result;
}

/// Whether two positions may be one element; false only where each dimension steps over all that smaller steps reach.
template <int R> constexpr bool may_repeat(const layout<R> &where) {
  std::int64_t reach = 0, done = -1; // strides up to `done` are counted in `reach`
  for (int counted = 0; counted < R; ++counted) {
    std::int64_t next = INT64_MAX, extent = 1;
    int equals = 0;
    for (int d = 0; d < R; ++d) {
      const std::int64_t stride = where.strides[d] < 0 ? -where.strides[d] : where.strides[d];
      if (where.extents[d] <= 1 || stride <= done || stride > next)
        continue;
      equals = stride == next ? equals + 1 : 1;
      next = stride;
      extent = where.extents[d];
    }
    if (equals == 0)
      return false;
    if (equals > 1 || next <= reach)
      return true;
    reach += (extent - 1) * next;
    done = next;
  }
  return false;
}

template <int R> constexpr std::array<std::int64_t, R> strides_of(const layout<R> &where) {
  std::array<std::int64_t, R> strides{};
  for (int d = 0; d < R; ++d)
    strides[d] = where.strides[d];
  return strides;
}

/// Whether an argument drops a dimension. Element reads (`a(index(0))`) convert to their integer.
template <class I>
concept number_index =
    integer<I> || (!std::is_arithmetic_v<I> && requires { requires integer<typename I::element_value>; });

template <class I>
concept slice_index = std::is_same_v<I, whole_dimension> || std::is_same_v<I, slice>;

template <class I>
concept index_argument =
    number_index<I> || slice_index<I> || std::is_same_v<I, new_axis> || std::is_same_v<I, remaining_dimensions>;

template <class... I> inline constexpr int numbers_in = (0 + ... + int{number_index<I>});
template <class... I> inline constexpr int slices_in = (0 + ... + int{slice_index<I>});
template <class... I> inline constexpr int new_axes_in = (0 + ... + int{std::is_same_v<I, new_axis>});
template <class... I> inline constexpr int ellipses_in = (0 + ... + int{std::is_same_v<I, remaining_dimensions>});

/// Whether these arguments index an array of rank R. Missing trailing ones keep their dimension whole.
template <int R, class... I>
concept indices_of_rank =
    (index_argument<I> && ...) && numbers_in<I...> + slices_in<I...> <= R && ellipses_in<I...> <= 1;

/// Whether they select one element.
template <int R, class... I> inline constexpr bool selects_element = numbers_in<I...> == R && sizeof...(I) == R;

template <int R, class... I> inline constexpr int selected_rank = R - numbers_in<I...> + new_axes_in<I...>;

/// An index in [0, extent) from one in [-extent, extent). Throws a shape error outside.
inline std::int64_t checked_index(std::int64_t i, std::int64_t extent, int dimension) {
  if (i >= -extent && i < extent)
    return i < 0 ? i + extent : i;
  throw error(error::shape, "index " + std::to_string(i) + " is out of bounds for dimension " +
                                std::to_string(dimension) + " of extent " + std::to_string(extent));
}

/// A dimension in [0, rank) from one in [-rank, rank). Throws a shape error outside.
inline int checked_axis(int dimension, int rank) {
  if (dimension >= -rank && dimension < rank)
    return dimension < 0 ? dimension + rank : dimension;
  throw error(error::shape, "axis " + std::to_string(dimension) + " is out of bounds for rank " + std::to_string(rank));
}

/// First element, and count, of a slice of `extent` elements: Python's slice.indices.
struct slice_range {
  std::int64_t first, count;
};
inline slice_range range_of(const slice &s, std::int64_t extent) {
  if (s.step == 0)
    throw error(error::shape, "slice step cannot be zero");
  const bool forward = s.step > 0;
  const std::int64_t lowest = forward ? 0 : -1;
  const std::int64_t highest = forward ? extent : extent - 1;
  const auto clipped = [&](std::int64_t bound) {
    if (bound < 0)
      bound += extent;
    return bound < lowest ? lowest : bound > highest ? highest : bound;
  };
  const std::int64_t first = s.has_lo ? clipped(s.lo) : forward ? lowest : highest;
  const std::int64_t last = s.has_hi ? clipped(s.hi) : forward ? highest : lowest;
  const std::int64_t distance = forward ? last - first : first - last;
  const std::int64_t step = forward ? s.step : -s.step;
  return {first, distance <= 0 ? 0 : (distance - 1) / step + 1};
}

/// Walks the arguments of one indexing from left to right; `d` is the source dimension, `r` the result's.
template <int R, int S> struct selection {
  const layout<R> &source;
  layout<S> result{};
  int d = 0, r = 0;

  void keep() {
    result.extents[r] = source.extents[d];
    result.strides[r++] = source.strides[d++];
  }
  template <number_index I> void take(const I &i, int) {
    result.offset += checked_index(static_cast<std::int64_t>(i), source.extents[d], d) * source.strides[d];
    ++d;
  }
  void take(whole_dimension, int) { keep(); }
  void take(const slice &s, int) {
    const slice_range range = range_of(s, source.extents[d]);
    if (range.count > 0)
      result.offset += range.first * source.strides[d];
    result.extents[r] = range.count;
    result.strides[r++] = s.step * source.strides[d++];
  }
  void take(new_axis, int) {
    result.extents[r] = 1;
    result.strides[r++] = 0;
  }
  void take(remaining_dimensions, int count) {
    for (int k = 0; k < count; ++k)
      keep();
  }
};

/// The layout that `indices` select from `source`. Throws a shape error for an index out of bounds.
template <int R, class... I> layout<selected_rank<R, I...>> select(const layout<R> &source, const I &...indices) {
  [[maybe_unused]] constexpr int left = R - numbers_in<I...> - slices_in<I...>;
  selection<R, selected_rank<R, I...>> walk{source};
  walk.result.offset = source.offset;
  (walk.take(indices, left), ...);
  while (walk.d < R)
    walk.keep();
  return walk.result;
}

/// The same elements seen as `space`: missing dimensions and those of extent 1 get stride 0.
/// Needs a source that broadcasts to it.
template <int R, int S> layout<R> stretched(const layout<S> &source, const shape<R> &space) {
  layout<R> result{source.offset, space, {}};
  for (int d = 0; d < S; ++d)
    if (source.extents[d] != 1)
      result.strides[R - S + d] = source.strides[d];
  return result;
}

} // namespace detail
} // namespace gpufuse

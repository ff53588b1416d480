// Reductions of arrays over all or some of their axes, in the orders of reduction_order.h and axis_order.h.
#pragma once

#include <vector>

#include <gpufuse/axis_order.h>
#include <gpufuse/create.h>
#include <gpufuse/elementwise.h>
#include <gpufuse/reduction_order.h>

namespace gpufuse {
namespace detail {

template <class Kind, element_type Result, array_like A> array<Result, 0> reduced_whole(const A &a) {
  using T = value_of<A>;
  using Acc = type_of<accumulator_type(id_of<Result>)>;
  // The order is that of row-major elements; other layouts are copied first.
  if (!a.layout().is_row_major())
    return reduced_whole<Kind, Result>(array<T, rank_of<A>>(a));
  const T *elements = a.size() > 0 ? a.host_elements() + a.layout().offset : nullptr;
  const Acc total = reduce_in_order<Kind, Acc>(a.size(), [elements](std::int64_t i) { return elements[i]; });
  return array<Result, 0>(scalar::convert<Result>(total));
}

// ---- where a reduction goes ----

template <class T> inline constexpr int axes_named = -1; ///< by an argument; -1: it is no such argument
template <> inline constexpr int axes_named<axis> = 1;
template <int N> inline constexpr int axes_named<axes<N>> = N;
template <> inline constexpr int axes_named<keep_dimensions> = 0;

/// What may stand behind the array: `keepdims`, and at most one `axis` or `axes`.
template <class... Where>
concept reduction_place = ((axes_named<Where> >= 0) && ...) && ((axes_named<Where> > 0) + ... + 0) <= 1;

/// The dimensions of a rank-R array that are reduced, and of the result.
template <int R, class... Where> struct reduction_axes {
  static constexpr int named = (axes_named<Where> + ... + 0);
  static constexpr int count = named > 0 ? named : R;
  static constexpr bool keeps = (std::same_as<Where, keep_dimensions> || ...);
  static constexpr int rank = keeps ? R : R - count;
  static_assert(count <= R, "the array has fewer dimensions than are to be reduced");

  bool is_reduced[R > 0 ? R : 1] = {};

  explicit reduction_axes(const Where &...where) {
    (mark(where), ...);
    if (named == 0)
      for (bool &dimension : is_reduced)
        dimension = true;
  }
  void mark(const keep_dimensions &) {}
  void mark(const axis &one) { mark(one.value); }
  template <int N> void mark(const axes<N> &several) {
    for (const int dimension : several.values)
      mark(dimension);
  }
  void mark(int dimension) {
    bool &mine = is_reduced[checked_axis(dimension, R)];
    if (mine)
      throw error(error::shape, "axis " + std::to_string(dimension) + " is named twice");
    mine = true;
  }

  [[nodiscard]] shape<rank> of(const shape<R> &whole) const {
    shape<rank> result;
    for (int d = 0, to = 0; d < R; ++d)
      if (!is_reduced[d] || keeps)
        result[to++] = is_reduced[d] ? 1 : whole[d];
    return result;
  }
};

/// The places of elements along some dimensions of a layout, in row-major order.
template <int R> struct selected_dimensions {
  int count = 0;
  std::int64_t extents[R], strides[R], size = 1;

  selected_dimensions(const layout<R> &where, const bool (&is_reduced)[R], bool wanted) {
    for (int d = 0; d < R; ++d)
      if (is_reduced[d] == wanted) {
        extents[count] = where.extents[d];
        strides[count++] = where.strides[d];
        size *= where.extents[d];
      }
  }
  [[nodiscard]] std::int64_t offset(std::int64_t number) const {
    std::int64_t elements = 0;
    for (int d = count - 1; d >= 0; --d) {
      elements += number % extents[d] * strides[d];
      number /= extents[d];
    }
    return elements;
  }
};

/// Reduces some, not all, of the dimensions into `out`, row-major.
template <class Kind, class Acc, class Result, array_like A, int R = rank_of<A>>
void reduce_axes(const A &a, const bool (&is_reduced)[R], Result *out) {
  const layout<R> where = a.layout();
  const selected_dimensions<R> kept(where, is_reduced, false), reduced(where, is_reduced, true);
  const auto *elements = a.size() > 0 ? a.host_elements() + where.offset : nullptr;
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(reduced.size));
  for (std::int64_t e = 0; e < reduced.size; ++e)
    offsets[static_cast<std::size_t>(e)] = reduced.offset(e);
  const auto finished = [&](Acc total) { return scalar::convert<Result>(Kind::finish(total, reduced.size)); };
  if (is_reduced[R - 1]) {
    for (std::int64_t o = 0; o < kept.size; ++o) {
      const std::int64_t start = kept.offset(o);
      out[o] = finished(reduce_row<Kind, Acc>(
          reduced.size, [&](std::int64_t e) { return elements[start + offsets[static_cast<std::size_t>(e)]]; }));
    }
    return;
  }
  for (std::int64_t o = 0; o < kept.size; o += max_columns) {
    const int width = kept.size - o < max_columns ? static_cast<int>(kept.size - o) : max_columns;
    std::int64_t starts[max_columns];
    Acc totals[max_columns];
    for (int c = 0; c < width; ++c)
      starts[c] = kept.offset(o + c);
    reduce_columns<Kind, Acc>(
        reduced.size, width,
        [&](std::int64_t r, int c) { return elements[starts[c] + offsets[static_cast<std::size_t>(r)]]; }, totals);
    for (int c = 0; c < width; ++c)
      out[o + c] = finished(totals[c]);
  }
}

template <class Kind, element_type Result, array_like A, class... Where>
auto reduced(const A &a, const Where &...where) {
  constexpr int R = rank_of<A>;
  using Places = reduction_axes<R, Where...>;
  if constexpr (Places::count == R) {
    const Places checked(where...);
    const array<Result, 0> total = reduced_whole<Kind, Result>(a);
    if constexpr (Places::rank == 0)
      return total;
    else
      return array<Result, R>(checked.of(a.shape()), total.node());
  } else {
    const Places places(where...);
    using Acc = type_of<accumulator_type(id_of<Result>)>;
    array<Result, Places::rank> result = allocated<Result>(places.of(a.shape()));
    if (result.size() > 0) {
      reduce_axes<Kind, Acc>(a, places.is_reduced, static_cast<Result *>(result.node()->host_write()));
      result.node()->finish_host_write();
    }
    return result;
  }
}

/// The number of elements along the dimensions that are named, or of all.
template <array_like A, class... Where> std::int64_t extent_along(const A &a, const Where &...where) {
  const reduction_axes<rank_of<A>, Where...> places(where...);
  std::int64_t elements = 1;
  for (int d = 0; d < rank_of<A>; ++d)
    if (places.is_reduced[d])
      elements *= a.extent(d);
  return elements;
}

/// 0, 1, ... along one dimension of an array; the others have extent 1.
template <array_like A> array<std::int64_t, rank_of<A>> range_along(const A &a, axis where) {
  const int d = checked_axis(where.value, rank_of<A>);
  auto extents = shape_of_ones<rank_of<A>>();
  extents[d] = a.extent(d);
  return generated<std::int64_t>(extents, [](std::int64_t i) { return i; });
}

/// `min` and `max` have no answer for nothing. Dimensions that are kept may be empty.
template <array_like A, class... Where> void require_elements(const A &a, const char *function, const Where &...where) {
  constexpr int R = rank_of<A>;
  const reduction_axes<R, Where...> places(where...);
  for (int d = 0; d < R; ++d)
    if (places.is_reduced[d] && a.extent(d) == 0)
      throw error(error::shape, std::string(function) + " of an array without elements, shape " + to_string(a.shape()));
}

} // namespace detail

/// The sum of all elements, or of those along `gf::axis(d)` or `gf::axes(d, ...)` (`numpy.sum`); with `gf::keepdims`
/// the reduced dimensions stay, with extent 1. Bools and integers in 64 bits, reals in their own type; 0 of nothing.
/// Halves accumulate in float. The error of a sum of n floats grows as log n (blocks of partial sums), not as n. Throws
/// a shape error for an axis out of range or named twice.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto sum(const A &a, const Where &...where) {
  return detail::reduced<reduction::sum, type_of<sum_type(id_of<detail::value_of<A>>)>>(a, where...);
}

/// The product (`numpy.prod`); axes and types as sum. 1 of nothing.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto prod(const A &a, const Where &...where) {
  return detail::reduced<reduction::prod, type_of<sum_type(id_of<detail::value_of<A>>)>>(a, where...);
}

/// The mean (`numpy.mean`), axes as sum; bools and integers in double, reals in their own type. NaN of nothing.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto mean(const A &a, const Where &...where) {
  return detail::reduced<reduction::mean, type_of<mean_type(id_of<detail::value_of<A>>)>>(a, where...);
}

/// The least element (`numpy.min`), axes as sum; NaN if there is one. Throws a shape error where there are no elements
/// along a reduced axis.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto min(const A &a, const Where &...where) {
  detail::require_elements(a, "min", where...);
  return detail::reduced<reduction::min, detail::value_of<A>>(a, where...);
}

/// The greatest element (`numpy.max`); as min.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto max(const A &a, const Where &...where) {
  detail::require_elements(a, "max", where...);
  return detail::reduced<reduction::max, detail::value_of<A>>(a, where...);
}

} // namespace gpufuse

// Functions that show an array in another order or shape: views that share its storage, as slices do.
#pragma once

#include <vector>

#include <gpufuse/array.h>

namespace gpufuse {
namespace detail {

/// What a view of an argument of type `A` (a forwarding reference) is of: const T where it must not be written.
template <class A, class Bare = std::remove_cvref_t<A>> struct shown_element;
template <class A, class T, int R> struct shown_element<A, array<T, R>> {
  using type = std::conditional_t<std::is_const_v<std::remove_reference_t<A>>, const T, T>;
};
template <class A, class T, int R> struct shown_element<A, view<T, R>> {
  using type = T;
};

/// An argument that a view can be made of; a temporary's storage lives as long as the view.
template <class A>
concept shown = array_like<std::remove_cvref_t<A>>;
template <shown A> inline constexpr int shown_rank = rank_of<std::remove_cvref_t<A>>;

template <shown A, int R> view<typename shown_element<A>::type, R> show(const A &a, const layout<R> &where) {
  return {a.node(), where};
}

/// The dimensions of a layout in another order: dimension d is `order[d]` of the source.
template <int R> layout<R> permuted(const layout<R> &source, const int (&order)[R]) {
  layout<R> result{source.offset, {}, {}};
  for (int d = 0; d < R; ++d) {
    result.extents[d] = source.extents[order[d]];
    result.strides[d] = source.strides[order[d]];
  }
  return result;
}

/// Dimensions [0, R), each in [-R, R) and named once. Throws a shape error otherwise.
template <int R, int N> void check_axes(const int (&dimensions)[N], int (&checked)[N]) {
  bool seen[R > 0 ? R : 1] = {};
  for (int k = 0; k < N; ++k) {
    checked[k] = checked_axis(dimensions[k], R);
    if (seen[checked[k]])
      throw error(error::shape, "axis " + std::to_string(dimensions[k]) + " is named twice");
    seen[checked[k]] = true;
  }
}

template <int R> void reverse(layout<R> &where, int d) {
  if (where.extents[d] > 0)
    where.offset += (where.extents[d] - 1) * where.strides[d];
  where.strides[d] = -where.strides[d];
}

/// The extents asked for, with a -1 among them replaced by what is left. Throws a shape error unless they hold as many
/// elements.
template <int R, int N> shape<N> completed(const shape<R> &from, shape<N> extents) {
  const auto fail = [&, asked = extents] {
    throw error(error::shape, "cannot reshape shape " + to_string(from) + " into " + to_string(asked));
  };
  int open = -1;
  std::int64_t known = 1;
  for (int d = 0; d < N; ++d) {
    if (extents[d] < -1 || (extents[d] == -1 && open >= 0))
      fail();
    if (extents[d] == -1)
      open = d;
    else if (extents[d] > 0 && known > INT64_MAX / extents[d])
      fail();
    else
      known *= extents[d];
  }
  if (open >= 0) {
    if (known == 0 || from.size() % known != 0)
      fail();
    extents[open] = from.size() / known;
  } else if (known != from.size()) {
    fail();
  }
  return extents;
}

/// The strides by which `result.extents` walks the elements of `source` in row-major order; false where there are none,
/// because neighbours that become one dimension are not equally far apart. Both have as many elements.
template <int R, int N> bool reshape_in_place(const layout<R> &source, layout<N> &result) {
  result.offset = source.offset;
  if (result.extents.size() == 0)
    return true;
  std::int64_t extents[R > 0 ? R : 1] = {}, strides[R > 0 ? R : 1] = {}; // without dimensions of extent 1
  int from = 0, to = 0;
  for (int d = 0, count = 0; d < R; ++d)
    if (source.extents[d] != 1) {
      extents[count] = source.extents[d];
      strides[count++] = source.strides[d];
    }
  while (to < N) { // dimensions in groups, with as many elements on both sides
    const int first = to;
    std::int64_t made = result.extents[to++];
    if (made == 1)
      continue;
    std::int64_t have = extents[from++];
    while (have != made) {
      if (made < have) {
        made *= result.extents[to++];
        continue;
      }
      if (strides[from - 1] != strides[from] * extents[from])
        return false;
      have *= extents[from++];
    }
    std::int64_t stride = strides[from - 1];
    for (int d = to - 1; d >= first; --d) {
      result.strides[d] = stride;
      stride *= result.extents[d];
    }
  }
  return true;
}

template <shown A, int N> auto reshaped(const A &a, const shape<N> &asked) {
  using T = typename shown_element<A>::type;
  constexpr int R = shown_rank<A>;
  layout<N> result{0, completed(a.shape(), asked), {}};
  if (!reshape_in_place(a.layout(), result)) {
    const array<std::remove_const_t<T>, R> copy(a);
    return view<T, N>(copy.node(), row_major(result.extents));
  }
  return view<T, N>(a.node(), result);
}

/// The part `s` along one dimension, the others whole.
template <shown A> auto part_along(A &&a, axis where, const slice &s) {
  auto part = a.layout();
  const int d = checked_axis(where.value, shown_rank<A>);
  const slice_range range = range_of(s, part.extents[d]);
  if (range.count > 0)
    part.offset += range.first * part.strides[d];
  part.extents[d] = range.count;
  part.strides[d] *= s.step;
  return show<A>(a, part);
}

} // namespace detail

/// The dimensions in reverse order (`numpy.transpose`, `.T`).
template <detail::shown A> [[nodiscard]] auto transpose(A &&a) {
  constexpr int R = detail::shown_rank<A>;
  if constexpr (R == 0) {
    return detail::show<A>(a, a.layout());
  } else {
    int order[R];
    for (int d = 0; d < R; ++d)
      order[d] = R - 1 - d;
    return detail::show<A>(a, detail::permuted(a.layout(), order));
  }
}
/// The dimensions in the order given: `gf::transpose(a, gf::axes(1, 0, 2))`. Throws a shape error unless each is named
/// once.
template <detail::shown A, int N>
  requires(N == detail::shown_rank<A>)
[[nodiscard]] auto transpose(A &&a, const axes<N> &dimensions) {
  int order[N];
  detail::check_axes<N>(dimensions.values, order);
  return detail::show<A>(a, detail::permuted(a.layout(), order));
}

/// Two dimensions exchanged (`numpy.swapaxes`). Throws a shape error for a dimension out of range.
template <detail::shown A> [[nodiscard]] auto swapaxes(A &&a, int first, int second) {
  constexpr int R = detail::shown_rank<A>;
  int order[R];
  for (int d = 0; d < R; ++d)
    order[d] = d;
  std::swap(order[detail::checked_axis(first, R)], order[detail::checked_axis(second, R)]);
  return detail::show<A>(a, detail::permuted(a.layout(), order));
}

/// One dimension at another place, the others in their order (`numpy.moveaxis`).
template <detail::shown A> [[nodiscard]] auto moveaxis(A &&a, int source, int destination) {
  constexpr int R = detail::shown_rank<A>;
  const int from = detail::checked_axis(source, R), to = detail::checked_axis(destination, R);
  int order[R];
  for (int d = 0, other = 0; d < R; ++d) {
    other += other == from;
    order[d] = d == to ? from : other++;
  }
  return detail::show<A>(a, detail::permuted(a.layout(), order));
}

/// A new dimension of extent 1 that is number `where` of the result (`numpy.expand_dims`).
template <detail::shown A> [[nodiscard]] auto expand_dims(A &&a, axis where) {
  constexpr int R = detail::shown_rank<A>;
  const int place = detail::checked_axis(where.value, R + 1);
  const auto source = a.layout();
  detail::layout<R + 1> result{source.offset, {}, {}};
  for (int d = 0; d <= R; ++d) {
    result.extents[d] = d == place ? 1 : source.extents[d < place ? d : d - 1];
    result.strides[d] = d == place ? 0 : source.strides[d < place ? d : d - 1];
  }
  return detail::show<A>(a, result);
}

/// Without the dimensions named, which must have extent 1 (`numpy.squeeze` with its axis), else it is a shape error.
template <detail::shown A, int N>
  requires(N <= detail::shown_rank<A>)
[[nodiscard]] auto squeeze(A &&a, const axes<N> &dimensions) {
  constexpr int R = detail::shown_rank<A>;
  int dropped[N];
  detail::check_axes<R>(dimensions.values, dropped);
  const auto source = a.layout();
  detail::layout<R - N> result{source.offset, {}, {}};
  for (int d = 0, to = 0; d < R; ++d) {
    bool isDropped = false;
    for (const int other : dropped)
      isDropped = isDropped || other == d;
    if (isDropped && source.extents[d] != 1)
      throw error(error::shape,
                  "cannot squeeze dimension " + std::to_string(d) + " of shape " + to_string(source.extents));
    if (isDropped)
      continue;
    result.extents[to] = source.extents[d];
    result.strides[to++] = source.strides[d];
  }
  return detail::show<A>(a, result);
}
template <detail::shown A> [[nodiscard]] auto squeeze(A &&a, axis dimension) {
  return squeeze(a, axes(dimension.value));
}

/// The elements repeated to a larger shape without a copy (`numpy.broadcast_to`), to read only. Throws a shape error
/// where the shape does not broadcast to it.
template <detail::shown A, int N> [[nodiscard]] auto broadcast_to(A &&a, const shape<N> &extents) {
  using T = detail::value_of<std::remove_cvref_t<A>>;
  static_assert(detail::shown_rank<A> <= N, "the array has a higher rank than the shape");
  shape<N> space = detail::checked(extents);
  if (!detail::broadcast_into(space, a.shape()) || !(space == extents))
    throw error(error::shape, "cannot broadcast shape " + to_string(a.shape()) + " to " + to_string(extents));
  return view<const T, N>(a.node(), detail::stretched<N>(a.layout(), extents));
}
template <detail::shown A, int N> [[nodiscard]] auto broadcast_to(A &&a, const extent (&extents)[N]) {
  return broadcast_to(a, detail::shape_from(extents));
}

/// The same elements in another shape, in row-major order (`numpy.reshape`); one extent may be -1, for what is left. A
/// view, except of elements that no strides can reach in that shape: then of a copy. Throws a shape error where the
/// shape has another number of elements.
template <detail::shown A, int N> [[nodiscard]] auto reshape(A &&a, const shape<N> &extents) {
  return detail::reshaped<A>(a, extents);
}
template <detail::shown A, int N> [[nodiscard]] auto reshape(A &&a, const extent (&extents)[N]) {
  return detail::reshaped<A>(a, detail::shape_from(extents));
}
/// All elements as one dimension (`numpy.ravel`).
template <detail::shown A> [[nodiscard]] auto ravel(A &&a) { return detail::reshaped<A>(a, shape<1>(-1)); }

/// The elements in reverse order along all dimensions, or those named (`numpy.flip`, `flipud`, `fliplr`).
template <detail::shown A> [[nodiscard]] auto flip(A &&a) {
  auto where = a.layout();
  for (int d = 0; d < detail::shown_rank<A>; ++d)
    detail::reverse(where, d);
  return detail::show<A>(a, where);
}
template <detail::shown A, int N> [[nodiscard]] auto flip(A &&a, const axes<N> &dimensions) {
  int reversed[N];
  detail::check_axes<detail::shown_rank<A>>(dimensions.values, reversed);
  auto where = a.layout();
  for (const int d : reversed)
    detail::reverse(where, d);
  return detail::show<A>(a, where);
}
template <detail::shown A> [[nodiscard]] auto flip(A &&a, axis dimension) { return flip(a, axes(dimension.value)); }
template <detail::shown A>
  requires(detail::shown_rank<A> >= 1)
[[nodiscard]] auto flipud(A &&a) {
  return flip(a, axes(0));
}
template <detail::shown A>
  requires(detail::shown_rank<A> >= 2)
[[nodiscard]] auto fliplr(A &&a) {
  return flip(a, axes(1));
}

/// Turned by `quarters` times 90 degrees in the plane of the first two dimensions, from the first towards the second
/// (`numpy.rot90`).
template <detail::shown A>
  requires(detail::shown_rank<A> >= 2)
[[nodiscard]] auto rot90(A &&a, int quarters = 1) {
  const int turns = (quarters % 4 + 4) % 4;
  auto where = a.layout();
  if (turns == 1 || turns == 2)
    detail::reverse(where, 1);
  if (turns == 2 || turns == 3)
    detail::reverse(where, 0);
  if (turns % 2 != 0) {
    std::swap(where.extents[0], where.extents[1]);
    std::swap(where.strides[0], where.strides[1]);
  }
  return detail::show<A>(a, where);
}

/// The elements (..., i, i + offset) of the dimensions `first` and `second`, as the last dimension of the result
/// (`numpy.diagonal`; unlike there, writable).
template <detail::shown A>
  requires(detail::shown_rank<A> >= 2)
[[nodiscard]] auto diagonal(A &&a, std::int64_t offset = 0, int first = 0, int second = 1) {
  constexpr int R = detail::shown_rank<A>;
  int plane[2];
  detail::check_axes<R>({first, second}, plane);
  const auto source = a.layout();
  detail::layout<R - 1> result{source.offset, {}, {}};
  for (int d = 0, to = 0; d < R; ++d)
    if (d != plane[0] && d != plane[1]) {
      result.extents[to] = source.extents[d];
      result.strides[to++] = source.strides[d];
    }
  const std::int64_t rows = source.extents[plane[0]] + (offset < 0 ? offset : 0);
  const std::int64_t columns = source.extents[plane[1]] - (offset > 0 ? offset : 0);
  const std::int64_t length = rows < columns ? rows : columns;
  result.extents[R - 2] = length > 0 ? length : 0;
  result.strides[R - 2] = source.strides[plane[0]] + source.strides[plane[1]];
  if (length > 0)
    result.offset += offset > 0 ? offset * source.strides[plane[1]] : -offset * source.strides[plane[0]];
  return detail::show<A>(a, result);
}

/// `count` parts of one length along a dimension (`numpy.split`), views. Throws a shape error where they would not be
/// equally long.
template <detail::shown A> [[nodiscard]] auto split(A &&a, std::int64_t count, axis where = axis(0)) {
  constexpr int R = detail::shown_rank<A>;
  const int d = detail::checked_axis(where.value, R);
  auto part = a.layout();
  if (count < 1 || part.extents[d] % count != 0)
    throw error(error::shape, "cannot split dimension " + std::to_string(d) + " of shape " + to_string(part.extents) +
                                  " into " + std::to_string(count) + " equal parts");
  part.extents[d] /= count;
  std::vector<decltype(detail::show<A>(a, part))> parts;
  for (std::int64_t k = 0; k < count; ++k) {
    parts.push_back(detail::show<A>(a, part));
    part.offset += part.extents[d] * part.strides[d];
  }
  return parts;
}

} // namespace gpufuse

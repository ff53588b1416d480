// Functions that put arrays together.
#pragma once

#include <gpufuse/create.h>
#include <gpufuse/rearrange.h>

namespace gpufuse {
namespace detail {

template <class T, int R, class A>
void store_part(array<T, R + 1> &result, int dimension, std::int64_t place, const A &part) {
  const layout<R + 1> whole = result.layout();
  layout<R> target;
  target.offset = place * whole.strides[dimension];
  for (int d = 0; d < R; ++d) {
    target.extents[d] = part.extent(d);
    target.strides[d] = whole.strides[d < dimension ? d : d + 1];
  }
  store<T>(*result.node(), target, part);
}

/// Room for `count` arrays of the shape `part` along a new dimension.
template <class T, int R> array<T, R + 1> stack_room(const shape<R> &part, std::int64_t count, int dimension) {
  shape<R + 1> extents;
  for (int d = 0; d < R; ++d)
    extents[d < dimension ? d : d + 1] = part[d];
  extents[dimension] = count;
  return allocated<T>(extents);
}

template <int R> void require_same_shape(const shape<R> &first, const shape<R> &other) {
  if (!(first == other))
    throw error(error::shape,
                "cannot stack shapes " + to_string(first) + " and " + to_string(other) + ": they must be the same");
}

template <class A> auto stack_list(std::initializer_list<A> parts, axis where) {
  constexpr int R = rank_of<A>;
  if (parts.size() == 0)
    throw error(error::shape, "stack needs at least one array");
  const int dimension = checked_axis(where.value, R + 1);
  for (const A &part : parts)
    require_same_shape(parts.begin()->shape(), part.shape());
  auto result = stack_room<value_of<A>>(parts.begin()->shape(), static_cast<std::int64_t>(parts.size()), dimension);
  std::int64_t place = 0;
  for (const A &part : parts)
    store_part<value_of<A>, R>(result, dimension, place++, part);
  return result;
}

/// Copies an array to the places from `start` on along dimension d, and moves `start` behind it.
template <class T, int R, class A> void store_at(array<T, R> &result, int d, std::int64_t &start, const A &part) {
  layout<R> target = result.layout();
  target.offset = start * target.strides[d];
  target.extents[d] = part.extent(d);
  store<T>(*result.node(), target, part);
  start += part.extent(d);
}

template <class A> auto concatenate_list(std::initializer_list<A> parts, axis where) {
  constexpr int R = rank_of<A>;
  static_assert(R > 0, "arrays of rank 0 have no axis to be joined along");
  if (parts.size() == 0)
    throw error(error::shape, "concatenate needs at least one array");
  const int d = checked_axis(where.value, R);
  shape<R> extents = parts.begin()->shape();
  extents[d] = 0;
  for (const A &part : parts)
    extents[d] += joined_extent(d, parts.begin()->shape(), part.shape()) - parts.begin()->extent(d);
  auto result = allocated<value_of<A>>(extents);
  std::int64_t start = 0;
  for (const A &part : parts)
    store_at(result, d, start, part);
  return result;
}

} // namespace detail

/// Joins arrays along an axis that they have (`numpy.concatenate`): `gf::concatenate({a, b}, gf::axis(0))`. The braces
/// take equal types. Throws a shape error where their other extents differ or the axis is out of range.
template <element_type T, int R>
[[nodiscard]] array<T, R> concatenate(std::initializer_list<array<T, R>> parts, axis where = axis(0)) {
  return detail::concatenate_list(parts, where);
}
template <class T, int R>
[[nodiscard]] array<std::remove_const_t<T>, R> concatenate(std::initializer_list<view<T, R>> parts,
                                                           axis where = axis(0)) {
  return detail::concatenate_list(parts, where);
}

/// The same of arrays and views of any types, which promote: `gf::concatenate(gf::axis(0), a, b)`.
template <detail::array_like First, detail::array_like... Rest>
  requires(detail::rank_of<First> > 0 && ((detail::rank_of<Rest> == detail::rank_of<First>) && ...))
[[nodiscard]] auto concatenate(axis where, const First &first, const Rest &...rest) {
  constexpr int R = detail::rank_of<First>;
  using T = type_of<detail::promoted_type<First, Rest...>()>;
  const int d = detail::checked_axis(where.value, R);
  shape<R> extents = first.shape();
  extents[d] = detail::joined_extent(d, first.shape(), rest.shape()...);
  array<T, R> result = detail::allocated<T>(extents);
  std::int64_t start = 0;
  detail::store_at(result, d, start, first);
  (detail::store_at(result, d, start, rest), ...);
  return result;
}

/// Each element `count` times, one after the other, along an axis (`numpy.repeat`); that of a vector need not be named.
/// Throws a shape error for a negative count or an axis out of range.
template <detail::array_like A> [[nodiscard]] auto repeat(const A &a, std::int64_t count, axis where) {
  constexpr int R = detail::rank_of<A>;
  const int d = detail::checked_axis(where.value, R);
  shape<R + 1> spread;
  shape<R> extents = a.shape();
  for (int k = 0, from = 0; k <= R; ++k)
    spread[k] = k == d + 1 ? count : extents[from++];
  extents[d] *= count;
  const auto repeated = broadcast_to(expand_dims(a, axis(d + 1)), spread);
  return array<detail::value_of<A>, R>(reshape(repeated, extents));
}
template <detail::array_like A>
  requires(detail::rank_of<A> == 1)
[[nodiscard]] auto repeat(const A &a, std::int64_t count) {
  return repeat(a, count, axis(0));
}

/// The whole array `counts[d]` times along each dimension d (`numpy.tile`). Throws a shape error for a negative count.
template <detail::array_like A, int R>
  requires(R == detail::rank_of<A>)
[[nodiscard]] auto tile(const A &a, const shape<R> &counts) {
  const auto source = a.layout();
  detail::layout<2 * R> apart{source.offset, {}, {}};
  shape<2 * R> spread;
  shape<R> extents;
  for (int d = 0; d < R; ++d) {
    spread[2 * d] = counts[d];
    spread[2 * d + 1] = apart.extents[2 * d + 1] = source.extents[d];
    apart.extents[2 * d] = 1;
    apart.strides[2 * d + 1] = source.strides[d];
    extents[d] = counts[d] * source.extents[d];
  }
  const auto repeated = broadcast_to(view<const detail::value_of<A>, 2 * R>(a.node(), apart), spread);
  return array<detail::value_of<A>, R>(reshape(repeated, extents));
}
template <detail::array_like A, int R>
  requires(R == detail::rank_of<A>)
[[nodiscard]] auto tile(const A &a, const extent (&counts)[R]) {
  return tile(a, detail::shape_from(counts));
}
template <detail::array_like A>
  requires(detail::rank_of<A> == 1)
[[nodiscard]] auto tile(const A &a, std::int64_t count) {
  return tile(a, shape<1>(count));
}

/// Joins arrays of one shape along a new axis (`numpy.stack`): `gf::stack({x, y, z}, gf::axis(-1))` of three
/// (n) arrays is (n, 3). The braces take equal types. Throws a shape error for different shapes or an axis
/// out of range.
template <element_type T, int R>
[[nodiscard]] array<T, R + 1> stack(std::initializer_list<array<T, R>> parts, axis where = axis(0)) {
  return detail::stack_list(parts, where);
}
template <class T, int R>
[[nodiscard]] array<std::remove_const_t<T>, R + 1> stack(std::initializer_list<view<T, R>> parts,
                                                         axis where = axis(0)) {
  return detail::stack_list(parts, where);
}

/// The same of arrays and views of any types, which promote: `gf::stack(gf::axis(-1), x, y, z)`.
template <detail::array_like First, detail::array_like... Rest>
  requires((detail::rank_of<Rest> == detail::rank_of<First>) && ...)
[[nodiscard]] auto stack(axis where, const First &first, const Rest &...rest) {
  constexpr int R = detail::rank_of<First>;
  using T = type_of<detail::promoted_type<First, Rest...>()>;
  const int dimension = detail::checked_axis(where.value, R + 1);
  (detail::require_same_shape(first.shape(), rest.shape()), ...);
  array<T, R + 1> result = detail::stack_room<T>(first.shape(), 1 + sizeof...(Rest), dimension);
  std::int64_t place = 0;
  detail::store_part<T, R>(result, dimension, place++, first);
  (detail::store_part<T, R>(result, dimension, place++, rest), ...);
  return result;
}

} // namespace gpufuse

// Functions of whole arrays that are made of others: joining, moving, and where the extremes are. The compiler inlines
// them, see composed.h.
#pragma once

#include <utility>

#include <gpufuse/composed.h>
#include <gpufuse/manipulate.h>

namespace gpufuse::inline composed {

// ---- joined ----

/// Joined side by side (`numpy.hstack`): along the second axis, of vectors along the only one. Types promote; throws a
/// shape error where the other extents differ.
template <detail::array_like First, detail::array_like... Rest>
  requires(detail::rank_of<First> >= 1)
[[nodiscard]] auto hstack(const First &first, const Rest &...rest) {
  if constexpr (detail::rank_of<First> == 1)
    return concatenate(axis(0), first, rest...);
  else
    return concatenate(axis(1), first, rest...);
}

/// Joined below each other (`numpy.vstack`): along the first axis, vectors as rows.
template <detail::array_like First, detail::array_like... Rest>
  requires(detail::rank_of<First> >= 1)
[[nodiscard]] auto vstack(const First &first, const Rest &...rest) {
  if constexpr (detail::rank_of<First> == 1)
    return stack(axis(0), first, rest...);
  else
    return concatenate(axis(0), first, rest...);
}

/// Vectors as columns, others as hstack (`numpy.column_stack`).
template <detail::array_like First, detail::array_like... Rest>
  requires(detail::rank_of<First> >= 1)
[[nodiscard]] auto column_stack(const First &first, const Rest &...rest) {
  if constexpr (detail::rank_of<First> == 1)
    return stack(axis(1), first, rest...);
  else
    return concatenate(axis(1), first, rest...);
}

/// Joined along the third axis (`numpy.dstack`), of tables a new one.
template <detail::array_like First, detail::array_like... Rest>
  requires(detail::rank_of<First> >= 2)
[[nodiscard]] auto dstack(const First &first, const Rest &...rest) {
  if constexpr (detail::rank_of<First> == 2)
    return stack(axis(2), first, rest...);
  else
    return concatenate(axis(2), first, rest...);
}

// ---- moved ----

/// The elements moved by `shift` places along an axis, those that leave at one end back at the other (`numpy.roll`).
template <detail::array_like A> [[nodiscard]] auto roll(const A &a, std::int64_t shift, axis where) {
  const std::int64_t n = detail::extent_along(a, where);
  const std::int64_t moved = n == 0 ? 0 : (shift % n + n) % n;
  return concatenate(where, detail::part_along(a, where, slice(n - moved, _)),
                     detail::part_along(a, where, slice(_, n - moved)));
}
template <detail::array_like A>
  requires(detail::rank_of<A> == 1)
[[nodiscard]] auto roll(const A &a, std::int64_t shift) {
  return roll(a, shift, axis(0));
}

/// Each element less the one before it along an axis, the last unless one is named (`numpy.diff`); of bools, whether
/// they differ.
template <detail::array_like A> [[nodiscard]] auto diff(const A &a, axis where = axis(-1)) {
  if constexpr (id_of<detail::value_of<A>> == type_id::boolean)
    return detail::part_along(a, where, slice(1, _)) != detail::part_along(a, where, slice(_, -1));
  else
    return detail::part_along(a, where, slice(1, _)) - detail::part_along(a, where, slice(_, -1));
}

// ---- where the extremes are ----

/// The number along an axis of the first least element (`numpy.argmin`), as int64; that of the first NaN if there is
/// one. Throws a shape error where there are no elements.
template <detail::array_like A> [[nodiscard]] auto argmin(const A &a, axis where) {
  const std::int64_t n = detail::extent_along(a, where);
  auto extreme = min(a, where, keepdims);
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating)
    return min(gpufuse::where(a == extreme || isnan(a), detail::range_along(a, where), n), where);
  else
    return min(gpufuse::where(a == extreme, detail::range_along(a, where), n), where);
}
/// The same of all elements, by row-major number.
template <detail::array_like A> [[nodiscard]] auto argmin(const A &a) { return argmin(ravel(a), axis(0)); }

/// The number along an axis of the first greatest element (`numpy.argmax`); as argmin.
template <detail::array_like A> [[nodiscard]] auto argmax(const A &a, axis where) {
  const std::int64_t n = detail::extent_along(a, where);
  auto extreme = max(a, where, keepdims);
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating)
    return min(gpufuse::where(a == extreme || isnan(a), detail::range_along(a, where), n), where);
  else
    return min(gpufuse::where(a == extreme, detail::range_along(a, where), n), where);
}
template <detail::array_like A> [[nodiscard]] auto argmax(const A &a) { return argmax(ravel(a), axis(0)); }

// ---- diagonals and grids ----

/// The sum of a diagonal of the first two dimensions (`numpy.trace`).
template <detail::array_like A>
  requires(detail::rank_of<A> >= 2)
[[nodiscard]] auto trace(const A &a, std::int64_t offset = 0) {
  return sum(diagonal(a, offset), axis(-1));
}

/// A table with the vector on its diagonal (`numpy.diag` of a vector); of a table use diagonal.
template <detail::array_like A>
  requires(detail::rank_of<A> == 1)
[[nodiscard]] auto diag(const A &a) {
  const std::int64_t n = a.extent(0);
  auto numbers = arange(n);
  return where(numbers(_, newaxis) == numbers, a, 0);
}

/// Coordinates of a grid (`numpy.meshgrid`): x along the columns of the first, y along the rows of the second, both
/// (elements of y, elements of x).
template <detail::array_like X, detail::array_like Y>
  requires(detail::rank_of<X> == 1 && detail::rank_of<Y> == 1)
[[nodiscard]] auto meshgrid(const X &x, const Y &y) {
  const std::int64_t columns = x.extent(0), rows = y.extent(0);
  array<detail::value_of<X>, 2> first = broadcast_to(x(newaxis, _), {rows, columns});
  array<detail::value_of<Y>, 2> second = broadcast_to(y(_, newaxis), {rows, columns});
  return std::make_pair(first, second);
}

/// The row and the column of each element of a table (`numpy.indices` of two extents): (2, n, m) of int64.
template <detail::integer N, detail::integer M> [[nodiscard]] auto indices(N n, M m) {
  const auto rows = static_cast<std::int64_t>(n), columns = static_cast<std::int64_t>(m);
  auto row = arange(rows), column = arange(columns);
  return stack(axis(0), row(_, newaxis) + 0 * column, 0 * row(_, newaxis) + column);
}

// ---- products along the last axis ----

/// The sums of products along the last axis (`numpy.vecdot`), in the type that the operands meet in.
template <detail::array_like A, detail::array_like B> [[nodiscard]] auto vecdot(const A &a, const B &b) {
  return astype<type_of<detail::promoted_type<A, B>()>>(sum(a * b, axis(-1)));
}

/// A matrix times a vector (`numpy.matvec`), and a vector times a matrix (`numpy.vecmat`).
template <detail::array_like A, detail::array_like X>
  requires(detail::rank_of<A> == 2 && detail::rank_of<X> == 1)
[[nodiscard]] auto matvec(const A &a, const X &x) {
  return vecdot(a, x);
}
template <detail::array_like X, detail::array_like A>
  requires(detail::rank_of<A> == 2 && detail::rank_of<X> == 1)
[[nodiscard]] auto vecmat(const X &x, const A &a) {
  return astype<type_of<detail::promoted_type<X, A>()>>(sum(x(_, newaxis) * a, axis(0)));
}

} // namespace gpufuse::inline composed

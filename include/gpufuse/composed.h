// Functions that are made of others: here the compiler finds no operations of its own, it inlines them like a user's
// helpers. Each is one or a few array statements.
#pragma once

#include <cmath>
#include <tuple>

#include <gpufuse/create.h>
#include <gpufuse/reduce.h>

namespace gpufuse::inline composed {

// ---- reductions of all elements, or along `where`: gf::axis(d) or gf::axes(d, ...), gf::keepdims ----

/// How many elements are not 0 (`numpy.count_nonzero`), as int64.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto count_nonzero(const A &a, const Where &...where) {
  return sum(astype<bool>(a), where...);
}

/// Whether an element is not 0 (`numpy.any`); false of nothing.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto any(const A &a, const Where &...where) {
  return count_nonzero(a, where...) > 0;
}

/// Whether no element is 0 (`numpy.all`); true of nothing.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto all(const A &a, const Where &...where) {
  return sum(logical_not(a), where...) == 0;
}

/// The greatest element less the least (`numpy.ptp`). Throws a shape error where there are no elements.
template <detail::array_like A, class... Where>
  requires(id_of<detail::value_of<A>> != type_id::boolean && detail::reduction_place<Where...>)
[[nodiscard]] auto ptp(const A &a, const Where &...where) {
  return max(a, where...) - min(a, where...);
}

/// The variance (`numpy.var`): the mean square of what is left of the mean. Bools and integers in double, halves in
/// float. Two passes, as NumPy's.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto var(const A &a, const Where &...where) {
  using T = detail::value_of<A>;
  if constexpr (detail::is_half_type<T>) {
    auto rest = astype<float>(a) - mean(astype<float>(a), where..., keepdims);
    return astype<T>(mean(rest * rest, where...));
  } else {
    auto rest = a - mean(a, where..., keepdims);
    return mean(rest * rest, where...);
  }
}
/// The same over n - ddof, of n elements.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto var(const A &a, double ddof, const Where &...where) {
  using T = detail::value_of<A>;
  const std::int64_t n = detail::extent_along(a, where...);
  if constexpr (detail::is_half_type<T>) {
    auto rest = astype<float>(a) - mean(astype<float>(a), where..., keepdims);
    return astype<T>(sum(rest * rest, where...) / (static_cast<double>(n) - ddof));
  } else {
    auto rest = a - mean(a, where..., keepdims);
    return sum(rest * rest, where...) / (static_cast<double>(n) - ddof);
  }
}

/// The square root of var (`numpy.std`, whose name is C++'s).
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto stddev(const A &a, const Where &...where) {
  return sqrt(var(a, where...));
}
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto stddev(const A &a, double ddof, const Where &...where) {
  return sqrt(var(a, ddof, where...));
}

/// The Euclidean norm (`numpy.linalg.norm`); integers in double.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto norm(const A &a, const Where &...where) {
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating)
    return sqrt(sum(square(a), where...));
  else
    return sqrt(sum(square(astype<double>(a)), where...));
}

/// The mean with weights of the same shape (`numpy.average`); NaN where the weights sum to 0, where NumPy raises.
template <detail::array_like A, detail::array_like W, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto average(const A &a, const W &weights, const Where &...where) {
  return sum(a * weights, where...) / sum(weights, where...);
}

/// log(sum(exp(a))) without overflow (`scipy.special.logsumexp`). Throws a shape error where there are no elements.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto logsumexp(const A &a, const Where &...axes) {
  auto greatest = max(a, axes...);
  auto kept = max(a, axes..., keepdims);
  auto shift = where(isfinite(greatest), greatest, 0);
  auto shift_kept = where(isfinite(kept), kept, 0);
  return log(sum(exp(a - shift_kept), axes...)) + shift;
}

/// The sum of products of two vectors (`numpy.dot`, `vdot`, `inner`), in the type that they meet in.
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> == 1 && detail::rank_of<B> == 1)
[[nodiscard]] auto dot(const A &a, const B &b) {
  return astype<type_of<detail::promoted_type<A, B>()>>(sum(a * b));
}
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> == 1 && detail::rank_of<B> == 1)
[[nodiscard]] auto vdot(const A &a, const B &b) {
  return dot(a, b);
}
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> == 1 && detail::rank_of<B> == 1)
[[nodiscard]] auto inner(const A &a, const B &b) {
  return dot(a, b);
}

// ---- reductions that leave NaNs out ----

/// `numpy.nansum`, `nanprod`, `nanmean`; NaN is the mean of nothing but NaNs.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nansum(const A &a, const Where &...axes) {
  return sum(where(isnan(a), 0, a), axes...);
}
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanprod(const A &a, const Where &...axes) {
  return prod(where(isnan(a), 1, a), axes...);
}
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanmean(const A &a, const Where &...axes) {
  auto count = sum(logical_not(isnan(a)), axes...);
  auto total = nansum(a, axes...);
  return astype<type_of<mean_type(id_of<detail::value_of<A>>)>>(total / count);
}

/// `numpy.nanvar` and `nanstd`; NaN of nothing but NaNs.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanvar(const A &a, const Where &...axes) {
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating) {
    auto count = sum(logical_not(isnan(a)), axes..., keepdims);
    auto middle = sum(where(isnan(a), 0, a), axes..., keepdims) / count;
    auto rest = where(isnan(a), 0, a - middle);
    return astype<detail::value_of<A>>(sum(rest * rest, axes...) / sum(logical_not(isnan(a)), axes...));
  } else {
    return var(a, axes...);
  }
}
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanstd(const A &a, const Where &...axes) {
  return sqrt(nanvar(a, axes...));
}

/// `numpy.nanmin` and `nanmax`; NaN of nothing but NaNs. Throw a shape error where there are no elements.
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanmin(const A &a, const Where &...axes) {
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating) {
    auto least = min(where(isnan(a), scalar::greatest<double>, a), axes...);
    return where(all(isnan(a), axes...), max(a, axes...), least);
  } else {
    return min(a, axes...);
  }
}
template <detail::array_like A, class... Where>
  requires(detail::reduction_place<Where...>)
[[nodiscard]] auto nanmax(const A &a, const Where &...axes) {
  if constexpr (kind_of(id_of<detail::value_of<A>>) == type_kind::floating) {
    auto greatest = max(where(isnan(a), scalar::least<double>, a), axes...);
    return where(all(isnan(a), axes...), max(a, axes...), greatest);
  } else {
    return max(a, axes...);
  }
}

// ---- of each element ----

/// A power in double, whatever the operands are (`numpy.float_power`).
template <detail::array_like A, detail::operand B> [[nodiscard]] auto float_power(const A &a, const B &b) {
  if constexpr (detail::array_like<B>)
    return power(astype<double>(a), astype<double>(b));
  else
    return power(astype<double>(a), b);
}

/// floor_divide and remainder at once (`numpy.divmod`).
template <detail::operand A, detail::operand B>
  requires detail::array_operands<A, B>
[[nodiscard]] auto divmod(const A &a, const B &b) {
  auto quotient = floor_divide(a, b);
  auto rest = remainder(a, b);
  return std::tuple{quotient, rest};
}

/// What is behind the point and what is before it, both with a's sign (`numpy.modf`).
template <detail::array_like A>
  requires(kind_of(id_of<detail::value_of<A>>) == type_kind::floating)
[[nodiscard]] auto modf(const A &a) {
  auto whole = trunc(a);
  auto fraction = copysign(where(isinf(a), 0, a - whole), a);
  return std::tuple{fraction, whole};
}

/// sin(pi a) / (pi a), 1 at 0 (`numpy.sinc`); exactly 0 at the other integers.
template <detail::array_like A> [[nodiscard]] auto sinc(const A &a) { return where(a == 0, 1, sinpi(a) / (pi * a)); }

/// Whether |a - b| <= atol + rtol * |b|, or both are the same infinity (`numpy.isclose`).
template <detail::operand A, detail::operand B>
  requires detail::array_operands<A, B>
[[nodiscard]] auto isclose(const A &a, const B &b, double rtol = 1e-5, double atol = 1e-8) {
  if constexpr (detail::scalar_operand<B>) {
    const double number = static_cast<double>(b);
    return ((abs(a - b) <= atol + rtol * std::fabs(number)) && !std::isinf(number)) || a == b;
  } else {
    return ((abs(a - b) <= atol + rtol * abs(b)) && (isfinite(b) || isnan(b))) || a == b;
  }
}

/// Whether all elements are close (`numpy.allclose`).
template <detail::operand A, detail::operand B>
  requires detail::array_operands<A, B>
[[nodiscard]] auto allclose(const A &a, const B &b, double rtol = 1e-5, double atol = 1e-8) {
  return all(isclose(a, b, rtol, atol));
}

// ---- of vectors ----

/// Each product of an element of a and one of b, (n, m) (`numpy.outer`).
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> == 1 && detail::rank_of<B> == 1)
[[nodiscard]] auto outer(const A &a, const B &b) {
  return a(_, newaxis) * b;
}

/// The integral by trapezoids dx apart (`numpy.trapezoid`).
template <detail::array_like A>
  requires(detail::rank_of<A> == 1)
[[nodiscard]] auto trapezoid(const A &y, double dx = 1) {
  return sum((y(slice(1, _)) + y(slice(_, -1))) / 2.0) * dx;
}

/// `base` to the powers of linspace(start, stop, count) (`numpy.logspace`).
template <detail::arithmetic Start, detail::arithmetic Stop, detail::integer Count = int>
[[nodiscard]] auto logspace(Start start, Stop stop, Count count = 50, double base = 10) {
  return power(base, linspace(start, stop, count));
}

// ---- tables of ones and zeros, and triangles ----

/// n rows of m columns with ones on a diagonal: k above the main one, or -k below (`numpy.eye`).
template <element_type T, detail::integer N, detail::integer M> [[nodiscard]] auto eye(N n, M m, std::int64_t k = 0) {
  return astype<T>(arange(static_cast<std::int64_t>(n))(_, newaxis) + k == arange(static_cast<std::int64_t>(m)));
}
template <element_type T, detail::integer N> [[nodiscard]] auto eye(N n) { return eye<T>(n, n); }

/// The same of n rows and columns (`numpy.identity`).
template <element_type T, detail::integer N> [[nodiscard]] auto identity(N n) { return eye<T>(n, n); }

/// n rows of m columns with ones on and below diagonal k (`numpy.tri`).
template <element_type T, detail::integer N, detail::integer M> [[nodiscard]] auto tri(N n, M m, std::int64_t k = 0) {
  return astype<T>(arange(static_cast<std::int64_t>(n))(_, newaxis) + k >= arange(static_cast<std::int64_t>(m)));
}

/// Zeros above diagonal k, or below it, in the last two dimensions (`numpy.tril`, `triu`).
template <detail::array_like A>
  requires(detail::rank_of<A> >= 2)
[[nodiscard]] auto tril(const A &a, std::int64_t k = 0) {
  const std::int64_t n = a.extent(-2), m = a.extent(-1);
  auto rows = arange(n), columns = arange(m);
  return where(rows(_, newaxis) + k >= columns, a, 0);
}
template <detail::array_like A>
  requires(detail::rank_of<A> >= 2)
[[nodiscard]] auto triu(const A &a, std::int64_t k = 0) {
  const std::int64_t n = a.extent(-2), m = a.extent(-1);
  auto rows = arange(n), columns = arange(m);
  return where(rows(_, newaxis) + k <= columns, a, 0);
}

} // namespace gpufuse::inline composed

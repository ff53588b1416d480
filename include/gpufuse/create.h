// Factories: arrays made from a shape and a rule (`numpy.zeros`, `numpy.arange` and their like).
#pragma once

#include <gpufuse/elementwise.h>

namespace gpufuse {
namespace detail {

template <class T, int R, class Rule> array<T, R> generated(const shape<R> &extents, Rule rule) {
  auto result = allocated<T>(extents);
  T *out = written(result);
  const std::int64_t n = extents.size();
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = rule(i);
  return result;
}

/// What `arange` of these numbers holds: their common type, integers narrower than int as int.
template <class... N>
using range_type =
    type_of<std::is_floating_point_v<std::common_type_t<N...>>
                ? (sizeof(std::common_type_t<N...>) <= sizeof(float) ? type_id::float32 : type_id::float64)
                : (sizeof(std::common_type_t<N...>) < sizeof(int) || (sizeof(std::common_type_t<N...>) == sizeof(int) &&
                                                                      std::is_signed_v<std::common_type_t<N...>>)
                       ? type_id::int32
                       : type_id::int64)>;

/// NumPy's length of a range: ceil((stop - start) / step), not negative.
template <class T> std::int64_t range_length(T start, T stop, T step) {
  if (step == 0)
    throw error(error::shape, "arange: the step is zero");
  if constexpr (std::is_integral_v<T>) {
    if (step > 0 ? stop <= start : stop >= start)
      return 0;
    // Unsigned, because the distance between two integers may not fit the signed type.
    const auto distance = step > 0 ? static_cast<std::uint64_t>(stop) - static_cast<std::uint64_t>(start)
                                   : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(stop);
    const auto stride = step > 0 ? static_cast<std::uint64_t>(step) : -static_cast<std::uint64_t>(step);
    return static_cast<std::int64_t>((distance - 1) / stride + 1);
  } else {
    const double length = std::ceil((double{stop} - double{start}) / double{step});
    if (!(length < 9.0e18))
      throw error(error::shape, "arange: the length is not finite");
    return length > 0 ? static_cast<std::int64_t>(length) : 0;
  }
}

} // namespace detail

// Shapes are `gf::shape` values or braces with any mix of integer types: `gf::zeros<float>({n, 3})`. A
// negative extent throws a shape error, too many elements a memory error.

/// Indeterminate elements (`numpy.empty`); costs no memory until they are written.
template <element_type T, int R> [[nodiscard]] array<T, R> empty(const shape<R> &extents) {
  return detail::allocated<T>(extents);
}
template <element_type T, int R> [[nodiscard]] array<T, R> empty(const extent (&extents)[R]) {
  return empty<T>(detail::shape_from(extents));
}

/// Zeros (`numpy.zeros`).
template <element_type T, int R> [[nodiscard]] array<T, R> zeros(const shape<R> &extents) {
  return detail::generated<T>(extents, [](std::int64_t) { return T(0); });
}
template <element_type T, int R> [[nodiscard]] array<T, R> zeros(const extent (&extents)[R]) {
  return zeros<T>(detail::shape_from(extents));
}

/// Ones (`numpy.ones`).
template <element_type T, int R> [[nodiscard]] array<T, R> ones(const shape<R> &extents) {
  return detail::generated<T>(extents, [](std::int64_t) { return T(1); });
}
template <element_type T, int R> [[nodiscard]] array<T, R> ones(const extent (&extents)[R]) {
  return ones<T>(detail::shape_from(extents));
}

/// One value everywhere (`numpy.full`). An integer that T cannot hold is a type error.
template <element_type T, int R, detail::scalar_operand S>
[[nodiscard]] array<T, R> full(const shape<R> &extents, const S &value) {
  return detail::generated<T>(extents, [element = detail::weak_value<T>(value)](std::int64_t) { return element; });
}
template <element_type T, int R, detail::scalar_operand S>
[[nodiscard]] array<T, R> full(const extent (&extents)[R], const S &value) {
  return full<T>(detail::shape_from(extents), value);
}

/// The shape and type of an array, other elements (`numpy.empty_like` and its like).
template <detail::array_like A> [[nodiscard]] auto empty_like(const A &a) {
  return empty<detail::value_of<A>>(a.shape());
}
template <detail::array_like A> [[nodiscard]] auto zeros_like(const A &a) {
  return zeros<detail::value_of<A>>(a.shape());
}
template <detail::array_like A> [[nodiscard]] auto ones_like(const A &a) {
  return ones<detail::value_of<A>>(a.shape());
}
template <detail::array_like A, detail::scalar_operand S> [[nodiscard]] auto full_like(const A &a, const S &value) {
  return full<detail::value_of<A>>(a.shape(), value);
}

/// start, start + step, ... below stop (`numpy.arange`), computed as start + i * step. The type is the common
/// type of the arguments, as C++ has it: `arange(5)` is int32, `arange(n)` of an int64 is int64, `arange(0,
/// 1, 0.1f)` float. A zero step throws a shape error.
template <detail::arithmetic Start, detail::arithmetic Stop, detail::arithmetic Step = int>
[[nodiscard]] auto arange(Start start, Stop stop, Step step = 1) -> array<detail::range_type<Start, Stop, Step>, 1> {
  using T = detail::range_type<Start, Stop, Step>;
  const T first = detail::weak_value<T>(start);
  const T stride = detail::weak_value<T>(step);
  const std::int64_t length = detail::range_length(first, detail::weak_value<T>(stop), stride);
  return detail::generated<T>(shape<1>(length), [=](std::int64_t i) { return scalar::arange_at(first, stride, i); });
}
template <detail::arithmetic Stop> [[nodiscard]] auto arange(Stop stop) { return arange(Stop(0), stop, Stop(1)); }

/// `count` numbers from start to stop, both included exactly (`numpy.linspace`). float if start and stop are
/// float, else double. A negative count throws a shape error.
template <detail::arithmetic Start, detail::arithmetic Stop, detail::integer Count = int>
[[nodiscard]] auto linspace(Start start, Stop stop, Count count = 50) {
  using T = std::conditional_t<std::is_same_v<Start, float> && std::is_same_v<Stop, float>, float, double>;
  const auto n = static_cast<std::int64_t>(count);
  const auto first = static_cast<double>(start), last = static_cast<double>(stop);
  const double step = n > 1 ? (last - first) / static_cast<double>(n - 1) : 0.0;
  return detail::generated<T>(shape<1>(n),
                              [=](std::int64_t i) { return scalar::linspace_at<T>(first, last, step, n, i); });
}

} // namespace gpufuse

// Full reductions of arrays, in the canonical order of reduction_order.h.
#pragma once

#include <gpufuse/elementwise.h>
#include <gpufuse/reduction_order.h>

namespace gpufuse {
namespace detail {

template <class Kind, element_type Result, array_like A> array<Result, 0> reduced(const A &a) {
  using T = value_of<A>;
  using Acc = type_of<accumulator_type(id_of<Result>)>;
  // The order is that of row-major elements; other layouts are copied first.
  if (!a.layout().is_row_major())
    return reduced<Kind, Result>(array<T, rank_of<A>>(a));
  const T *elements = a.size() > 0 ? a.host_elements() + a.layout().offset : nullptr;
  const Acc total = reduce_in_order<Kind, Acc>(a.size(), [elements](std::int64_t i) { return elements[i]; });
  return array<Result, 0>(scalar::convert<Result>(total));
}

template <array_like A> void require_elements(const A &a, const char *function) {
  if (a.size() == 0)
    throw error(error::shape, std::string(function) + " of an array without elements, shape " + to_string(a.shape()));
}

} // namespace detail

/// The sum of all elements (`numpy.sum`); bools and integers in 64 bits, reals in their own type. 0 of nothing. Halves
/// accumulate in float.
/// The error of a sum of n floats grows as log n (blocks of partial sums), not as n.
template <detail::array_like A> [[nodiscard]] auto sum(const A &a) {
  return detail::reduced<reduction::sum, type_of<sum_type(id_of<detail::value_of<A>>)>>(a);
}

/// The product of all elements (`numpy.prod`); types as sum. 1 of nothing.
template <detail::array_like A> [[nodiscard]] auto prod(const A &a) {
  return detail::reduced<reduction::prod, type_of<sum_type(id_of<detail::value_of<A>>)>>(a);
}

/// The mean of all elements (`numpy.mean`); bools and integers in double, reals in their own type. NaN of
/// nothing.
template <detail::array_like A> [[nodiscard]] auto mean(const A &a) {
  return detail::reduced<reduction::mean, type_of<mean_type(id_of<detail::value_of<A>>)>>(a);
}

/// The least element (`numpy.min`); NaN if there is one. Throws a shape error where there are no elements.
template <detail::array_like A> [[nodiscard]] auto min(const A &a) {
  detail::require_elements(a, "min");
  return detail::reduced<reduction::min, detail::value_of<A>>(a);
}

/// The greatest element (`numpy.max`); NaN if there is one. Throws a shape error where there are no elements.
template <detail::array_like A> [[nodiscard]] auto max(const A &a) {
  detail::require_elements(a, "max");
  return detail::reduced<reduction::max, detail::value_of<A>>(a);
}

} // namespace gpufuse

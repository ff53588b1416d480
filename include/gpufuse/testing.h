// What tests of array code compare results with. Include this beside <gpufuse/gpufuse.h>.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

#include <gpufuse/print.h>

namespace gpufuse {
namespace detail {

inline std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return text;
}

/// What two arrays differ in, counted while their elements go by.
struct differences {
  double rtol, atol;
  std::int64_t elements = 0, mismatched = 0;
  double greatest = 0, greatest_relative = 0;

  void compare(double actual, double desired) {
    ++elements;
    if (actual == desired || (actual != actual && desired != desired))
      return;
    const double distance = std::abs(actual - desired);
    if (distance <= atol + rtol * std::abs(desired) && std::isfinite(desired))
      return;
    ++mismatched;
    greatest = std::fmax(greatest, distance);
    greatest_relative = std::fmax(greatest_relative, desired != 0 ? distance / std::abs(desired) : INFINITY);
  }

  [[nodiscard]] std::string text() const {
    return "Not equal to tolerance rtol=" + short_number(rtol) + ", atol=" + short_number(atol) +
           "\nMismatched elements: " + std::to_string(mismatched) + " / " + std::to_string(elements) + " (" +
           short_number(std::round(1000.0 * static_cast<double>(mismatched) / static_cast<double>(elements)) / 10) +
           "%)\nMax absolute difference among violations: " + short_number(greatest) +
           "\nMax relative difference among violations: " + short_number(greatest_relative);
  }
};

} // namespace detail

/// Throws an error of kind value, that counts and shows what differs, unless each element is within `atol + rtol *
/// |desired|` of the desired one or both are NaN (`numpy.testing.assert_allclose`). Integers beyond 2^53 are compared
/// as doubles. Another shape is an error of kind shape: nothing is broadcast.
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> == detail::rank_of<B>)
void assert_allclose(const A &actual, const B &desired, double rtol = 1e-7, double atol = 0) {
  if (!(actual.shape() == desired.shape()))
    throw error(error::shape,
                "assert_allclose of shapes " + to_string(actual.shape()) + " and " + to_string(desired.shape()));
  const auto mine = astype<double>(actual), other = astype<double>(desired);
  detail::differences found{rtol, atol};
  for (std::size_t i = 0; i < mine.host().size(); ++i)
    found.compare(mine.host()[i], other.host()[i]);
  if (found.mismatched != 0)
    throw error(error::value, found.text() + "\n ACTUAL: " + to_string(actual) + "\n DESIRED: " + to_string(desired));
}

} // namespace gpufuse

// half and bfloat16: every value there and back, and rounding to nearest, ties to even, from float, double and
// integers.
#include "check.h"

#include <bit>
#include <cmath>

namespace {

/// Rounding is checked at every pair of neighbours: their middle, and what is as near to it as a double can be.
template <class T> void check_rounding() {
  const auto of = [](int bits) { return T::of_bits(static_cast<std::uint16_t>(bits)); };
  const int infinity = std::numeric_limits<T>::infinity().bits();
  int wrong = 0;
  for (int bits = 0; bits + 1 < infinity; ++bits)
    for (const double sign : {1.0, -1.0}) {
      const double low = double{of(bits)}, high = double{of(bits + 1)}, middle = (low + high) / 2;
      const int kept = bits % 2 == 0 ? bits : bits + 1, sign_bit = sign < 0 ? 0x8000 : 0;
      wrong += T(sign * low).bits() != (bits | sign_bit);
      wrong += T(sign * middle).bits() != (kept | sign_bit);
      wrong += T(static_cast<float>(sign * middle)).bits() != (kept | sign_bit);
      wrong += T(sign * std::nextafter(middle, 0.0)).bits() != (bits | sign_bit);
      wrong += T(sign * std::nextafter(middle, high)).bits() != ((bits + 1) | sign_bit);
      const float below = std::nextafter(static_cast<float>(middle), 0.0f);
      wrong += T(static_cast<float>(sign) * below).bits() != (bits | sign_bit);
    }
  CHECK(wrong == 0);
}

template <class T> void check_values() {
  int wrong = 0;
  for (int bits = 0; bits < 0x10000; ++bits) {
    const T number = T::of_bits(static_cast<std::uint16_t>(bits));
    const float value = number;
    wrong += value == value ? T(value).bits() != bits || T(double{value}).bits() != bits : T(value) == T(value);
  }
  CHECK(wrong == 0);
}

} // namespace

TEST_CASE("every value of half and bfloat16 survives float and double") {
  check_values<gf::half>();
  check_values<gf::bfloat16>();
}

TEST_CASE("conversions to half and bfloat16 round to nearest, ties to even") {
  check_rounding<gf::half>();
  check_rounding<gf::bfloat16>();
}

TEST_CASE("what is beyond a half is infinite, what is below its smallest is 0") {
  CHECK(float{gf::half(65504)} == 65504);
  CHECK(float{gf::half(65519.99)} == 65504);
  CHECK(float{gf::half(65520)} == INFINITY);
  CHECK(float{gf::half(-1e300)} == -INFINITY);
  CHECK(float{gf::half(0x1p-25)} == 0);
  CHECK(gf::half(std::nextafter(0x1p-25, 1.0)) == std::numeric_limits<gf::half>::denorm_min());
  CHECK(std::signbit(float{gf::half(-1e-300)}));
  CHECK(float{gf::bfloat16(3.4e38f)} == INFINITY);
  CHECK(float{gf::bfloat16(1e-300)} == 0);
  CHECK(float{gf::half(std::int64_t{2049})} == 2048);
  CHECK(std::isnan(float{gf::half(NAN)}));
  CHECK(std::isnan(float{gf::bfloat16(-NAN)}));
}

TEST_CASE("halves know their limits") {
  using half = std::numeric_limits<gf::half>;
  CHECK(float{half::max()} == 65504);
  CHECK(float{half::lowest()} == -65504);
  CHECK(float{half::min()} == 0x1p-14f);
  CHECK(float{half::denorm_min()} == 0x1p-24f);
  CHECK(float{half::epsilon()} == 0x1p-10f);
  CHECK(float{std::numeric_limits<gf::bfloat16>::epsilon()} == 0x1p-7f);
  CHECK(std::isnan(float{half::quiet_NaN()}));
}

TEST_CASE("the neighbours of a half are halves") {
  using gf::scalar::nextafter, gf::scalar::spacing;
  for (const int bits : {0, 1, 2, 0x3c00, 0x3fff, 0x7bfe}) {
    const auto number = gf::bfloat16::of_bits(static_cast<std::uint16_t>(bits));
    CHECK(nextafter(number, gf::bfloat16(INFINITY)).bits() == bits + 1);
    CHECK(nextafter(gf::bfloat16::of_bits(static_cast<std::uint16_t>(bits + 1)), gf::bfloat16(-INFINITY)).bits() ==
          bits);
  }
  CHECK(nextafter(gf::half(0), gf::half(-1)).bits() == 0x8001);
  CHECK(float{spacing(gf::half(1))} == 0x1p-10f);
  CHECK(float{spacing(gf::half(-2))} == -0x1p-9f);
  CHECK(std::isnan(float{spacing(gf::half(INFINITY))}));
}

TEST_CASE("elements and rank-0 results of halves read as floats") {
  gf::array<gf::half, 1> a{1.5, 2.5};
  const float first = a(0);
  const float total = gf::sum(a);
  a(1) = 0.1;
  a(1) += 1;
  CHECK(first == 1.5f);
  CHECK(total == 4);
  CHECK(a(1) == float{gf::half(float{gf::half(0.1)} + 1)});
}

// stack: axes, promotion, errors; and the program that everything started from.
#include "check.h"

#include <tuple>

TEST_CASE("stack joins along a new axis, negative ones counted from the end") {
  const gf::array<int, 1> x{1, 2}, y{3, 4}, z{5, 6};
  CHECK(elements(gf::stack({x, y, z}, gf::axis(-1))) == std::vector<int>{1, 3, 5, 2, 4, 6});
  CHECK(elements(gf::stack({x, y, z}, gf::axis(0))) == std::vector<int>{1, 2, 3, 4, 5, 6});
  CHECK(gf::stack({x, y, z}).shape() == gf::shape<2>(3, 2));
  CHECK(error_of(gf::error::shape, [&] { (void)gf::stack({x, y}, gf::axis(2)); }) ==
        "axis 2 is out of bounds for rank 2");
}

TEST_CASE("stack of matrices on the middle axis") {
  const gf::array<int, 2> a{{1, 2}, {3, 4}};
  const auto s = gf::stack({a, a + 10}, gf::axis(1));
  CHECK(s.shape() == gf::shape<3>(2, 2, 2));
  CHECK(elements(s) == std::vector<int>{1, 2, 11, 12, 3, 4, 13, 14});
}

TEST_CASE("the variadic stack promotes and takes views and rank 0") {
  const gf::array<int, 1> i{1, 2};
  const gf::array<float, 2> f{{0.5f, 1.5f}};
  const auto s = gf::stack(gf::axis(0), i, f(0));
  STATIC_REQUIRE(is_array_of<decltype(s), double, 2>);
  CHECK(elements(s) == std::vector<double>{1, 2, 0.5, 1.5});
  CHECK(elements(gf::stack(gf::axis(0), gf::sum(i), gf::max(i))) == std::vector<std::int64_t>{3, 2});
  CHECK(elements(gf::stack({f(0, gf::slice(0, 1)), f(0, gf::slice(1, 2))}, gf::axis(-1))) ==
        std::vector<float>{0.5f, 1.5f});
}

TEST_CASE("stack refuses different shapes, also those that would broadcast") {
  const gf::array<int, 1> x{1, 2}, y{3};
  CHECK(error_of(gf::error::shape, [&] { (void)gf::stack({x, y}, gf::axis(0)); }) ==
        "cannot stack shapes (2) and (1): they must be the same");
}

namespace {
[[gpufuse::fuse]] gf::array<float, 2> random_uniform_unitary(std::int64_t n, gf::random::generator &rng) {
  auto theta = gf::random::uniform<float>(rng, {n}) * (2 * gf::pi);
  auto phi = gf::random::uniform<float>(rng, {n}) * gf::pi;
  auto x = sin(phi) * cos(theta);
  auto y = sin(phi) * sin(theta);
  auto z = cos(phi);
  return gf::stack({x, y, z}, gf::axis(-1));
}

template <class T>
auto black_scholes(const gf::array<T, 1> &spot, const gf::array<T, 1> &strike, T rate, T volatility) {
  const auto d1 = (log(spot / strike) + (rate + volatility * volatility / 2)) / volatility;
  const auto d2 = d1 - volatility;
  const auto discounted = strike * std::exp(-rate);
  const auto call = spot * (erfc(-d1 / std::sqrt(2.0)) / 2) - discounted * (erfc(-d2 / std::sqrt(2.0)) / 2);
  return std::tuple(call, call - spot + discounted);
}
} // namespace

TEST_CASE("the unit vectors have length 1") {
  gf::random::generator rng(42);
  const auto v = random_uniform_unitary(1000, rng);
  CHECK(v.shape() == gf::shape<2>(1000, 3));
  const auto x = v(gf::_, 0), y = v(gf::_, 1), z = v(gf::_, 2);
  CHECK(float(max(abs(x * x + y * y + z * z - 1))) < 1e-6f);
  CHECK(rng.take().number == 2);
}

TEST_CASE("Black-Scholes gives the textbook price and satisfies put-call parity") {
  const auto [call, put] = black_scholes<double>(gf::array<double, 1>{100}, gf::array<double, 1>{100}, 0.05, 0.2);
  CHECK(call(0) == Approx(10.4506).epsilon(1e-5));
  CHECK(put(0) == Approx(5.5735).epsilon(1e-5));
}

// Elementwise functions and operators: broadcasting, NumPy's corner cases, in-place forms, map.
// Values of whole rows are the oracle's business (oracle.py).
#include "check.h"

TEST_CASE("operands broadcast from the last dimension") {
  const gf::array<int, 2> column{{1}, {2}};
  const gf::array<int, 1> row{10, 20, 30};
  const auto sum = column + row;
  CHECK(sum.shape() == gf::shape<2>(2, 3));
  CHECK(elements(sum) == std::vector<int>{11, 21, 31, 12, 22, 32});
  CHECK(gf::arange(3).size() == 3);
  CHECK((gf::zeros<int>({0, 3}) + row).shape() == gf::shape<2>(0, 3));
}

TEST_CASE("shapes that do not broadcast are an error that names them all") {
  const auto a = gf::zeros<float>({3, 4});
  const auto b = gf::zeros<float>({5});
  CHECK(error_of(gf::error::shape, [&] { (void)(a + b); }) == "cannot broadcast shapes (3, 4) and (5)");
  CHECK(error_of(gf::error::shape, [&] { (void)gf::where(a > 0, b, 0); }) ==
        "cannot broadcast shapes (3, 4), (5) and ()");
}

TEST_CASE("strided and broadcast operands in three dimensions") {
  const auto a = gf::array<int, 3>(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {2, 3, 2});
  const auto reversed = a(gf::slice(gf::_, gf::_, -1), gf::_, gf::slice(gf::_, gf::_, -1));
  CHECK(elements(a + reversed) == std::vector<int>{7, 7, 11, 11, 15, 15, 7, 7, 11, 11, 15, 15});
  CHECK(elements(a(gf::_, 0, gf::newaxis) * a(0, 0)) == std::vector<int>{0, 1, 0, 7});
}

TEST_CASE("functions are found by argument and as gf::name, with both spellings") {
  const gf::array<double, 1> x{0.5};
  CHECK(asin(x)(0) == std::asin(0.5));
  CHECK(gf::arcsin(x)(0) == std::asin(0.5));
  CHECK(gf::abs(-x)(0) == 0.5);
  CHECK(pow(x, x)(0) == std::pow(0.5, 0.5));
}

TEST_CASE("integers wrap and never trap") {
  const gf::array<int, 1> least{INT32_MIN}, minus_one{-1}, zero{0};
  CHECK((least - 1)(0) == INT32_MAX);
  CHECK((-least)(0) == INT32_MIN);
  CHECK(gf::abs(least)(0) == INT32_MIN);
  CHECK(gf::floor_divide(least, minus_one)(0) == INT32_MIN);
  CHECK(gf::floor_divide(least, zero)(0) == 0);
  CHECK((least % zero)(0) == 0);
  CHECK((least << 31)(0) == 0);
  CHECK((least >> 99)(0) == -1);
}

TEST_CASE("division: true, floored, truncated") {
  const gf::array<int, 1> a{7, -7};
  CHECK(elements(a / 2) == std::vector<double>{3.5, -3.5});
  CHECK(elements(gf::floor_divide(a, 2)) == std::vector<int>{3, -4});
  CHECK(elements(a % 3) == std::vector<int>{1, 2});
  CHECK(elements(gf::fmod(a, 3)) == std::vector<int>{1, -1});
}

TEST_CASE("minimum and maximum propagate NaN and order the zeros; fmin and fmax drop NaN") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const gf::array<float, 1> a{nan, 1, -0.0f, 0.0f}, b{1, nan, 0.0f, -0.0f};
  CHECK(std::isnan(gf::minimum(a, b)(0)));
  CHECK(std::isnan(gf::maximum(a, b)(1)));
  CHECK(gf::fmin(a, b)(0) == 1);
  CHECK(gf::fmax(a, b)(1) == 1);
  for (int i : {2, 3}) {
    CHECK(std::signbit(gf::minimum(a, b)(i)));
    CHECK_FALSE(std::signbit(gf::maximum(a, b)(i)));
  }
}

TEST_CASE("small constant exponents are products, bit for bit") {
  const gf::array<float, 1> x{1.1f, -3.7f};
  for (int i : {0, 1}) {
    const float v = x(i);
    CHECK(gf::pow(x, 2)(i) == v * v);
    CHECK(gf::pow(x, 3.0)(i) == (v * v) * v);
    CHECK(gf::pow(x, 4)(i) == (v * v) * (v * v));
    CHECK(gf::pow(x, -1)(i) == 1.0f / v);
    CHECK(gf::pow(x, 0)(i) == 1.0f);
  }
  CHECK(gf::pow(x, 0.5)(0) == std::sqrt(1.1f));
  CHECK(gf::pow(x, 2.5)(0) == std::pow(1.1f, 2.5f));
  CHECK(gf::pow(2, gf::arange(4))(3) == 8);
}

TEST_CASE("comparisons and logic give bools; NaN is true") {
  const gf::array<float, 1> x{0, 1, std::numeric_limits<float>::quiet_NaN()};
  CHECK(elements(x > 0) == std::vector<bool>{false, true, false});
  CHECK(elements(!x) == std::vector<bool>{true, false, false});
  CHECK(elements(x && true) == std::vector<bool>{false, true, true});
  CHECK(elements((x == 1) | (x != x)) == std::vector<bool>{false, true, true});
}

TEST_CASE("bools: + is or, * is and, ~ is not") {
  const gf::array<bool, 1> a{true, true, false}, b{true, false, false};
  CHECK(elements(a + b) == std::vector<bool>{true, true, false});
  CHECK(elements(a * b) == std::vector<bool>{true, false, false});
  CHECK(elements(~a) == std::vector<bool>{false, false, true});
}

TEST_CASE("where selects values, with any mix of scalars") {
  const gf::array<float, 1> x{-1, 2};
  CHECK(elements(gf::where(x > 0, x, 0)) == std::vector<float>{0, 2});
  CHECK(elements(gf::where(x > 0, 1, 0)) == std::vector<std::int64_t>{0, 1});
  CHECK(elements(gf::where(x, 5, x)) == std::vector<float>{5, 5});
}

TEST_CASE("clip gives the upper bound where the bounds cross") {
  CHECK(elements(gf::clip(gf::arange(5), 1, 3)) == std::vector<int>{1, 1, 2, 3, 3});
  CHECK(elements(gf::clip(gf::arange(2), 5, 4)) == std::vector<int>{4, 4});
}

TEST_CASE("compound assignment keeps the target's type and shape") {
  gf::array<float, 2> a{{1, 2}, {3, 4}};
  a *= gf::array<double, 1>{2, 3};
  a -= 1;
  CHECK(elements(a) == std::vector<float>{1, 5, 5, 11});
  CHECK(error_of(gf::error::shape, [&] { a(0)(gf::slice(0, 1)) += a(1); }) == "cannot store shape (2) into shape (1)");
  a += a(gf::slice(gf::_, gf::_, -1));
  CHECK(elements(a) == std::vector<float>{6, 16, 6, 16});
}

TEST_CASE("map applies a function with C++'s meaning") {
  const gf::array<int, 1> a{7, 8};
  const auto halves = gf::map([](int x, float y) { return x / 2 + y; }, a, 0.5f);
  STATIC_REQUIRE(is_array_of<decltype(halves), float, 1>);
  CHECK(elements(halves) == std::vector<float>{3.5, 4.5});
  CHECK(gf::map([](int x, int y) { return x < y; }, a(gf::_, gf::newaxis), a).shape() == gf::shape<2>(2, 2));
}

TEST_CASE("rank-0 results read as numbers and as conditions") {
  const gf::array<float, 1> x{1, 2};
  CHECK(bool(gf::sum(x) == 3.0f));
  float total = gf::sum(x) * 2;
  CHECK(total == 6);
}

namespace {
/// Not an operand: the operators must leave it to its own.
struct foreign {
  friend int operator+(foreign, foreign) { return 4; }
};
} // namespace

TEST_CASE("the operators leave other types alone") {
  CHECK(foreign{} + foreign{} == 4);
  STATIC_REQUIRE_FALSE(gf::detail::defined_for<gf::detail::function::add, gf::array<int, 1>, std::string>);
}

// Factories: zeros, ones, full, empty, arange, linspace.
#include "check.h"

TEST_CASE("factories take any mix of integer types") {
  const std::size_t n = 2;
  const auto a = gf::zeros<float>({n, 3, short{1}});
  STATIC_REQUIRE(is_array_of<decltype(a), float, 3>);
  CHECK(a.shape() == gf::shape<3>(2, 3, 1));
  CHECK(elements(gf::ones<bool>({2})) == std::vector<bool>{true, true});
  CHECK(elements(gf::full<int>(gf::shape<1>(2), 7)) == std::vector<int>{7, 7});
  CHECK(gf::zeros<double>(gf::shape<0>{}) == 0.0);
}

TEST_CASE("negative extents and uncountable sizes are errors") {
  CHECK(error_of(gf::error::shape, [] { (void)gf::empty<float>({2, -1}); }) == "negative extent in shape (2, -1)");
  CHECK_THROWS_AS(gf::empty<float>({INT64_MAX, 4}), gf::error);
  CHECK(gf::empty<float>({INT64_MAX, INT64_MAX, 0}).size() == 0);
}

TEST_CASE("empty takes no memory until it is touched") {
  const auto huge = gf::empty<double>({std::int64_t{1} << 40});
  CHECK(huge.size() == std::int64_t{1} << 40);
  CHECK_FALSE(huge.node()->shared_buffer()->on_host());
}

TEST_CASE("a value that does not fit is a type error") {
  CHECK_THROWS_AS(gf::full<int>({2}, std::int64_t{1} << 33), gf::error);
  CHECK(gf::full<float>({1}, 1e300)(0) == std::numeric_limits<float>::infinity());
}

TEST_CASE("the like forms keep shape and type") {
  const gf::array<float, 2> a{{1, 2}};
  CHECK(gf::zeros_like(a).shape() == a.shape());
  CHECK(elements(gf::full_like(a(0), 3)) == std::vector<float>{3, 3});
  STATIC_REQUIRE(is_array_of<decltype(gf::ones_like(a)), float, 2>);
  STATIC_REQUIRE(is_array_of<decltype(gf::empty_like(a)), float, 2>);
}

TEST_CASE("arange has NumPy's length and its arguments' type") {
  CHECK(elements(gf::arange(3)) == std::vector<int>{0, 1, 2});
  CHECK(elements(gf::arange(5, 1, -2)) == std::vector<int>{5, 3});
  CHECK(gf::arange(3, 1).size() == 0);
  CHECK(gf::arange(0, 1, 0.1).size() == 10);
  CHECK(gf::arange(1.0, 2.0, 0.3).size() == 4);
  STATIC_REQUIRE(is_array_of<decltype(gf::arange(std::int64_t{3})), std::int64_t, 1>);
  STATIC_REQUIRE(is_array_of<decltype(gf::arange(0, 1, 0.5f)), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(gf::arange(3u)), std::int64_t, 1>);
  CHECK(gf::arange(INT64_MIN, INT64_MAX, INT64_MAX).size() == 3);
}

TEST_CASE("arange refuses a zero step and an endless range") {
  CHECK(error_of(gf::error::shape, [] { (void)gf::arange(0, 3, 0); }) == "arange: the step is zero");
  CHECK_THROWS_AS(gf::arange(0.0, std::numeric_limits<double>::infinity(), 1.0), gf::error);
}

TEST_CASE("linspace hits both ends exactly") {
  const auto a = gf::linspace(0.1, 0.7, 7);
  CHECK(a(0) == 0.1);
  CHECK(a(-1) == 0.7);
  CHECK(elements(gf::linspace(0, 1, 5)) == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  STATIC_REQUIRE(is_array_of<decltype(gf::linspace(0.0f, 1.0f, 3)), float, 1>);
  CHECK(elements(gf::linspace(3, 5, 1)) == std::vector<double>{3});
  CHECK(gf::linspace(3, 5, 0).size() == 0);
}

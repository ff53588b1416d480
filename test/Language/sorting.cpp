// sort, argsort, unique: NumPy's order, along every axis, for every type.
#include "check.h"

#include <cmath>
#include <limits>

#include <gpufuse/sorting.h>

using gf::_, gf::array, gf::slice;
using Vector = gf::array<double, 1>;
using Positions = std::vector<std::int64_t>;

static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double Inf = std::numeric_limits<double>::infinity();

TEST_CASE("sort gives a sorted copy of the same type") {
  const array<int, 1> a{3, 1, 2};
  const auto sorted = gf::sort(a);
  STATIC_REQUIRE(is_array_of<decltype(sorted), int, 1>);
  CHECK(elements(sorted) == std::vector{1, 2, 3});
  CHECK(elements(a) == std::vector{3, 1, 2});
}

TEST_CASE("sort works along the last axis, or the one that is named") {
  const array<int, 2> a{{3, 1, 2}, {0, 9, 1}};
  CHECK(elements(gf::sort(a)) == std::vector{1, 2, 3, 0, 1, 9});
  CHECK(elements(gf::sort(a, gf::axis(0))) == std::vector{0, 1, 1, 3, 9, 2});
  CHECK(elements(gf::sort(a, gf::axis(-2))) == std::vector{0, 1, 1, 3, 9, 2});
}

TEST_CASE("NaNs sort last, and zeros of both signs are equal and keep their order") {
  const auto sorted = elements(gf::sort(Vector{0.0, NaN, -0.0, Inf, -NaN, -Inf, 0.0}));
  CHECK(sorted[0] == -Inf);
  CHECK((!std::signbit(sorted[1]) && std::signbit(sorted[2]) && !std::signbit(sorted[3])));
  CHECK(sorted[4] == Inf);
  CHECK((std::isnan(sorted[5]) && std::isnan(sorted[6])));
}

TEST_CASE("NaNs in between leave the zeros in their order") {
  Vector a = gf::full<double>({500}, NaN);
  std::vector<bool> signs;
  for (int i = 0; i < 500; ++i)
    if (i % 3 != 0) {
      a(i) = i % 7 < 3 ? 0.0 : -0.0;
      signs.push_back(i % 7 >= 3);
    }
  const auto sorted = elements(gf::sort(a));
  for (std::size_t i = 0; i < sorted.size(); ++i)
    CHECK((i < signs.size() ? sorted[i] == 0 && std::signbit(sorted[i]) == signs[i] : std::isnan(sorted[i])));
}

TEST_CASE("argsort gives int64 positions and keeps the order of equals") {
  const auto order = gf::argsort(Vector{0.0, NaN, -0.0, 1, -NaN, -1, 0.0});
  STATIC_REQUIRE(is_array_of<decltype(order), std::int64_t, 1>);
  CHECK(elements(order) == Positions{5, 0, 2, 6, 3, 1, 4});
  CHECK(elements(gf::argsort(array<int, 2>{{3, 1}, {0, 1}}, gf::axis(0))) == Positions{1, 0, 0, 1});
}

TEST_CASE("views are sorted in their own order") {
  const array<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(elements(gf::sort(a(_, slice(_, _, -1)))) == std::vector{1, 2, 3, 4, 5, 6});
  CHECK(elements(gf::argsort(a(slice(_, _, -1), 1))) == Positions{1, 0});
  CHECK(elements(gf::unique(a(_, slice(_, _, 2)))) == std::vector{1, 3, 4, 6});
}

TEST_CASE("unique gives the different elements of any rank, sorted") {
  const auto found = gf::unique(array<int, 2>{{3, 1}, {1, 3}});
  STATIC_REQUIRE(is_array_of<decltype(found), int, 1>);
  CHECK(elements(found) == std::vector{1, 3});
  CHECK(elements(gf::unique(array<int, 0>(7))) == std::vector{7});
  CHECK(elements(gf::unique(array<bool, 1>{true, true})) == std::vector{true});
}

TEST_CASE("unique has one NaN, and of two zeros the first") {
  const auto found = elements(gf::unique(Vector{NaN, -0.0, 1, 0.0, NaN}));
  REQUIRE(found.size() == 3);
  CHECK((found[0] == 0 && std::signbit(found[0])));
  CHECK(found[1] == 1);
  CHECK(std::isnan(found[2]));
}

TEST_CASE("nothing and one element are sorted already") {
  CHECK(gf::sort(gf::zeros<float>({0})).size() == 0);
  CHECK(gf::sort(gf::zeros<float>({3, 0}), gf::axis(0)).shape() == gf::shape<2>(3, 0));
  CHECK(gf::argsort(gf::zeros<float>({0, 2})).shape() == gf::shape<2>(0, 2));
  CHECK(gf::unique(gf::zeros<float>({0, 2})).shape() == gf::shape<1>(0));
  CHECK(elements(gf::sort(Vector{4})) == std::vector<double>{4});
  CHECK(elements(gf::argsort(Vector{4})) == Positions{0});
}

TEST_CASE("an axis out of range is a shape error") {
  const Vector a{1, 2};
  CHECK(error_of(gf::error::shape, [&] { (void)gf::sort(a, gf::axis(1)); }) == "axis 1 is out of bounds for rank 1");
  CHECK(error_of(gf::error::shape, [&] { (void)gf::argsort(a, gf::axis(-2)); }) ==
        "axis -2 is out of bounds for rank 1");
}

TEMPLATE_TEST_CASE("every type is sorted", "", bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, gf::half, gf::bfloat16, float, double) {
  array<TestType, 2> a = gf::full<TestType>({7, 50}, TestType(0));
  std::uint64_t state = 1;
  for (TestType &element : a.host_mut()) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    element = static_cast<TestType>(static_cast<std::int64_t>(state >> 33) % 100 - 50);
  }
  for (const int d : {0, 1}) {
    const auto sorted = gf::sort(a, gf::axis(d));
    const auto order = gf::argsort(a, gf::axis(d));
    const std::int64_t n = a.extent(d);
    for (std::int64_t line = 0; line < a.extent(1 - d); ++line)
      for (std::int64_t i = 0; i < n; ++i) {
        const auto at = [&](const auto &from, std::int64_t p) { return d == 0 ? from(p, line) : from(line, p); };
        const std::int64_t place = at(order, i);
        REQUIRE(TestType(at(sorted, i)) == TestType(at(a, place)));
        if (i == 0)
          continue;
        const std::int64_t before = at(order, i - 1);
        REQUIRE((TestType(at(sorted, i - 1)) < TestType(at(sorted, i)) ||
                 (TestType(at(sorted, i - 1)) == TestType(at(sorted, i)) && before < place)));
      }
  }
}

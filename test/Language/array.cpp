// Arrays as values: construction, identity, copies, elements.
#include "check.h"

#include <array>
#include <span>
#include <vector>

TEST_CASE("a braced list gives its elements and extents") {
  const gf::array<float, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a.shape() == gf::shape<2>(2, 3));
  CHECK(elements(a) == std::vector<float>{1, 2, 3, 4, 5, 6});
  CHECK(gf::array<bool, 1>{true, false}.size() == 2);
  CHECK(gf::array<int, 3>{{{1}, {2}}}.shape() == gf::shape<3>(1, 2, 1));
}

TEST_CASE("a ragged list is a shape error that names both extents") {
  CHECK(error_of(gf::error::shape, [] { gf::array<int, 2>{{1, 2}, {3}}; }) ==
        "ragged list: dimension 1 has extents 2 and 1");
  CHECK_THROWS_AS((gf::array<int, 3>{{{1}, {2}}, {{3}, {4, 5}}}), gf::error);
}

TEST_CASE("vectors, spans and std::array give their elements") {
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  CHECK(elements(gf::array<double, 1>(values)) == values);
  CHECK(elements(gf::array<double, 1>(std::span<const double>(values))) == values);
  CHECK(elements(gf::array(std::array<int, 2>{7, 8})) == std::vector<int>{7, 8});
  const std::size_t rows = 2;
  CHECK(gf::array<double, 2>(values, {rows, 3})(1, 0) == 4);
}

TEST_CASE("values that do not fill the shape are a shape error") {
  const std::vector<double> values{1, 2, 3, 4, 5};
  CHECK(error_of(gf::error::shape, [&] { gf::array<double, 2>(values, {2, 3}); }) ==
        "5 values do not fill shape (2, 3)");
}

TEST_CASE("a default array is empty; one of rank 0 has an element") {
  const gf::array<float, 2> empty;
  CHECK(empty.size() == 0);
  CHECK(empty.host().empty());
  gf::array<float, 0> scalar;
  scalar() = 2;
  CHECK(scalar == 2.0f);
}

TEST_CASE("a rank-0 array converts to its element and from a number") {
  const gf::array<float, 0> m = 2.5;
  const float value = m;
  CHECK(value == 2.5f);
}

TEST_CASE("a copy does not see later changes of the original") {
  gf::array<int, 1> a{1, 2, 3};
  gf::array<int, 1> b = a;
  CHECK(b.node()->shared_buffer() == a.node()->shared_buffer());
  a(0) = 9;
  CHECK(elements(b) == std::vector<int>{1, 2, 3});
  b += 1;
  CHECK(elements(a) == std::vector<int>{9, 2, 3});
}

TEST_CASE("a copy shares no identity: its views are its own") {
  gf::array<int, 1> a{1, 2, 3};
  auto view = a(gf::_);
  gf::array<int, 1> b = a;
  b(0) = 7;
  CHECK(view(0) == 1);
}

TEST_CASE("assignment rebinds: earlier views keep the old storage") {
  gf::array<int, 1> a{1, 2, 3};
  auto view = a(gf::_);
  a = a + 10;
  CHECK(elements(view) == std::vector<int>{1, 2, 3});
  CHECK(elements(a) == std::vector<int>{11, 12, 13});
}

TEST_CASE("compound assignment writes into the storage: views see it") {
  gf::array<int, 1> a{1, 2, 3};
  auto view = a(gf::_);
  a += 10;
  CHECK(elements(view) == std::vector<int>{11, 12, 13});
}

TEST_CASE("std::swap swaps storages and views follow them") {
  gf::array<int, 1> a{1}, b{2, 2};
  auto of_a = a(gf::_);
  std::swap(a, b);
  CHECK(elements(a) == std::vector<int>{2, 2});
  b(0) = 5;
  CHECK(of_a(0) == 5);
}

TEST_CASE("a moved-from array is empty") {
  gf::array<int, 1> a{1, 2};
  const gf::array<int, 1> b = std::move(a);
  CHECK(a.size() == 0);
  CHECK(b.size() == 2);
}

TEST_CASE("elements: negative indices count from the end, others out of bounds throw") {
  const gf::array<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(a(1, 2) == 6);
  CHECK(a(-1, -3) == 4);
  CHECK(error_of(gf::error::shape, [&] { (void)a(2, 0); }) == "index 2 is out of bounds for dimension 0 of extent 2");
  CHECK_THROWS_AS(a(0, -4), gf::error);
}

TEST_CASE("an element of a const array is a plain number") {
  const gf::array<float, 1> a{1};
  STATIC_REQUIRE(std::is_same_v<decltype(a(0)), float>);
}

TEST_CASE("an element read with auto is a value") {
  gf::array<int, 1> a{1, 2};
  auto kept = a(0);
  a(0) = a(1);
  a(1) = kept;
  CHECK(elements(a) == std::vector<int>{2, 1});
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(kept) &, int>);
}

TEST_CASE("elements take compound assignment and rank-0 arrays") {
  gf::array<float, 1> a{1, 2};
  a(0) += 2;
  a(1) *= a(0);
  a(0) = gf::sum(a);
  CHECK(elements(a) == std::vector<float>{9, 6});
}

TEST_CASE("an integer element refuses a number that does not fit") {
  gf::array<int, 1> a{1};
  CHECK(error_of(gf::error::type, [&] { a(0) = std::int64_t{1} << 40; }) ==
        "the scalar 1099511627776 does not fit int32");
  CHECK(a(0) == 1);
}

TEST_CASE("extent counts negative dimensions from the end") {
  const gf::array<int, 2> a{{1, 2, 3}};
  CHECK(a.extent(-1) == 3);
  CHECK_THROWS_AS(a.extent(2), gf::error);
}

TEST_CASE("types of the same kind convert; losing the kind needs astype") {
  const gf::array<double, 1> d{1.5, -2.5};
  const gf::array<float, 1> f = d;
  CHECK(elements(f) == std::vector<float>{1.5, -2.5});
  STATIC_REQUIRE_FALSE(std::is_convertible_v<gf::array<double, 1>, gf::array<int, 1>>);
  CHECK(elements(d.astype<int>()) == std::vector<int>{1, -2});
  CHECK(elements(gf::astype<bool>(d - 1.5)) == std::vector<bool>{false, true});
}

TEST_CASE("a real beyond an integer's range converts to the nearest, NaN to 0") {
  const gf::array<double, 1> d{1e300, -1e300, 0.0 / 0.0 * 1, 2147483647.5};
  CHECK(elements(d.astype<int>()) == std::vector<int>{INT32_MAX, INT32_MIN, 0, INT32_MAX});
  CHECK(d.astype<std::int64_t>()(0) == INT64_MAX);
}

TEST_CASE("shapes: index and offset are inverse; rank 0 has one element") {
  const gf::shape<3> s(2, 3, 4);
  for (std::int64_t i = 0; i < s.size(); ++i)
    CHECK(s.offset(s.index(i)) == i);
  CHECK(gf::shape<0>{}.size() == 1);
  STATIC_REQUIRE(std::is_trivially_copyable_v<gf::shape<3>>);
}

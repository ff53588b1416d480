// Views: slices that read and write the storage of their array.
#include "check.h"

namespace {
gf::array<int, 2> table() { return {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}}; }
} // namespace

TEST_CASE("integers drop a dimension, gf::_ keeps it, missing ones are whole") {
  const auto a = table();
  CHECK(elements(a(gf::_, 1)) == std::vector<int>{1, 11, 21});
  CHECK(elements(a(-1)) == std::vector<int>{20, 21, 22, 23});
  STATIC_REQUIRE(decltype(a(0))::rank == 1);
}

TEST_CASE("slices follow Python") {
  const auto a = gf::arange(5);
  CHECK(elements(a(gf::slice(1, 3))) == std::vector<int>{1, 2});
  CHECK(elements(a(gf::slice(-2, gf::_))) == std::vector<int>{3, 4});
  CHECK(elements(a(gf::slice(gf::_, gf::_, 2))) == std::vector<int>{0, 2, 4});
  CHECK(elements(a(gf::slice(gf::_, gf::_, -1))) == std::vector<int>{4, 3, 2, 1, 0});
  CHECK(elements(a(gf::slice(3, 0, -2))) == std::vector<int>{3, 1});
  CHECK(elements(a(gf::slice(-100, 100))) == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(a(gf::slice(3, 1)).size() == 0);
  CHECK(error_of(gf::error::shape, [&] { (void)a(gf::slice(0, 2, 0)); }) == "slice step cannot be zero");
}

TEST_CASE("newaxis inserts a dimension and ellipsis fills the middle") {
  const auto a = gf::zeros<int>({2, 3, 4});
  CHECK(a(gf::ellipsis, 0).shape() == gf::shape<2>(2, 3));
  CHECK(a(0, gf::ellipsis, gf::newaxis).shape() == gf::shape<3>(3, 4, 1));
  CHECK(a(gf::newaxis).shape() == gf::shape<4>(1, 2, 3, 4));
}

TEST_CASE("writing a view writes its array") {
  auto a = table();
  a(gf::_, 0) = 7;
  a(1) = gf::arange(4);
  a(2, gf::slice(1, gf::_)) += 100;
  CHECK(elements(a) == std::vector<int>{7, 1, 2, 3, 0, 1, 2, 3, 7, 121, 122, 123});
}

TEST_CASE("assigning a view to a view copies elements") {
  auto a = table();
  a(gf::_, 0) = a(gf::_, 3);
  CHECK(elements(a(gf::_, 0)) == std::vector<int>{3, 13, 23});
}

TEST_CASE("a stored value broadcasts and converts; a wrong shape is an error that changes nothing") {
  auto a = table();
  a(gf::ellipsis) = gf::array<double, 1>{1.9, 2.9, 3.9, 4.9};
  CHECK(elements(a(2)) == std::vector<int>{1, 2, 3, 4});
  CHECK(error_of(gf::error::shape, [&] { a(gf::_, 0) = gf::arange(2); }) == "cannot store shape (2) into shape (3)");
  CHECK(error_of(gf::error::shape, [&] { a(gf::slice(0, 1)) += table(); }) ==
        "cannot store shape (3, 4) into shape (1, 4)");
  CHECK(elements(a(0)) == std::vector<int>{1, 2, 3, 4});
}

TEST_CASE("overlapping assignments read before they write") {
  auto a = gf::arange(5);
  a(gf::slice(1, gf::_)) = a(gf::slice(gf::_, -1));
  CHECK(elements(a) == std::vector<int>{0, 0, 1, 2, 3});
  a(gf::_) = a(gf::slice(gf::_, gf::_, -1));
  CHECK(elements(a) == std::vector<int>{3, 2, 1, 0, 0});
  a(gf::slice(gf::_, -1)) += a(gf::slice(1, gf::_));
  CHECK(elements(a) == std::vector<int>{5, 3, 1, 0, 0});
}

TEST_CASE("a view outlives its array") {
  const auto view = [] { return table()(1); }();
  CHECK(elements(view) == std::vector<int>{10, 11, 12, 13});
}

TEST_CASE("views of const arrays are read-only") {
  const auto a = table();
  auto view = a(0);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(view) &, int>);
  STATIC_REQUIRE(std::is_assignable_v<gf::view<int, 1> &, int>);
}

TEST_CASE("writing through a view does not touch copies that share the buffer") {
  auto a = table();
  const auto copy = a;
  a(0) = 5;
  CHECK(copy(0, 1) == 1);
}

TEST_CASE("a view of a view composes offsets and strides") {
  const auto a = gf::arange(20);
  const auto odd_backwards = a(gf::slice(gf::_, gf::_, 2))(gf::slice(gf::_, gf::_, -3));
  CHECK(elements(odd_backwards) == std::vector<int>{18, 12, 6, 0});
  CHECK(odd_backwards(1) == 12);
  CHECK(odd_backwards.stride(0) == -6);
}

TEST_CASE("views take part in expressions as arrays do") {
  const auto a = table();
  const auto difference = a(gf::_, gf::slice(1, gf::_)) - a(gf::_, gf::slice(gf::_, -1));
  STATIC_REQUIRE(is_array_of<decltype(difference), int, 2>);
  CHECK(elements(difference) == std::vector<int>(9, 1));
}

// Views in other orders and shapes, joins and repetitions: what they share, and what they refuse.
#include "check.h"

using gf::_;

namespace {
const gf::array<int, 2> table{{1, 2, 3}, {4, 5, 6}};
} // namespace

TEST_CASE("views in another order share the storage, of temporaries too") {
  gf::array<int, 2> a = table;
  auto columns = gf::transpose(a);
  columns(2, 0) = 30;
  CHECK(a(0, 2) == 30);
  gf::diagonal(a) = 0;
  CHECK(elements(a) == std::vector<int>{0, 2, 30, 4, 0, 6});
  const auto kept = gf::transpose(table + 1);
  CHECK(elements(kept) == std::vector<int>{2, 5, 3, 6, 4, 7});
  STATIC_REQUIRE(std::is_same_v<decltype(gf::transpose(table)), gf::view<const int, 2>>);
  STATIC_REQUIRE(std::is_same_v<decltype(gf::transpose(a)), gf::view<int, 2>>);
}

TEST_CASE("reshape is a view where strides reach the elements, else a copy") {
  gf::array<int, 2> a = table;
  CHECK(gf::reshape(a, {3, -1}).node() == a.node());
  CHECK(gf::reshape(a(_, gf::slice(0, 2)), {2, 1, 2}).node() == a.node());
  CHECK(gf::ravel(gf::transpose(a)).node() != a.node());
  CHECK(elements(gf::ravel(gf::transpose(a))) == std::vector<int>{1, 4, 2, 5, 3, 6});
  CHECK(elements(gf::ravel(gf::flip(a))) == std::vector<int>{6, 5, 4, 3, 2, 1});
  CHECK(gf::ravel(gf::flip(a)).stride(0) == -1);
  CHECK(gf::reshape(gf::zeros<int>({0, 3}), {3, -1}).shape() == gf::shape<2>(3, 0));
  CHECK(gf::reshape(gf::sum(a), {1, 1}).shape() == gf::shape<2>(1, 1));
}

TEST_CASE("shapes that do not fit are refused with both") {
  CHECK(error_of(gf::error::shape, [] { (void)gf::reshape(table, {4, -1}); }) ==
        "cannot reshape shape (2, 3) into (4, -1)");
  CHECK(error_of(gf::error::shape, [] { (void)gf::reshape(table, {-1, -1}); }) ==
        "cannot reshape shape (2, 3) into (-1, -1)");
  CHECK(error_of(gf::error::shape, [] { (void)gf::reshape(gf::zeros<int>({0}), {0, -1}); }) ==
        "cannot reshape shape (0) into (0, -1)");
  CHECK(error_of(gf::error::shape, [] { (void)gf::squeeze(table, gf::axis(0)); }) ==
        "cannot squeeze dimension 0 of shape (2, 3)");
  CHECK(error_of(gf::error::shape, [] { (void)gf::broadcast_to(table, {3, 3}); }) ==
        "cannot broadcast shape (2, 3) to (3, 3)");
  CHECK(error_of(gf::error::shape, [] { (void)gf::transpose(table, gf::axes(0, 0)); }) == "axis 0 is named twice");
  CHECK(error_of(gf::error::shape, [] { (void)gf::moveaxis(table, 0, 2); }) == "axis 2 is out of bounds for rank 2");
  CHECK(error_of(gf::error::shape, [] { (void)gf::split(table, 2, gf::axis(1)); }) ==
        "cannot split dimension 1 of shape (2, 3) into 2 equal parts");
  CHECK(error_of(gf::error::shape, [] { (void)gf::concatenate(gf::axis(0), table, gf::transpose(table)); }) ==
        "cannot join shapes (2, 3) and (3, 2) along axis 0");
  CHECK(error_of(gf::error::shape, [] { (void)gf::repeat(table, -1, gf::axis(0)); }) ==
        "negative extent in shape (2, -1, 3)");
}

TEST_CASE("diagonals beside the main one, of any two dimensions") {
  CHECK(elements(gf::diagonal(table, 1)) == std::vector<int>{2, 6});
  CHECK(elements(gf::diagonal(table, -1)) == std::vector<int>{4});
  CHECK(gf::diagonal(table, 5).size() == 0);
  const gf::array<int, 3> cube = gf::reshape(gf::arange(8), {2, 2, 2});
  CHECK(elements(gf::diagonal(cube, 0, 2, 0)) == std::vector<int>{0, 5, 2, 7});
}

TEST_CASE("split gives views, which write through") {
  gf::array<int, 2> a = table;
  auto parts = gf::split(a, 3, gf::axis(-1));
  REQUIRE(parts.size() == 3);
  parts[1] = 0;
  CHECK(elements(a) == std::vector<int>{1, 0, 3, 4, 0, 6});
}

TEST_CASE("concatenate promotes, takes empty parts, and one array") {
  const gf::array<float, 2> halves = gf::astype<float>(table) / 2;
  const auto joined = gf::concatenate(gf::axis(-1), table, halves(_, gf::slice(0, 1)));
  STATIC_REQUIRE(is_array_of<decltype(joined), double, 2>);
  CHECK(elements(joined) == std::vector<double>{1, 2, 3, 0.5, 4, 5, 6, 2});
  CHECK(elements(gf::concatenate({table, gf::zeros<int>({0, 3})})) == elements(table));
  CHECK(elements(gf::hstack(table)) == elements(table));
}

TEST_CASE("argmin and argmax name the first, and NaNs before all") {
  CHECK(gf::argmax(gf::array<int, 1>{1, 3, 3}) == 1);
  CHECK(gf::argmin(gf::array<float, 1>{2, NAN, 1, NAN}) == 1);
  CHECK(elements(gf::argmin(table, gf::axis(1))) == std::vector<std::int64_t>{0, 0});
  CHECK(error_of(gf::error::shape, [] { (void)gf::argmax(gf::zeros<int>({0})); }) ==
        "max of an array without elements, shape (0)");
  CHECK(gf::argmax(gf::zeros<int>({0, 3}), gf::axis(1)).size() == 0);
}

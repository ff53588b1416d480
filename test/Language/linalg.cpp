// matmul: ranks, batches and types as NumPy has them, exact integers, and the order of sums.
#include "check.h"

#include <gpufuse/linalg.h>

using gf::_, gf::array, gf::slice;
using Vector = gf::array<double, 1>;
using Matrix = gf::array<double, 2>;

/// The definition, element by element.
template <class T> static T product_at(const array<T, 2> &a, const array<T, 2> &b, std::int64_t i, std::int64_t j) {
  gf::detail::computed<T> sum(0);
  for (std::int64_t p = 0; p < a.extent(1); ++p)
    sum = gf::detail::add_product<gf::detail::computed<T>>(sum, a(i, p), b(p, j));
  return static_cast<T>(sum);
}

template <class T> static array<T, 2> numbers(std::int64_t rows, std::int64_t columns, std::uint64_t state) {
  array<T, 2> made = gf::full<T>({rows, columns}, T(0));
  for (T &element : made.host_mut()) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    element = static_cast<T>(static_cast<std::int64_t>(state >> 33) % 200 - 100);
  }
  return made;
}

TEST_CASE("matrices multiply") {
  const auto c = gf::matmul(Matrix{{1, 2, 3}, {4, 5, 6}}, Matrix{{1, 2}, {3, 4}, {5, 6}});
  STATIC_REQUIRE(is_array_of<decltype(c), double, 2>);
  CHECK(c.shape() == gf::shape<2>(2, 2));
  CHECK(elements(c) == std::vector<double>{22, 28, 49, 64});
}

TEST_CASE("a vector is a row in front and a column behind") {
  const Matrix a{{1, 2, 3}, {4, 5, 6}};
  CHECK(elements(gf::matmul(a, Vector{1, 0, 2})) == std::vector<double>{7, 16});
  CHECK(elements(gf::matmul(Vector{1, 2}, a)) == std::vector<double>{9, 12, 15});
  const auto inner = gf::matmul(Vector{1, 2}, Vector{3, 4});
  STATIC_REQUIRE(is_array_of<decltype(inner), double, 0>);
  CHECK(double(inner) == 11);
}

TEST_CASE("leading dimensions are batches and broadcast") {
  const auto a = gf::astype<double>(gf::arange(12));
  const array<double, 3> stacked(a.host(), gf::shape<3>(2, 2, 3));
  const Matrix b{{1, 2}, {3, 4}, {5, 6}};
  const auto c = gf::matmul(stacked, b);
  CHECK(c.shape() == gf::shape<3>(2, 2, 2));
  CHECK(elements(c(1, _, _)) == elements(gf::matmul(Matrix(stacked(1, _, _)), b)));
  const auto squares = stacked(_, _, slice(0, 2));
  const auto grid = gf::matmul(squares(_, gf::newaxis, _, _), squares(gf::newaxis, _, _, _));
  CHECK(grid.shape() == gf::shape<4>(2, 2, 2, 2));
  CHECK(elements(grid(1, 0, _, _)) == elements(gf::matmul(squares(1, _, _), squares(0, _, _))));
  CHECK(gf::matmul(stacked, Vector{1, 1, 1}).shape() == gf::shape<2>(2, 2));
  CHECK(gf::matmul(Vector{1, 1}, stacked).shape() == gf::shape<2>(2, 3));
}

TEST_CASE("views multiply as what they show") {
  const auto a = numbers<double>(6, 10, 1), b = numbers<double>(10, 6, 2);
  const auto backwards = b(slice(_, _, -1), slice(_, _, 2));
  const auto every_second = a(slice(_, _, -1), slice(_, _, 2))(_, slice(0, 5));
  CHECK(elements(gf::matmul(a, backwards)) == elements(gf::matmul(a, Matrix(backwards))));
  CHECK(elements(gf::matmul(every_second, b(slice(0, 5), _))) ==
        elements(gf::matmul(Matrix(every_second), Matrix(b(slice(0, 5), _)))));
}

TEST_CASE("operands meet in one type") {
  const array<std::int32_t, 2> integers{{1, 2}, {3, 4}};
  STATIC_REQUIRE(is_array_of<decltype(gf::matmul(integers, array<float, 2>{{1}})), double, 2>);
  STATIC_REQUIRE(is_array_of<decltype(gf::matmul(array<float, 2>{{1}}, array<gf::half, 1>{})), float, 1>);
  CHECK(elements(gf::matmul(integers, array<float, 2>{{0.5f}, {0.25f}})) == std::vector<double>{1, 2.5});
}

TEST_CASE("integers are exact, modulo their range, and bools say whether a pair is true") {
  const array<std::uint8_t, 2> bytes{{200, 100}};
  CHECK(elements(gf::matmul(bytes, array<std::uint8_t, 2>{{2}, {3}})) == std::vector<std::uint8_t>{188});
  const array<std::int64_t, 1> large{(std::int64_t{1} << 62) + 1, 3};
  CHECK(std::int64_t(gf::matmul(large, array<std::int64_t, 1>{1, 5})) == (std::int64_t{1} << 62) + 16);
  CHECK(elements(gf::matmul(array<bool, 2>{{true, false}, {false, false}}, array<bool, 1>{true, true})) ==
        std::vector{true, false});
}

TEST_CASE("halves accumulate in float and round once") {
  const auto ones = gf::ones<gf::half>({3000});
  CHECK(float(gf::matmul(ones, ones)) == 3000);
  const array<gf::half, 1> x{gf::half(2048), gf::half(1), gf::half(1)};
  CHECK(float(gf::matmul(x, gf::ones<gf::half>({3}))) == 2050);
}

TEST_CASE("an inner extent of 0 gives zeros, and no rows or columns give nothing") {
  CHECK(elements(gf::matmul(gf::zeros<float>({2, 0}), gf::zeros<float>({0, 2}))) == std::vector<float>(4, 0));
  CHECK(gf::matmul(gf::zeros<float>({0, 3}), gf::zeros<float>({3, 2})).shape() == gf::shape<2>(0, 2));
  CHECK(gf::matmul(gf::zeros<float>({0, 2, 3}), gf::zeros<float>({3, 2})).shape() == gf::shape<3>(0, 2, 2));
  CHECK(float(gf::matmul(gf::zeros<float>({0}), gf::zeros<float>({0}))) == 0);
}

TEST_CASE("shapes that do not fit are an error that names both") {
  const Matrix a = gf::ones<double>({2, 3});
  CHECK(error_of(gf::error::shape, [&] { (void)gf::matmul(a, a); }) ==
        "cannot multiply shapes (2, 3) and (2, 3) as matrices: the inner extents 3 and 2 differ");
  CHECK(error_of(gf::error::shape, [&] { (void)gf::matmul(a, Vector{1, 2}); }) ==
        "cannot multiply shapes (2, 3) and (2) as matrices: the inner extents 3 and 2 differ");
  CHECK(
      error_of(gf::error::shape, [&] { (void)gf::matmul(gf::ones<double>({2, 3, 3}), gf::ones<double>({4, 3, 3})); }) ==
      "cannot multiply shapes (2, 3, 3) and (4, 3, 3) as matrices: the dimensions before the last two do not "
      "broadcast");
}

TEMPLATE_TEST_CASE("every type and every remainder of a tile follow the definition", "", bool, std::int8_t,
                   std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                   gf::half, gf::bfloat16, float, double) {
  for (const std::int64_t n : {1, 2, 3, 5, 17, 33}) {
    const auto a = numbers<TestType>(n, 2 * n + 1, 1), b = numbers<TestType>(2 * n + 1, n + 1, 2);
    const auto c = gf::matmul(a, b);
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n + 1; ++j)
        REQUIRE(TestType(c(i, j)) == product_at(a, b, i, j));
  }
}

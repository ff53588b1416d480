// Promotion: NumPy 2's table for arrays, weak scalars, computing types.
#include "check.h"

using gf::type_id;

TEST_CASE("promotion has no order, and has bool below all") {
  for (const type_id a : gf::element_types)
    for (const type_id b : gf::element_types) {
      CHECK(gf::promote(a, b) == gf::promote(b, a));
      CHECK(gf::promote(a, a) == a);
      CHECK(gf::promote(type_id::boolean, a) == a);
      for (const type_id c : gf::element_types) {
        const type_id forwards[] = {a, b, c}, backwards[] = {c, b, a};
        CHECK(gf::promote_all(forwards) == gf::promote_all(backwards));
      }
    }
}

TEST_CASE("arrays promote as numpy.promote_types") {
  STATIC_REQUIRE(gf::promote(type_id::int32, type_id::int64) == type_id::int64);
  STATIC_REQUIRE(gf::promote(type_id::int32, type_id::float32) == type_id::float64);
  STATIC_REQUIRE(gf::promote(type_id::float32, type_id::float64) == type_id::float64);
  const gf::array<int, 1> i{1};
  const gf::array<float, 1> f{1};
  STATIC_REQUIRE(is_array_of<decltype(i + f), double, 1>);
}

TEST_CASE("scalars count by kind only") {
  const gf::array<float, 1> f{1};
  const gf::array<int, 1> i{1};
  const gf::array<bool, 1> b{true};
  STATIC_REQUIRE(is_array_of<decltype(f * 2.0), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(std::int64_t{2} * f), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(i + std::int64_t{2}), int, 1>);
  STATIC_REQUIRE(is_array_of<decltype(i * 0.5f), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(b + 1), std::int64_t, 1>);
  STATIC_REQUIRE(is_array_of<decltype(b * 1.0f), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(f + true), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(f + 'a'), float, 1>);
}

TEST_CASE("rank-0 arrays are arrays: they promote in full") {
  const gf::array<float, 1> f{1};
  const gf::array<double, 0> d = 2;
  STATIC_REQUIRE(is_array_of<decltype(f * d), double, 1>);
}

TEST_CASE("an element read is a scalar") {
  gf::array<double, 1> d{2};
  const gf::array<float, 1> f{1};
  STATIC_REQUIRE(is_array_of<decltype(f * d(0)), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(f * std::as_const(d)(0)), float, 1>);
  CHECK((f * d(0))(0) == 2);
}

TEST_CASE("a scalar that does not fit is a type error, beside one that does") {
  const gf::array<int, 1> i{1};
  CHECK((i + INT32_MAX)(0) == INT32_MIN);
  CHECK(error_of(gf::error::type, [&] { (void)(i + 2147483648u); }) == "the scalar 2147483648 does not fit int32");
  const gf::array<std::int64_t, 1> l{1};
  CHECK_THROWS_AS(l + UINT64_MAX, gf::error);
}

TEST_CASE("real functions of integers compute in a real type that holds them, true division in double") {
  const gf::array<int, 1> i{1};
  const gf::array<bool, 1> b{true};
  STATIC_REQUIRE(is_array_of<decltype(sin(i)), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(i / i), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(sqrt(b)), gf::half, 1>);
  STATIC_REQUIRE(is_array_of<decltype(sqrt(gf::astype<std::int16_t>(i))), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(sin(gf::astype<std::uint8_t>(i))), gf::half, 1>);
  STATIC_REQUIRE(is_array_of<decltype(gf::astype<std::uint8_t>(i) / true), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(floor(i)), int, 1>);
  STATIC_REQUIRE(is_array_of<decltype(isnan(i)), bool, 1>);
}

TEST_CASE("bools compute in int8 where only integers do") {
  const gf::array<bool, 1> b{true, false};
  STATIC_REQUIRE(is_array_of<decltype(b << b), std::int8_t, 1>);
  STATIC_REQUIRE(is_array_of<decltype(square(b)), std::int8_t, 1>);
  CHECK((b << b)(0) == 2);
}

TEST_CASE("compound assignment keeps the kind: bool < unsigned < signed < real") {
  STATIC_REQUIRE(gf::same_kind(type_id::uint64, type_id::int8));
  STATIC_REQUIRE_FALSE(gf::same_kind(type_id::int8, type_id::uint64));
  STATIC_REQUIRE(gf::same_kind(type_id::float64, type_id::float16));
  STATIC_REQUIRE_FALSE(gf::same_kind(type_id::float16, type_id::int64));
}

TEST_CASE("what NumPy refuses for bools does not compile") {
  using bools = gf::array<bool, 1>;
  STATIC_REQUIRE_FALSE(gf::detail::defined_for<gf::detail::function::subtract, bools, bools>);
  STATIC_REQUIRE_FALSE(gf::detail::defined_for<gf::detail::function::negative, bools>);
  STATIC_REQUIRE_FALSE(gf::detail::defined_for<gf::detail::function::bitwise_and, bools, gf::array<float, 1>>);
  STATIC_REQUIRE(gf::detail::defined_for<gf::detail::function::subtract, bools, int>);
  STATIC_REQUIRE(gf::detail::defined_for<gf::detail::function::add, bools, bools>);
}

TEST_CASE("where and clip promote their values, not the condition") {
  const gf::array<bool, 1> b{true};
  const gf::array<float, 1> f{1};
  STATIC_REQUIRE(is_array_of<decltype(gf::where(b, f, 0)), float, 1>);
  STATIC_REQUIRE(is_array_of<decltype(gf::where(b, 1, 0.5)), double, 1>);
  STATIC_REQUIRE(is_array_of<decltype(gf::clip(gf::arange(3), 0.5, 1)), double, 1>);
}

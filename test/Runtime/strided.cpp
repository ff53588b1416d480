// Strided operands: what an array looks like from the iteration space of a kernel.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;

static gf::index<2> at(std::int64_t row, std::int64_t column) { return {{row, column}}; }

TEST_CASE("a dense array has its own strides") {
  const gf::array<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(rt::read(a, a.shape())[at(1, 2)] == 6);
}

TEST_CASE("a broadcast dimension has stride 0") {
  const gf::array<int, 2> column{{1}, {2}};
  const auto operand = rt::read(column, gf::shape<2>(2, 3));
  CHECK(operand.strides[1] == 0);
  CHECK(operand[at(1, 2)] == 2);
}

TEST_CASE("a missing dimension has stride 0") {
  const gf::array<int, 1> row{1, 2, 3};
  CHECK(rt::read(row, gf::shape<2>(2, 3))[at(1, 2)] == 3);
}

TEST_CASE("a view starts at its own first element") {
  gf::array<int, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(rt::read(a(gf::_, gf::slice(1, gf::_)), gf::shape<2>(2, 2))[at(1, 1)] == 6);
}

TEST_CASE("a reversed view has a negative stride") {
  gf::array<int, 1> a{1, 2, 3};
  CHECK(rt::read(a(gf::slice(gf::_, gf::_, -1)), gf::shape<1>(3))[{{0}}] == 3);
}

TEST_CASE("an output of the space's shape owns every position") {
  auto a = rt::allocate<int>(gf::shape<2>(2, 3));
  CHECK(rt::write(a, a.shape()).owns(at(1, 2)));
}

TEST_CASE("an output that lacks a dimension owns only its index 0") {
  auto column = rt::allocate<int>(gf::shape<2>(2, 1));
  const auto operand = rt::write(column, gf::shape<2>(2, 3));
  CHECK(operand.owns(at(1, 0)));
  CHECK_FALSE(operand.owns(at(1, 2)));
}

TEST_CASE("an output owns position 0 of a dimension that has extent 1 in both") {
  auto a = rt::allocate<int>(gf::shape<2>(2, 1));
  CHECK(rt::write(a, a.shape()).lacking == 0);
}

TEST_CASE("linear numbers a smaller shape's elements inside the space") {
  const auto numbers = rt::linear(gf::shape<1>(3), gf::shape<2>(2, 3));
  CHECK(numbers.offset(at(1, 2)) == 2);
}

TEST_CASE("linear over the space itself is row-major") {
  CHECK(rt::linear(gf::shape<2>(2, 3), gf::shape<2>(2, 3)).offset(at(1, 2)) == 5);
}

TEST_CASE("strided operands are trivially copyable") {
  STATIC_REQUIRE(std::is_trivially_copyable_v<rt::strided<const float, 3>>);
  STATIC_REQUIRE(std::is_trivially_copyable_v<rt::strided<void, 3>>);
}

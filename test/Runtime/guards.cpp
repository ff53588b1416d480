// The guards that emitted host code tests before it takes the dense kernel or writes in place.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;

TEST_CASE("arrays of the space's shape are dense") {
  const auto a = rt::allocate<float>(gf::shape<2>(3, 4)), b = rt::allocate<float>(gf::shape<2>(3, 4));
  CHECK(rt::dense(a.shape(), a, b));
}

TEST_CASE("an array that broadcasts is not dense") {
  const auto a = rt::allocate<float>(gf::shape<2>(3, 4)), row = rt::allocate<float>(gf::shape<2>(1, 4));
  CHECK_FALSE(rt::dense(a.shape(), a, row));
}

TEST_CASE("an array of another rank is not dense") {
  const auto a = rt::allocate<float>(gf::shape<1>(4));
  CHECK_FALSE(rt::dense(gf::shape<2>(1, 4), a));
}

TEST_CASE("a rank-0 operand does not hinder the dense kernel") {
  const auto m = rt::allocate<float>(gf::shape<0>());
  CHECK(rt::dense(gf::shape<1>(5), m));
}

TEST_CASE("a slice off the 16-byte boundary is not dense") {
  auto a = rt::allocate<float>(gf::shape<1>(9));
  CHECK_FALSE(rt::dense(gf::shape<1>(8), a(gf::slice(1, gf::_))));
}

TEST_CASE("a slice on the 16-byte boundary is dense") {
  auto a = rt::allocate<float>(gf::shape<1>(9));
  CHECK(rt::dense(gf::shape<1>(5), a(gf::slice(4, gf::_))));
}

TEST_CASE("a slice with a step is not dense") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK_FALSE(rt::dense(gf::shape<1>(4), a(gf::slice(gf::_, gf::_, 2))));
}

TEST_CASE("different arrays are disjoint") {
  const auto a = rt::allocate<float>(gf::shape<1>(8)), b = rt::allocate<float>(gf::shape<1>(8));
  CHECK(rt::disjoint(a, b));
}

TEST_CASE("a copy is disjoint from its original") {
  const auto a = rt::allocate<float>(gf::shape<1>(8));
  const auto copy = a;
  CHECK(rt::disjoint(a, copy));
}

TEST_CASE("a view overlaps its array") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK_FALSE(rt::disjoint(a, a(gf::slice(2, 3))));
}

TEST_CASE("halves of one array are disjoint") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK(rt::disjoint(a(gf::slice(0, 4)), a(gf::slice(4, 8))));
}

TEST_CASE("a reversed half does not reach into the other") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK(rt::disjoint(a(gf::slice(3, gf::_, -1)), a(gf::slice(4, 8))));
}

TEST_CASE("interleaved parts count as overlapping") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK_FALSE(rt::disjoint(a(gf::slice(0, gf::_, 2)), a(gf::slice(1, gf::_, 2))));
}

TEST_CASE("an empty view overlaps nothing") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK(rt::disjoint(a, a(gf::slice(3, 3))));
}

TEST_CASE("an array and its whole view are the same elements") {
  auto a = rt::allocate<float>(gf::shape<2>(2, 3));
  CHECK(rt::same_elements(a, a(gf::_, gf::_)));
}

TEST_CASE("a shifted view is not the same elements") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK_FALSE(rt::same_elements(a(gf::slice(0, 4)), a(gf::slice(1, 5))));
}

TEST_CASE("a reversed view is not the same elements") {
  auto a = rt::allocate<float>(gf::shape<1>(8));
  CHECK_FALSE(rt::same_elements(a, a(gf::slice(gf::_, gf::_, -1))));
}

TEST_CASE("a copy is not the same elements") {
  const auto a = rt::allocate<float>(gf::shape<1>(8));
  const auto copy = a;
  CHECK_FALSE(rt::same_elements(a, copy));
}

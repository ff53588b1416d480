// Pointers to an array's elements: copies stay apart, and views keep what is around them.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;

TEST_CASE("read points at a view's first element") {
  gf::array<int, 1> a{1, 2, 3};
  CHECK(*rt::read(a(gf::slice(1, gf::_))) == 2);
}

TEST_CASE("read does not separate copies") {
  const gf::array<int, 1> a{1, 2, 3};
  const auto copy = a;
  CHECK(rt::read(a) == rt::read(copy));
}

TEST_CASE("update separates copies and keeps the contents") {
  gf::array<int, 1> a{1, 2, 3};
  const auto copy = a;
  rt::update(a)[0] = 9;
  CHECK(a(0) == 9);
  CHECK(a(2) == 3);
  CHECK(copy(0) == 1);
}

TEST_CASE("write separates copies") {
  gf::array<int, 1> a{1, 2, 3};
  const auto copy = a;
  CHECK(rt::write(a) != rt::read(copy));
}

TEST_CASE("write through a view keeps the elements outside it") {
  gf::array<int, 1> a{1, 2, 3};
  const auto copy = a;
  rt::write(a(gf::slice(1, 2)))[0] = 9;
  CHECK(a(0) == 1);
  CHECK(a(1) == 9);
  CHECK(copy(1) == 2);
}

TEST_CASE("an array without elements gives null") {
  const gf::array<float, 1> nothing;
  CHECK(rt::read(nothing) == nullptr);
}

// Broadcasting, stores and launch sizes as emitted host code asks for them.
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

namespace rt = gpufuse::rt;
using gpufuse::shape;

static const rt::where place{"chain.cpp", 7, "x * 1.5f + y"};

TEST_CASE("broadcast stretches extents of 1") {
  CHECK(rt::broadcast(place, shape<2>(3, 1), shape<2>(1, 4)) == shape<2>(3, 4));
}

TEST_CASE("broadcast aligns lower ranks at the last dimension") {
  CHECK(rt::broadcast(place, shape<1>(4), shape<2>(3, 4)) == shape<2>(3, 4));
}

TEST_CASE("broadcast of an extent of 0 with 1 is 0") {
  CHECK(rt::broadcast(place, shape<1>(0), shape<1>(1)) == shape<1>(0));
}

TEST_CASE("broadcast names the place, the text and both shapes when they do not fit") {
  CHECK_THROWS_WITH(rt::broadcast(place, shape<1>(3), shape<2>(2, 4)),
                    "chain.cpp:7: cannot broadcast shapes (3) and (2, 4) in 'x * 1.5f + y'");
}

TEST_CASE("a broadcast error has kind shape and the user's line") {
  try {
    (void)rt::broadcast(place, shape<1>(3), shape<1>(4));
    FAIL("no error");
  } catch (const gpufuse::error &error) {
    CHECK(error.kind() == gpufuse::error::shape);
    CHECK(error.line() == 7);
  }
}

TEST_CASE("a store may stretch its value") { CHECK_NOTHROW(rt::require_shape(place, shape<1>(1), shape<2>(3, 4))); }

TEST_CASE("a store may drop leading extents of 1") {
  CHECK_NOTHROW(rt::require_shape(place, shape<2>(1, 4), shape<1>(4)));
}

TEST_CASE("a store never grows its target") {
  CHECK_THROWS_WITH(rt::require_shape(place, shape<1>(4), shape<1>(1)),
                    "chain.cpp:7: cannot store shape (4) into shape (1) in 'x * 1.5f + y'");
}

TEST_CASE("blocks round up") {
  CHECK(rt::blocks(1025, 1024) == 2);
  CHECK(rt::blocks(1024, 1024) == 1);
}

TEST_CASE("no elements are no blocks") { CHECK(rt::blocks(0, 1024) == 0); }

TEST_CASE("more blocks than a launch can hold are an error") {
  CHECK(rt::blocks(std::int64_t{2147483647} * 256, 256) == 2147483647);
  CHECK_THROWS_AS(rt::blocks(std::int64_t{2147483647} * 256 + 1, 256), gpufuse::error);
}

TEST_CASE("allocate takes no memory on the host") {
  const auto a = rt::allocate<float>(shape<2>(3, 4));
  CHECK(a.shape() == shape<2>(3, 4));
  CHECK_FALSE(a.node()->shared_buffer()->on_host());
}

TEST_CASE("allocate refuses a negative extent") { CHECK_THROWS_AS(rt::allocate<float>(shape<1>(-1)), gpufuse::error); }

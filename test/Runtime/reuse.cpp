// When a rebound variable keeps its memory: only if nobody else could tell.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

#include <utility>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;

using V = gf::array<float, 1>;

namespace {

/// What emitted code does for `x = x * 2`.
void doubled(V &x) {
  V x_new = rt::reuse_or_allocate(x, x.shape());
  const float *from = rt::read(x);
  float *to = rt::update(x_new);
  for (std::int64_t i = 0; i < x.size(); ++i)
    to[i] = 2 * from[i];
  x = std::move(x_new);
}

} // namespace

TEST_CASE("the only owner of a storage keeps it") {
  V x{1, 2, 3};
  const V x_new = rt::reuse_or_allocate(x, gf::shape<1>(3));
  CHECK(x_new.node() == x.node());
  CHECK(x_new.shape() == x.shape());
  CHECK(static_cast<const void *>(rt::read(x)) == rt::update(x_new));
}

TEST_CASE("memory that is kept holds the old elements until the kernel writes") {
  V x{1, 2, 3};
  const V x_new = rt::reuse_or_allocate(x, x.shape());
  const float *to = rt::update(x_new); // before the read, as a compiler may order the arguments of a launch
  const float *from = rt::read(x);
  CHECK(from == to);
  CHECK(from[2] == 3);
}

TEST_CASE("a view hinders, and keeps the old elements") {
  V x{1, 2, 3};
  const auto view = x(gf::slice(1, gf::_));
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() != x.node());
  doubled(x);
  CHECK(view.node() != x.node());
  CHECK(static_cast<float>(view(0)) == 2);
  CHECK(x.host()[1] == 4);
}

TEST_CASE("a view that is gone does not hinder") {
  V x{1, 2, 3};
  {
    [[maybe_unused]] const auto view = x(gf::_);
  }
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() == x.node());
}

TEST_CASE("a copy hinders, and keeps the old elements") {
  V x{1, 2, 3};
  const V copy = x;
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() != x.node());
  doubled(x);
  CHECK(copy.host()[0] == 1);
  CHECK(x.host()[0] == 2);
}

TEST_CASE("a copy that has been written since is no owner") {
  V x{1, 2, 3};
  V copy = x;
  copy.host_mut()[0] = 5;
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() == x.node());
}

TEST_CASE("an element that was read by name hinders while it lives") {
  V x{1, 2, 3};
  auto element = x(1);
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() != x.node());
  CHECK(static_cast<float>(element) == 2);
}

TEST_CASE("another shape needs other memory") {
  V x{1, 2, 3};
  const V x_new = rt::reuse_or_allocate(x, gf::shape<1>(4));
  CHECK(x_new.node() != x.node());
  CHECK(x_new.size() == 4);
  const auto row = rt::allocate<float>(gf::shape<2>(1, 3));
  CHECK(rt::reuse_or_allocate(row, gf::shape<2>(3, 1)).node() != row.node());
}

TEST_CASE("the variable under another name hinders, other arrays do not") {
  V x{1, 2, 3}, y = {4, 5, 6};
  const V &name = x;
  CHECK(rt::reuse_or_allocate(x, x.shape(), y).node() == x.node());
  CHECK(rt::reuse_or_allocate(x, x.shape(), y, name).node() != x.node());
}

TEST_CASE("an array that was moved from has no memory to keep") {
  V x{1, 2, 3};
  const V moved = std::move(x);
  const V x_new = rt::reuse_or_allocate(x, x.shape());
  CHECK(x_new.size() == 0);
  CHECK(x_new.node() != moved.node());
}

TEST_CASE("memory is kept again and again, also for rank 0") {
  V x{1, 2, 3};
  const auto node = x.node().get();
  for (int k = 0; k < 3; ++k)
    doubled(x);
  CHECK(x.node().get() == node);
  CHECK(x.host()[2] == 24);
  const gf::array<float, 0> s(1.5f);
  CHECK(rt::reuse_or_allocate(s, gf::shape<0>()).node() == s.node());
}

TEST_CASE("dropping the second handle changes nothing") {
  V x{1, 2, 3};
  {
    const V x_new = rt::reuse_or_allocate(x, x.shape()); // the launch throws
    (void)rt::update(x_new);
  }
  CHECK(x.host()[2] == 3);
  CHECK(rt::reuse_or_allocate(x, x.shape()).node() == x.node());
}

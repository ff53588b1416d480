// A rebound variable may keep its memory only where nobody can tell: views, copies and other names see old values.
// RUN: %build-example --examples %S memory-is-reused-unseen %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: memory-is-reused-unseen
#include "report.h"

#include <utility>
#include <vector>

using V = gf::array<double, 1>;
using M = gf::array<double, 2>;

[[gpufuse::fuse]] V relax(V x, const V &y, int steps) {
  for (int k = 0; k < steps; ++k)
    x = x * 0.5 + y;
  return x;
}
[[gpufuse::fuse]] void rebind(V &x, const V &y) { x = x * 2.0 + y; }
[[gpufuse::fuse]] void both(V &x, V &y) {
  auto t = x + y;
  y = x - y;
  x = t * 0.5;
}
[[gpufuse::fuse]] V kept(V &x, int steps) {
  V first = x;
  auto part = x(gf::slice(gf::_, gf::_, 2));
  V sum = x;
  for (int k = 0; k < steps; ++k) {
    V old = x;
    x = x * x - 0.25;
    if (k % 2)
      sum = sum + old;
    else
      sum = sum + part(0) * x;
  }
  return first + sum;
}
[[gpufuse::fuse]] V usedLater(V &x) {
  auto old = x;
  x = x + 1.0;
  x = x * old;
  return old - x;
}
[[gpufuse::fuse]] void reversed(V &x, const V &y) { x = x + y(gf::slice(gf::_, gf::_, -1)); }
[[gpufuse::fuse]] void shifted(V &x) { x = x + x(gf::slice(gf::_, gf::_, -1)); }
[[gpufuse::fuse]] void spread(M &m, const V &row, const M &column) { m = m + row + column; }
[[gpufuse::fuse]] V rowAndSpread(M &row, const M &m, M &sum) {
  sum = row + m;
  row = row * 2.0;
  auto s = gf::sum(row);
  return gf::stack({s, s}, gf::axis(0));
}
[[gpufuse::fuse]] void withMean(V &x) { x = x - gf::mean(x); }
[[gpufuse::fuse]] void twice(V &x, const V &y) {
  x = x + y;
  x = x * y;
}
[[gpufuse::fuse]] void casts(gf::array<float, 1> &x, const V &y) { x = gf::astype<float>(x + y); }
struct State {
  V x;
  V &name() { return x; }
  [[gpufuse::fuse]] void step(const V &other) {
    x = x * 0.5 + other;
    x = x + other(gf::slice(gf::_, gf::_, -1));
  }
};
[[gpufuse::fuse]] void twoNames(V &x, V &also, const V &y) {
  x = x + y;
  also = also * 3.0;
  x = x - also;
}
[[gpufuse::fuse]] void swapped(V &x, V &next, int steps) {
  for (int k = 0; k < steps; ++k) {
    next = next + x * 0.5;
    std::swap(x, next);
    x = x + 1.0;
  }
}
[[gpufuse::fuse]] void mismatch(V &x, V &z, const V &y) {
  z = z * 2.0;
  x = x + y;
}

int main() {
  for (int n : {0, 1, 2, 5, 37}) {
    const V start = gf::linspace(1.0, 2.0, n), y = gf::linspace(-1.0, 3.0, n);
    report("n", n);
    report("relax", relax(start, y, 4));
    report("relaxed", relax(y, y, 3));
    V x = start;
    rebind(x, y); // x shares the memory of start
    report("x", x);
    report("start", start);
    auto view = x(gf::_);
    rebind(x, y);
    report("view", V(view));
    report("x", x);
    rebind(x, x);
    report("x", x);
    V moved = std::move(x);
    attempt("moved", [&] { rebind(x, V{1}); });
    report("x", x);
    x = std::move(moved);
    std::vector<V> copies;
    for (int k = 0; k < 3; ++k) {
      copies.push_back(x);
      rebind(x, y);
      rebind(x, y);
    }
    for (const V &copy : copies)
      report("copy", copy);
    V z = y;
    both(x, z);
    report("x", x);
    report("z", z);
    both(x, x);
    report("x", x);
    if (n > 0) {
      report("kept", kept(x, 3));
      report("x", x);
    }
    x = start;
    report("later", usedLater(x));
    report("x", x);
    reversed(x, y);
    reversed(x, x);
    shifted(x);
    withMean(x);
    twice(x, y);
    twice(x, x);
    report("x", x);
    V one{2};
    rebind(one, y); // grows
    report("one", one);
    attempt("bad", [&] { rebind(x, V{1, 2, 3}); });
    report("x", x);
    attempt("mismatch", [&] { mismatch(x, z, V{1, 2, 3}); });
    report("x", x);
    report("z", z);
    attempt("mismatch", [&] { mismatch(x, x, V{1, 2, 3}); });
    report("x", x);
    gf::array<float, 1> f = gf::astype<float>(x);
    casts(f, y);
    report("f", f);
    State s{x}, other{y};
    s.step(y);
    s.step(s.x);
    s.step(s.name());
    s.step(other.x);
    report("s", s.x);
    report("other", other.x);
    twoNames(x, z, y);
    twoNames(x, x, y);
    twoNames(x, x, x);
    report("x", x);
    swapped(x, z, 3);
    report("x", x);
    report("z", z);
    x = start;
    swapped(x, x, 2);
    report("x", x);

    M m = gf::full<double>({n, 3}, 1.5);
    m(gf::_, 0) = y;
    const M before = m;
    spread(m, V{1, 2, 3}, before(gf::_, gf::slice(0, 1)));
    spread(m, V{1, 2, 3}, m);
    report("m", m);
    report("before", before);
    M row{{1, 2, 3}}, sum;
    spread(row, V{1, 2, 3}, m); // grows where n is not 1
    report("row", row);
    row = M{{1, 2, 3}};
    report("rows", rowAndSpread(row, m, sum));
    report("row", row);
    report("sum", sum);
  }
}

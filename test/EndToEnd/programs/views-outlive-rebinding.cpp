// A view keeps the storage it was taken from when the array is rebound.
// RUN: %build-example --examples %S views-outlive-rebinding %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: views-outlive-rebinding
#include "report.h"

[[gpufuse::fuse]] void f(gf::array<double, 1> &x, gf::array<double, 1> &o1, gf::array<double, 1> &o2) {
  auto v = x(gf::slice(1, gf::_));
  x = x * 2.0;
  auto w = x(gf::slice(1, gf::_));
  v += 10.0;
  w += 100.0;
  o1 = v + w;
  x += 1.0;
  o2 = v - w;
  w(gf::_) = v;
}
[[gpufuse::fuse]] gf::array<double, 1> g(const gf::array<double, 1> &x) {
  auto y = x + 1.0;
  auto v = y(gf::_);
  y += 1.0;
  auto z = v * 2.0;
  y = z;
  v(gf::_) = y + 0.5;
  auto r = v + y + z;
  return r;
}
[[gpufuse::fuse]] gf::array<double, 2> h(gf::array<double, 2> a) {
  auto row = a(0, gf::_);
  auto col = a(gf::_, 0);
  row += col;
  col *= row;
  a += 1.0;
  a = a + row;
  row = col;
  return a + row;
}
int main() {
  for (int n : {1, 2, 5}) {
    auto x = gf::linspace(1.0, 2.0, n);
    gf::array<double, 1> a, b;
    auto before = x(gf::_);
    f(x, a, b);
    report("x", x);
    report("a", a);
    report("b", b);
    report("before", gf::array<double, 1>(before));
    report("g", g(x));
    gf::array<double, 2> m = gf::full<double>({n, n}, 1.5);
    m(0, 0) = 3;
    report("h", h(m));
    report("m", m);
  }
}

// Slices with negative steps and indices, new axes and ellipses, as values and as targets.
// RUN: %build-example --examples %S negative-steps-and-new-axes %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: negative-steps-and-new-axes
#include "report.h"

using V = gf::array<double, 1>;
using M = gf::array<double, 2>;
[[gpufuse::fuse]] void f(const V &x, int lo, int hi, int st) {
  auto s = gf::slice(lo, hi, st);
  auto a = x(s) * 2.0;
  auto b = x(gf::slice(gf::_, gf::_, -1)) + x;
  auto c = x(gf::slice(hi, lo, -st)) - 1.0;
  auto d = x(gf::slice(-3, gf::_)) + 1.0;
  auto e = x(gf::slice(gf::_, -1, 2)) * 1.5;
  report("a", a);
  report("b", b);
  report("c", c);
  report("d", d);
  report("e", e);
  V y = x;
  y(s) = 7.0;
  y(gf::slice(gf::_, gf::_, -2)) += 1.0;
  y(-1) = 3.5;
  y(s) *= y(s);
  report("y", y);
}
[[gpufuse::fuse]] void g(const V &x, const V &y) {
  auto o = x(gf::_, gf::newaxis) * y(gf::newaxis, gf::_);
  auto p = x(gf::_, gf::newaxis) + y;
  auto q = o - p * 2.0;
  auto s = gf::sum(o * p);
  auto t = o(gf::slice(gf::_, gf::_, -1), gf::slice(gf::_, gf::_, -1)) + o;
  auto r = o(gf::ellipsis, 0) * x;
  auto c = o(-1, gf::ellipsis) - y;
  auto w = o(gf::ellipsis, gf::newaxis) + gf::arange(3);
  report("o", o);
  report("p", p);
  report("q", q);
  report("s", s);
  report("t", t);
  report("r", r);
  report("c", c);
  report("w", w);
  M z = gf::zeros<double>({x.size(), y.size()});
  z(gf::_, gf::_) = y;
  z(gf::_, 0) = x;
  z += x(gf::_, gf::newaxis);
  z(gf::slice(gf::_, gf::_, 2), gf::slice(1, gf::_)) -= 10.0;
  report("z", z);
  z(0, gf::_) = z(gf::_, 0)(0);
  report("zz", z);
}
int main() {
  for (int n : {3, 7}) {
    auto x = gf::linspace(1.0, 3.0, n);
    f(x, 0, 3, 1);
    f(x, n - 1, 0, -2);
    f(x, -1, -n - 1, -1);
    f(x, 5, 1, 1);
    g(x, gf::linspace(-1.0, 1.0, 2));
    g(x, x);
    g(gf::linspace(2.0, 3.0, 1), x);
    attempt("e", [&] { f(x, 0, 2, 0); });
  }
}

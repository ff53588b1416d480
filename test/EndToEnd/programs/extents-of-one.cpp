// An extent of one stretches, also where it is known at run time only and results have different shapes.
// RUN: %build-example --examples %S extents-of-one %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: extents-of-one
#include "report.h"

#include <tuple>

[[gpufuse::fuse]] gf::array<double, 1> f(const gf::array<double, 1> &a, const gf::array<double, 1> &b,
                                         const gf::array<double, 1> &c) {
  auto x = a + 1.0;
  auto y = b * 2.0;
  auto z = x * c;
  return x + y + z;
}
[[gpufuse::fuse]] std::tuple<gf::array<double, 1>, gf::array<double, 1>, gf::array<double, 1>, double>
g(const gf::array<double, 1> &a, const gf::array<double, 1> &b) {
  auto x = a * 2.0;
  auto y = x + b;
  auto z = b - 1.0;
  double s = gf::sum(x);
  double m = gf::max(z);
  auto w = y * s + m;
  return {x, y + z, w, gf::mean(y)};
}
[[gpufuse::fuse]] void upd(gf::array<double, 1> &a, const gf::array<double, 1> &b) {
  auto t = b * 0.5;
  a += t;
  a *= b;
}
[[gpufuse::fuse]] gf::array<double, 2> two(const gf::array<double, 2> &a, const gf::array<double, 2> &b) {
  auto s = a + b;
  auto q = a * a;
  auto r = q - b;
  return r * s + q;
}
int main() {
  for (int n : {0, 1, 4})
    for (int m : {0, 1, 4}) {
      auto a = gf::linspace(1.0, 2.0, n), b = gf::linspace(3.0, 5.0, m);
      report("n", n);
      report("m", m);
      attempt("f", [&] {
        report("f", f(a, b, a));
        report("f", f(a, a, b));
      });
      attempt("g", [&] {
        auto [p, q, r, s] = g(a, b);
        report("p", p);
        report("q", q);
        report("r", r);
        report("s", s);
      });
      auto c = a;
      attempt("u", [&] { upd(c, b); });
      report("c", c);
      for (int k : {1, 3})
        attempt("t", [&] {
          auto u = gf::full<double>({n, k}, 1.25), v = gf::full<double>({m, 3}, 2.5);
          report("t", two(u, v));
          report("t", two(v, u));
        });
    }
}

// Stacks of two to five arrays on every axis.
// RUN: %build-example --examples %S stacks-on-every-axis %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: stacks-on-every-axis
#include "report.h"

using V = gf::array<float, 1>;
using M = gf::array<double, 2>;
[[gpufuse::fuse]] void f(const V &x, const V &y) {
  auto a = x + y;
  auto b = x * y;
  auto c = a - b;
  report("20", gf::stack({a, b}));
  report("2m", gf::stack({a, b}, gf::axis(-1)));
  report("21", gf::stack({a, b}, gf::axis(1)));
  report("3", gf::stack({a, b, c}, gf::axis(0)));
  auto s4 = gf::stack({a, b, c, x}, gf::axis(1));
  auto s5 = gf::stack({a * 2.f, b + 1.f, c, x, y}, gf::axis(-1));
  auto s50 = gf::stack({a * 2.f, b + 1.f, c, x, y}, gf::axis(-2)) * 2.f;
  report("4", s4);
  report("5", s5);
  report("50", s50);
  auto m = gf::mean(s5);
  report("m", m);
  auto v = gf::stack(gf::axis(-1), x, y > 1.f, gf::astype<double>(c));
  report("v", v);
  auto one = gf::stack({c}, gf::axis(-1));
  report("one", one);
}
[[gpufuse::fuse]] void g(const M &x, const M &y) {
  auto a = x + 1.0;
  auto b = y * 2.0;
  for (int k = 0; k < 3; ++k) {
    auto s = gf::stack({a, b, x - y}, gf::axis(k));
    report("s", s);
  }
  auto s0 = gf::stack({a, b}, gf::axis(0));
  auto s1 = gf::stack({a, b}, gf::axis(1));
  auto s2 = gf::stack({a, b}, gf::axis(2));
  auto t = s0(0, gf::_, gf::_) + s2(gf::_, gf::_, 1);
  report("s0", s0);
  report("s1", s1);
  report("s2", s2);
  report("t", t);
  auto vs = gf::stack({x(gf::_, 0), x(gf::_, 1)}, gf::axis(-1));
  report("vs", vs);
  auto q = gf::stack({vs, vs + 1.0});
  report("q", q);
}
[[gpufuse::fuse]] gf::array<float, 2> bad(const V &x, const V &y) {
  auto a = x + 1.f;
  auto b = y + 1.f;
  return gf::stack({a, b}, gf::axis(-1));
}
[[gpufuse::fuse]] gf::array<float, 2> into(const V &x, gf::array<float, 2> out) {
  out(gf::_, gf::_) = gf::stack({x, x + 1.f}, gf::axis(1));
  out += gf::stack({x, x * 2.f}, gf::axis(1));
  return out * out;
}
int main() {
  for (int n : {0, 1, 3, 9}) {
    auto x = gf::linspace(1.f, 2.f, n), y = gf::linspace(2.f, 0.f, n);
    f(x, y);
    M p = gf::ones<double>({n, 2});
    p += gf::linspace(0.0, 1.0, n)(gf::_, gf::newaxis);
    M q = p * p;
    g(p, q);
    attempt("bad", [&] { report("bad", bad(x, gf::ones<float>({1}))); });
    attempt("bad", [&] { report("bad", bad(x, y)); });
    report("into", into(x, gf::zeros<float>({n, 2})));
  }
}

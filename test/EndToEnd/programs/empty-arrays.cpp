// Arrays without elements, and reductions of one element.
// RUN: %build-example --examples %S empty-arrays %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: empty-arrays --ulp 8
#include "report.h"

[[gpufuse::fuse]] void f(int n, int m, gf::random::generator &rng) {
  auto a = gf::zeros<float>({n, m});
  auto b = gf::ones<float>({n, m}) * 2.f + a;
  auto u = gf::random::uniform<float>(rng, {n, m});
  auto z = gf::random::normal<double>(rng, {n});
  auto r = gf::arange(n);
  auto l = gf::linspace(0.0, 1.0, n);
  auto c = gf::full<std::int32_t>({m}, 7) + r(gf::slice(0, 0));
  auto s = gf::stack({b, u, a}, gf::axis(-1));
  auto s0 = gf::stack({r, r + 1});
  auto e = gf::zeros_like(l) + gf::full_like(l, 2) + gf::ones_like(l);
  auto su = gf::sum(u), pr = gf::prod(b);
  auto me = gf::mean(l);
  auto sr = gf::sum(r);
  auto w = gf::where(u > 0.5f, u, b);
  auto cl = gf::clip(l, 0.2, 0.8);
  report("b", b);
  report("u", u);
  report("z", z);
  report("r", r);
  report("l", l);
  report("c", c);
  report("s", s);
  report("s0", s0);
  report("e", e);
  report("su", su);
  report("pr", pr);
  report("me", me);
  report("sr", sr);
  report("w", w);
  report("cl", cl);
  a += u;
  a(gf::_, gf::slice(0, 1)) = 3.f;
  a(gf::slice(gf::_, gf::_, -1), gf::_) += b;
  report("a", a);
  auto em = gf::empty<double>({n});
  em(gf::_) = l * 2;
  report("em", em);
}
[[gpufuse::fuse]] double g(const gf::array<double, 1> &x) {
  auto y = x * 2;
  auto m = gf::max(y);
  auto k = gf::min(y - 1);
  return m + k;
}
int main() {
  gf::random::generator rng(7);
  for (int n : {0, 1, 2})
    for (int m : {1, 3}) {
      report("n", n);
      report("m", m);
      attempt("f", [&] { f(n, m, rng); });
      attempt("g", [&] { report("g", g(gf::linspace(1.0, 2.0, n))); });
    }
  attempt("neg", [&] { f(-1, 2, rng); });
  gf::array<double, 1> d;
  attempt("d", [&] { report("g", g(d)); });
}

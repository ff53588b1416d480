// NaN, infinities and signed zeros pass as NumPy has them.
// RUN: %build-example --examples %S nans-and-signed-zeros %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: nans-and-signed-zeros
#include "report.h"

#include <cmath>

using V = gf::array<double, 1>;
template <class T> [[gpufuse::fuse]] void f(const gf::array<T, 1> &a, const gf::array<T, 1> &b) {
  auto w = gf::where(a > b, a, b);
  auto w2 = gf::where(a, a, b);
  auto w3 = gf::where(gf::isnan(a), 0, a);
  auto mn = gf::minimum(a, b), mx = gf::maximum(a, b);
  auto fn = gf::fmin(a, b);
  auto fx = gf::fmax(a, b);
  auto rn = gf::min(a), rx = gf::max(b);
  auto cl = gf::clip(a, -1, 1);
  auto cb = gf::clip(a, b, 2);
  auto sg = gf::sign(a);
  auto eq = a == b;
  auto ne = a != b;
  auto no = !a;
  auto an = a && b;
  auto cp = gf::copysign(a, b);
  auto sb = gf::signbit(b);
  auto q = a / b;
  auto fd = gf::floor_divide(a, b);
  auto rm = a % b;
  auto fm = gf::fmod(a, b);
  auto ng = -a;
  auto re = gf::reciprocal(b);
  auto ri = gf::rint(a * 2.5);
  auto tr = gf::trunc(a * 1.7);
  report("w", w);
  report("w2", w2);
  report("w3", w3);
  report("mn", mn);
  report("mx", mx);
  report("fn", fn);
  report("fx", fx);
  report("rn", rn);
  report("rx", rx);
  report("cl", cl);
  report("cb", cb);
  report("sg", sg);
  report("eq", eq);
  report("ne", ne);
  report("no", no);
  report("an", an);
  report("cp", cp);
  report("sb", sb);
  report("q", q);
  report("fd", fd);
  report("rm", rm);
  report("fm", fm);
  report("ng", ng);
  report("re", re);
  report("ri", ri);
  report("tr", tr);
}
template <class T> [[gpufuse::fuse]] void r(const gf::array<T, 1> &a) {
  report("min", gf::min(a));
  report("max", gf::max(a));
  report("sum", gf::sum(a));
  report("prod", gf::prod(a * 0.5));
  report("mean", gf::mean(a));
  auto mm = gf::max(-a);
  auto mi = gf::min(gf::abs(a));
  report("mm", mm);
  report("mi", mi);
}
int main() {
  const double N = std::nan(""), I = 1.0 / 0.0;
  V a{N, 1, -0.0, 0.0, I, -I, 3, N, -2}, b{1, N, 0.0, -0.0, I, 2, -1, N, 0};
  f(a, b);
  f(a.astype<float>(), b.astype<float>());
  r(a);
  r(V{-0.0, 0.0});
  r(V{0.0, -0.0});
  r(V{1});
  r(V{N, 1});
  r(a.astype<float>());
  r(V{-0.0, 0.0}.astype<float>());
  r(gf::array<float, 1>{2.5f});
  V big = gf::linspace(-1.0, 1.0, 5000);
  big(4321) = N;
  r(big);
}

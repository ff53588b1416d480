// A scalar has the value it had at its statement.
// RUN: %build-example --examples %S scalars-change-between-statements %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: scalars-change-between-statements
#include "report.h"

struct cfg {
  int i = 0;
  double s = 1.0;
};
[[gpufuse::fuse]] gf::array<double, 1> f(const gf::array<double, 2> &m, cfg &c) {
  int i = 0;
  double s = 1.5;
  auto a = m(i++, gf::_) * s;
  s *= 2;
  auto b = m(i++, gf::_) * s;
  s = s + 0.25;
  auto d = b * (s += 1.0);
  d = d + a * s;
  c.s += s;
  auto e = d + c.s + m(i--, gf::_);
  auto g = e * i;
  c.i = i;
  return g + s;
}
[[gpufuse::fuse]] void put(gf::array<double, 1> &a, int &k) {
  a(k++) = 5.0;
  a(k++) = a(0) + 1.0;
  a(gf::slice(k, gf::_)) = a(k - 1) * 2.0;
  a(k) += 3.0;
  double q = a(k);
  a = a * q;
  q = a(0);
  a += q;
}
int next(int &x) { return x++; }
[[gpufuse::fuse]] gf::array<double, 1> calls(const gf::array<double, 1> &a, int &x) {
  auto b = a + next(x);
  auto c = b * next(x);
  auto unused = a * next(x);
  (void)unused;
  auto d = c - x;
  return d;
}
int main() {
  gf::array<double, 2> m{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  cfg c;
  report("f", f(m, c));
  report("i", c.i);
  report("s", c.s);
  auto a = gf::linspace(1.0, 2.0, 6);
  int k = 0;
  put(a, k);
  report("a", a);
  report("k", k);
  int x = 3;
  report("calls", calls(a, x));
  report("x", x);
}

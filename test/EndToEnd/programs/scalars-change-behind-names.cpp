// A scalar may change through a reference, a pointer, a lambda or a call.
// RUN: %build-example --examples %S scalars-change-behind-names %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: scalars-change-behind-names
#include "report.h"

#include <utility>
#include <vector>

using V = gf::array<double, 1>;
void inc(int &n) { ++n; }
void incp(int *n) { ++*n; }
struct Holder {
  int *p;
};
int global = 2;
[[gpufuse::fuse]] void f(int n, double s, const double *tab, int *ip, std::vector<double> vec) {
  auto a = gf::full<double>({n}, s);
  inc(n);
  auto b = gf::full<double>({n}, s);
  incp(&n);
  auto c = gf::zeros<double>({n}) + s;
  int &r = n;
  ++r;
  auto d = gf::ones<double>({n}) * s;
  auto l = [&] {
    ++n;
    s *= 2;
  };
  l();
  auto e = gf::full<double>({n}, s) + n;
  Holder h{&n};
  ++*h.p;
  auto g = gf::full<double>({n}, s * n);
  auto k = gf::full<double>({*ip}, tab[0]) + global;
  ++global;
  ++*ip;
  auto m = gf::full<double>({*ip}, tab[0]) + global;
  vec[0] += 1;
  auto o = m * vec[0];
  vec[0] += 1;
  auto p = o + vec[0] + vec.size();
  vec.push_back(1);
  auto q = p + vec.size();
  double *w = &s;
  *w = 7;
  auto z = q * s;
  auto [u, v] = std::pair(n, s);
  u += 1;
  auto y = z + u * v;
  std::swap(u, n);
  auto x = y + n + u;
  report("a", a);
  report("b", b);
  report("c", c);
  report("d", d);
  report("e", e);
  report("g", g);
  report("k", k);
  report("m", m);
  report("o", o);
  report("p", p);
  report("q", q);
  report("z", z);
  report("y", y);
  report("x", x);
}
[[gpufuse::fuse]] double elems(V &a, gf::array<double, 2> &m, int i) {
  auto s = a * a(0);
  a(0) = 5.0;
  auto t = a * a(0) + m(i, 1);
  m(i, 1) += 2.0;
  auto u = t * m(i, 1) + a(i + 1);
  double e = u(1);
  u(1) = 0.5;
  auto w = u * e + u(1);
  a += w(-1);
  m(0, gf::_) = e;
  m(i, gf::_) *= m(0, 0);
  report("s", s);
  report("t", t);
  report("w", w);
  const auto el = a(1);
  a(1) = 9.0;
  auto z = a * el;
  report("z", z);
  return gf::sum(z) + a(i) + m(i, 0);
}
int main() {
  double tab[] = {3};
  int i = 2;
  f(1, 0.5, tab, &i, {1.0, 2.0});
  V a = gf::linspace(1.0, 2.0, 3);
  gf::array<double, 2> m{{1, 2, 3}, {4, 5, 6}};
  report("el", elems(a, m, 1));
  report("a", a);
  report("m", m);
}

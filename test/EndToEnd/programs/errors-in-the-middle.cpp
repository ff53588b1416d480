// A statement that throws changes nothing, and what earlier ones did stays.
// RUN: %build-example --examples %S errors-in-the-middle %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: errors-in-the-middle
#include "report.h"

#include <stdexcept>

using V = gf::array<double, 1>;
[[gpufuse::fuse]] void f(V &a, V &b, const V &x, const V &y) {
  a = x * 2.0;
  b = x + y;
  a += 1.0;
}
[[gpufuse::fuse]] void g(V &a, V &b, const V &x, const V &y) {
  a += x;
  b += y;
  a *= 2.0;
}
[[gpufuse::fuse]] V h(V &a, const V &x, const V &y, bool bad) {
  auto t = x + 1.0;
  a = t;
  if (bad)
    throw std::runtime_error("mine");
  a = t * 2.0;
  auto u = t * y;
  a += u;
  return u;
}
[[gpufuse::fuse]] void idx(V &a, const V &x, int i) {
  a += 1.0;
  a = a + x(i);
  a(gf::slice(0, 2)) = x;
  a += 1.0;
}
void check(double v) {
  if (v > 3)
    throw std::runtime_error("check");
}
[[gpufuse::fuse]] void mid(V &a, V &b, const V &x) {
  a = x + 1.0;
  check(1.0);
  b = a * 2.0;
  check(gf::max(b));
  a = b + 1.0;
  b = a - x;
}
[[gpufuse::fuse]] int guarded(V &a, const V &x, const V &y) {
  try {
    a = x * 3.0;
    a = x + y;
    return 1;
  } catch (const gf::error &) {
    a += 0.5;
  }
  a = a + 1.0;
  return 2;
}
[[gpufuse::fuse]] double red(V &a, const V &x) {
  a += 1.0;
  double m = gf::max(x);
  a += m;
  return m + gf::min(a);
}
int main() {
  for (int n : {0, 1, 3})
    for (int m : {0, 1, 2, 3}) {
      V x = gf::linspace(1.0, 2.0, n), y = gf::linspace(3.0, 4.0, m);
      report("n", n);
      report("m", m);
      {
        V a = x, b = y;
        attempt("f", [&] { f(a, b, x, y); });
        report("a", a);
        report("b", b);
        attempt("fb", [&] { f(a, a, x, y); });
        report("a", a);
      }
      {
        V a = x, b = x;
        attempt("g", [&] { g(a, b, x, y); });
        report("a", a);
        report("b", b);
        attempt("gb", [&] { g(a, a, x, y); });
        report("a", a);
      }
      for (bool bad : {false, true}) {
        V a = x;
        attempt("h", [&] { report("r", h(a, x, y, bad)); });
        report("a", a);
        attempt("h", [&] { report("r", h(a, a, y, bad)); });
        report("a", a);
      }
      {
        V a = x;
        attempt("idx", [&] { idx(a, y, m - 1); });
        report("a", a);
        attempt("idx", [&] { idx(a, y, m); });
        report("a", a);
      }
      {
        V a = x, b = y;
        attempt("mid", [&] { mid(a, b, x); });
        report("a", a);
        report("b", b);
      }
      {
        V a;
        attempt("mid2", [&] { mid(a, a, y); });
        report("a", a);
      }
      {
        V a = y;
        attempt("gd", [&] { report("gd", guarded(a, x, y)); });
        report("a", a);
      }
      {
        V a = x;
        attempt("red", [&] { report("red", red(a, y)); });
        report("a", a);
        attempt("red", [&] { report("red", red(a, a)); });
        report("a", a);
      }
    }
}

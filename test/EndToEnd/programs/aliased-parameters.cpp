// Two reference parameters may be the same array.
// RUN: %build-example --examples %S aliased-parameters %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: aliased-parameters
#include "report.h"

[[gpufuse::fuse]] void f(gf::array<double, 1> &a, gf::array<double, 1> &b) {
  a += 1.0;
  b *= 2.0;
  a = a + b;
  b += a;
}
[[gpufuse::fuse]] void g(gf::array<double, 1> &a, const gf::array<double, 1> &b) {
  a += b;
  a -= 0.5 * b;
  a *= b;
}
[[gpufuse::fuse]] gf::array<double, 1> h(gf::array<double, 1> &out, const gf::array<double, 1> &x) {
  auto y = x * 3.0;
  out(gf::_) = y + x;
  auto z = x * y;
  return z;
}
[[gpufuse::fuse]] void k(gf::array<double, 1> &out, const gf::array<double, 1> &x) {
  out = x + 1.0;
  out = x + 1.0;
}
[[gpufuse::fuse]] void rev(gf::array<double, 1> &a, gf::array<double, 1> &b) {
  a(gf::_) = b(gf::slice(gf::_, gf::_, -1));
  b(gf::_) = a(gf::slice(gf::_, gf::_, -1)) + 1.0;
}
int main() {
  for (int n : {0, 1, 5}) {
    auto a = gf::linspace(1.0, 2.0, n), b = gf::linspace(-1.0, 3.0, n);
    f(a, b);
    report("fa", a);
    report("fb", b);
    f(a, a);
    report("faa", a);
    g(a, b);
    report("g", a);
    g(a, a);
    report("gaa", a);
    report("h", h(a, b));
    report("ha", a);
    report("h2", h(a, a));
    report("h2a", a);
    k(a, b);
    report("k", a);
    k(a, a);
    report("kaa", a);
    rev(a, b);
    report("ra", a);
    report("rb", b);
    rev(a, a);
    report("raa", a);
  }
}

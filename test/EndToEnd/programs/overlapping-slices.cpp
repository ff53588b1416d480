// A slice may be stored into another one of the same array that overlaps it.
// RUN: %build-example --examples %S overlapping-slices %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: overlapping-slices
#include "report.h"

[[gpufuse::fuse]] void shift(gf::array<double, 1> &a) {
  a(gf::slice(1, gf::_)) = a(gf::slice(gf::_, -1));
  a(gf::slice(gf::_, -1)) = a(gf::slice(1, gf::_)) * 2.0 + a(gf::slice(gf::_, -1));
  a(gf::slice(gf::_, -1)) += a(gf::slice(1, gf::_));
}
[[gpufuse::fuse]] void stencil(gf::array<double, 2> &u) {
  auto in = gf::slice(1, -1);
  u(in, in) = 0.25 * (u(in, gf::slice(2, gf::_)) + u(in, gf::slice(gf::_, -2)) + u(gf::slice(2, gf::_), in) +
                      u(gf::slice(gf::_, -2), in));
  u(0, gf::_) = u(1, gf::_);
  u(gf::_, -1) = u(gf::_, -2) * 3.0;
  u(-1, gf::_) = u(gf::_, 0);
}
[[gpufuse::fuse]] void strided(gf::array<double, 1> &a) {
  a(gf::slice(gf::_, gf::_, 2)) += a(gf::slice(1, gf::_, 2));
  a(gf::slice(1, gf::_, 2)) -= a(gf::slice(gf::_, gf::_, 2));
  a(gf::slice(gf::_, gf::_, -1)) = a * 1.5;
  a = a(gf::slice(gf::_, gf::_, -1)) + a;
}
int main() {
  for (int n : {2, 8, 10}) {
    auto a = gf::linspace(1.0, 2.0, n);
    shift(a);
    report("shift", a);
    strided(a);
    report("strided", a);
    gf::array<double, 2> u = gf::zeros<double>({n + 1, n + 1});
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n; ++j)
        u(i, j) = i * 1.25 + j * j;
    stencil(u);
    report("stencil", u);
    stencil(u);
    report("stencil", u);
  }
}

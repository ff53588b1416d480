// Two parameters may be views of one array that share all, some, or one of their elements.
// RUN: %build-example --examples %S overlapping-views-as-parameters %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: overlapping-views-as-parameters
#include "report.h"

[[gpufuse::fuse]] void step(gf::view<double, 1> a, gf::view<double, 1> b) {
  a += b * 2.0;
  b -= a;
}
[[gpufuse::fuse]] void step(gf::view<double, 2> a, gf::view<double, 2> b) {
  a += b * 2.0;
  b -= a;
}
int main() {
  auto x = gf::linspace(1.0, 2.0, 9);
  for (int lo = 0; lo <= 5; ++lo) {
    step(x(gf::slice(1, 5)), x(gf::slice(lo, lo + 4)));
    report("forwards", x);
    step(x(gf::slice(1, 5)), x(gf::slice(lo + 3, lo ? lo - 1 : -10, -1)));
    report("backwards", x);
    step(x(gf::slice(4, 0, -1)), x(gf::slice(lo, lo + 4)));
    report("backwards", x);
  }
  step(x(gf::slice(gf::_, gf::_, 2)), x(gf::slice(gf::_, 5)));
  report("every-other", x);
  gf::array<double, 2> m = gf::full<double>({5, 5}, 1.5);
  m(gf::_, 0) = x(gf::slice(2, 7));
  for (int row = 0; row <= 2; ++row)
    for (int column = 0; column <= 2; ++column) {
      step(m(gf::slice(1, 3), gf::slice(1, 3)), m(gf::slice(row, row + 2), gf::slice(column, column + 2)));
      report("blocks", m);
    }
}

// RUN: %gpufuse %s --emit=regions | FileCheck %s
// The ninth write is beyond the budget: the region ends before it, and it is two handles on what the region yields.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using F = gf::array<float, 1>;
using B = gf::array<bool, 1>;
void show(const B&);
// CHECK: %[[LAST:.*]] = gf.region
// CHECK: gf.assign %[[LAST]] to {{.*}} declares
[[gpufuse::fuse]] void f(const F& a, const F& b, const B& k) {
  auto c1 = a < b;
  auto c2 = a <= b;
  auto c3 = a > b;
  auto c4 = a >= b;
  auto c5 = a == b;
  auto c6 = a != b;
  auto c7 = k && a > 1;
  auto c8 = k || a > 1;
  auto c9 = k ^ k;
  show(c1);
  show(c2);
  show(c3);
  show(c4);
  show(c5);
  show(c6);
  show(c7);
  show(c8);
  show(c9);
}

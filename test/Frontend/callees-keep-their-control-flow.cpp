// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Branches, loops and host statements of a callee stand where it is called, in names that clash with nothing.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
namespace n {
float scale = 2;
static array relaxed(const array &x, float s, int limit) {
  auto y = x * 1;
  for (int i = 0, j = limit; i < j; ++i) {
    if (i == 1)
      continue;
    else
      scale += s;
    y += x * i;
  }
  while (gf::max(y) > s)
    y = y * 0.5f;
  int k;
  k = limit;
  do {
    y += x;
  } while (--k > 0);
  for (float t : {1.f, 2.f})
    y *= t;
  return y;
}
} // namespace n
static float trace(const array &x) {
  float t = 0;
  for (int i = 0; i < x.extent(0); ++i)
    t += x(i);
  return t;
}

// CHECK-NOT: remark
// CHECK-LABEL: func.func @f
[[gpufuse::fuse]] array f(const array &x, float s, int i) {
  // CHECK: gf.statement [[BEGIN:[0-9]+]], [[END:[0-9]+]]
  // CHECK: gf.scalar "s + 1" as "s_scalar"
  // CHECK: %[[Y:.*]] = gf.root "y_2" local
  // CHECK: gf.control "for" [[END]], [[END]] {{.*}} "for (int i_2 = 0, j_2 = i; i_2 < j_2; ++i_2)" {
  // CHECK: gf.control "if" {{.*}} "if (i_2 == 1)" {
  // CHECK: "continue;" exits
  // CHECK: }, {
  // CHECK: gf.host {{.*}} "::n::scale += static_cast<float>($0);" holes(%{{.*}} : f32)
  // CHECK: gf.scalar "i_2"
  // CHECK: gf.store {{.*}} to %[[Y]]
  // CHECK: gf.control "while" {{.*}} "while (true)" {
  // CHECK: gf.reduce
  // CHECK: gf.host {{.*}} "if (!($0)) break;" {{.*}} exits
  // CHECK: gf.host {{.*}} "int k_2;"
  // CHECK: gf.host {{.*}} "k_2 = i;"
  // CHECK: gf.control "while" {{.*}} "while (true)" {
  // CHECK: gf.store {{.*}} to %[[Y]]
  // CHECK: gf.host {{.*}} "if (!(--k_2 > 0)) break;" exits
  // CHECK: gf.control "for" {{.*}} "for (float t_2 : {1.f, 2.f})" {
  // CHECK: gf.scalar "t_2"
  // CHECK: gf.read %[[Y]]
  auto z = x + n::relaxed(x, s + 1, i);
  // A loop over elements stays a call: inlining it would gain nothing.
  // CHECK: gf.scalar "trace(z)"
  return z * trace(z);
}

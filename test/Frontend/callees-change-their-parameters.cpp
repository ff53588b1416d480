// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// What a callee changes of its own is a variable of the call, made anew in each; a reference is the caller's object.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
static array grown(array x, int n) {
  x += n;
  n *= 2;
  return x * n;
}
static void step(array &x, float &s, const float &t) {
  s += 1;
  x += t;
}

// CHECK-NOT: remark
// CHECK-LABEL: func.func @f
[[gpufuse::fuse]] array f(const array &x, int n) {
  // CHECK: %[[X:.*]] = gf.root "x_2" local
  // CHECK-NEXT: gf.assign {{.*}} to %[[X]] declares
  // CHECK-NEXT: gf.host {{.*}} "int n_2 = n;"
  // CHECK: gf.scalar "n_2"
  // CHECK: gf.store {{.*}} to %[[X]]
  // CHECK: gf.host {{.*}} "n_2 *= 2;"
  // CHECK: gf.scalar "n_2"
  auto y = grown(x, n);
  // CHECK: gf.root "x_3" local
  // CHECK: "int n_3 = 1;"
  return y + grown(y, 1);
}

// CHECK-LABEL: func.func @g
[[gpufuse::fuse]] void g(array &x, float s, float *p) {
  // CHECK: gf.host {{.*}} "s += 1;"
  // CHECK: gf.scalar "s" as
  step(x, s, s);
  // CHECK: gf.host {{.*}} "const float &t_2 = p[1];"
  // CHECK: gf.host {{.*}} "s += 1;"
  // CHECK: gf.scalar "t_2"
  step(x, s, p[1]);
}

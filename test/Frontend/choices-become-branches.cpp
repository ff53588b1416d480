// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Only the arm that is chosen is computed; a choice between variables computes nothing and stays text.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// CHECK-LABEL: func.func @declared
[[gpufuse::fuse]] gf::array<float, 1> declared(const gf::array<float, 1> &x, bool c) {
  // CHECK: %[[T:.*]] = gf.root "t" local
  // CHECK-NEXT: gf.control "if" {{.*}} "gpufuse::array<float, 1> t;\0Aif (c)"
  // CHECK: gf.elementwise "add"
  // CHECK: gf.assign {{.*}} to %[[T]] :
  // CHECK: }, {
  // CHECK: gf.elementwise "multiply"
  // CHECK: gf.assign {{.*}} to %[[T]] :
  auto t = c ? x + 1 : x * 2;
  // CHECK: gf.read %[[T]]
  return t * 2;
}

// CHECK-LABEL: func.func @inside
[[gpufuse::fuse]] gf::array<float, 1> inside(const gf::array<float, 1> &x, float s) {
  // CHECK: gf.control "if" {{.*}} "gpufuse::array<float, 1> choice;\0Aif (s > 0)"
  // CHECK: gf.host {{.*}} "choice = x;"
  // CHECK: gf.statement
  // CHECK: gf.elementwise "multiply"
  return 2 * (s > 0 ? x * s : x);
}

// CHECK-LABEL: func.func @variables
[[gpufuse::fuse]] gf::array<float, 1> variables(const gf::array<float, 1> &x, const gf::array<float, 1> &y, bool c) {
  // CHECK-NOT: gf.control
  // CHECK: "const auto &operand = c ? x : y;"
  return (c ? x : y) * 2;
}

// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// What a loop's condition computes with arrays is lifted in each round; conjuncts before it stay in the header.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// A `continue` of a do loop goes to its condition, and a name may mean something else inside the body.
// CHECK: remark: 'gf::max(x) > 1' is evaluated as it is: it is evaluated in every round [unsupported-operation]
[[gpufuse::fuse]] void continued(gf::array<float, 1> &x, bool c) {
  do {
    x *= 0.5f;
    if (c)
      continue;
  } while (gf::max(x) > 1);
}

// CHECK-LABEL: func.func @tested
[[gpufuse::fuse]] void tested(gf::array<float, 1> &x, float tol) {
  // CHECK: gf.control "while" {{.*}} "while (true){{.*}}{
  // CHECK: gf.reduce max
  // CHECK: gf.elementwise "greater"
  // CHECK: gf.host {{.*}} "if (!$0) break;" holes({{.*}}) exits
  // CHECK: gf.store
  while (gf::max(x) > tol)
    x *= 0.5f;
}

// CHECK-LABEL: func.func @counted
[[gpufuse::fuse]] void counted(gf::array<float, 1> &x, int limit) {
  // CHECK: gf.control "for" {{.*}} "for (int i = 0; i < limit; ++i) "
  // CHECK: gf.host {{.*}} "if (!(float($0) > 1)) break;"
  for (int i = 0; i < limit && float(gf::sum(x)) > 1; ++i) {
    x = x * 0.5f;
  }
}

// CHECK-LABEL: func.func @repeated
[[gpufuse::fuse]] void repeated(gf::array<float, 1> &x) {
  // CHECK: gf.control "do"
  // CHECK: gf.store
  // CHECK: gf.reduce max
  // CHECK: "if (!$0) break;"
  // CHECK: gf.host {{.*}} "true"
  do {
    x *= 0.5f;
  } while (gf::max(x) > 1);
}

// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// A choice between arrays in a callee, and a return in its middle, become an `if` whose arms assign one variable.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
struct Scaled {
  float k;
  array apply(const array &x) const { return x * k; }
};
struct Options {
  float k = 2;
  int n = 1;
};
static array chosen(const array &x, bool c) { return c ? x + 1 : x; }
static array early(const array &x, int n) {
  if (n == 0)
    return x;
  auto y = x * n;
  if (n < 3)
    return y + 1;
  return y;
}
static array configured(const array &x, const Options &o = {}) { return x * o.k; }

// CHECK-NOT: remark
// CHECK-LABEL: func.func @either
[[gpufuse::fuse]] array either(const array &x, float s) {
  // CHECK: %[[C:.*]] = gf.root "choice" local
  // CHECK: gf.control "if" {{.*}} "gpufuse::array<float, 1> choice;\0Aif (static_cast<bool>($0))"
  // CHECK: gf.elementwise "add"
  // CHECK: gf.assign {{.*}} to %[[C]] :
  // CHECK: }, {
  // CHECK: gf.assign {{.*}} to %[[C]] :
  // CHECK: gf.read %[[C]]
  return chosen(x, s > 0) * 2;
}

// CHECK-LABEL: func.func @returns
[[gpufuse::fuse]] array returns(const array &x, int n) {
  // CHECK: %[[R:.*]] = gf.root "result" local
  // CHECK: gf.control "if" {{.*}}if (n == 0)"
  // CHECK: gf.assign {{.*}} to %[[R]] :
  // CHECK: }, {
  // CHECK: %[[S:.*]] = gf.root "result_2" local
  // CHECK: gf.control "if" {{.*}}if (n < 3)"
  // CHECK: gf.read %[[S]]
  // CHECK: gf.assign {{.*}} to %[[R]] :
  // CHECK: gf.read %[[R]]
  return early(x, n) * 2;
}

// CHECK-LABEL: func.func @temporaries
[[gpufuse::fuse]] array temporaries(const array &x, float s) {
  // CHECK: gf.host {{.*}} "::Scaled object = {s};"
  // CHECK: gf.scalar "object.k"
  auto y = Scaled{s}.apply(x);
  // CHECK: gf.host {{.*}} "const ::Options &o_2 = {s, 1};"
  // CHECK: gf.scalar "o_2.k"
  return y + configured(x, {s, 1}) - configured(x);
}

// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A host loop around array statements is a gf.control; what it assigns is unknown inside and behind it.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, int n) {
  // CHECK: %[[Y:.*]] = gf.root "y"
  auto y = x * 2;
  // CHECK: gf.control "for" {{.*}} unbraced [0] {
  // CHECK: gf.read %[[Y]]
  // CHECK: gf.store
  for (int i = 0; i < n; ++i) y *= 0.5f;
  // CHECK: gf.read %[[Y]]
  return y + 1;
}

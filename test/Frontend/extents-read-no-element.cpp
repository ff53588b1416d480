// RUN: %gpufuse %s --emit=ir | FileCheck %s
// `size` and `extent` inside array statements are shape reads, not text.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 2> &x) {
  // CHECK: gf.extent %{{.*}}, 1
  // CHECK: gf.fill
  auto z = gf::zeros<float>({x.extent(-1)});
  // CHECK: gf.extent
  // CHECK: gf.extent
  // CHECK: gf.elementwise "multiply"
  // CHECK-NOT: gf.scalar
  return z / x.size();
}

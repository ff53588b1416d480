// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A scalar exponent picks power_scalar; arange is arithmetic on an index; a comparison sums as int64.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<std::int64_t, 0> f(const gf::array<float, 1> &x, int n) {
  // CHECK: gf.elementwise "power_scalar"
  // CHECK: gf.iota %{{.*}} : tensor<?xi64>
  auto y = pow(x, 2) + gf::arange(n);
  // CHECK: gf.reduce sum %{{.*}} : tensor<?xi1> -> tensor<i64>
  return gf::sum(y > 3);
}

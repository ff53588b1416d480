// RUN: %gpufuse %s --emit=ir | FileCheck %s
// `y(0)` inside an array expression is a rank-0 slice that counts by its kind only.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, const gf::array<double, 1> &y) {
  // CHECK: %[[E:.*]] = gf.slice %{{.*}} [-1](%{{.*}}) : tensor<?xf64> -> tensor<f64>
  // CHECK: gf.cast %[[E]] : tensor<f64> -> tensor<f32>
  return x * y(0);
}

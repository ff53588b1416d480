// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A double scalar meets a float array as float; a real scalar makes an integer array double.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<double, 1> f(const gf::array<float, 1> &x, const gf::array<int, 1> &i, double a) {
  // CHECK: %[[A:.*]] = gf.scalar "a" as "a" "double" direct : f64
  // CHECK: gf.cast %[[A]] : f64 -> f32
  auto t = x * a;
  // CHECK: gf.cast %{{.*}} : tensor<?xi32> -> tensor<?xf64>
  auto u = i * 0.5f;
  return t + u;
}

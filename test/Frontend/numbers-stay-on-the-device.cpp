// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A number computed from an array that only array statements use is no text, and counts as a weak scalar still.
#include <gpufuse/gpufuse.h>
#include <cstdio>
namespace gf = gpufuse;

// CHECK-LABEL: func.func @centred
[[gpufuse::fuse]] gf::array<float, 1> centred(const gf::array<float, 1> &x) {
  // CHECK: %[[MEAN:.*]] = gf.reduce mean
  // CHECK-NEXT: %[[M:.*]] = gf.cast %[[MEAN]] : tensor<f32> -> tensor<f64>
  // CHECK-NOT: gf.host
  double m = gf::mean(x);
  // CHECK: %[[D:.*]] = gf.elementwise "divide"({{.*}}, %[[M]]) : (f64, tensor<f64>) -> tensor<f64>
  // CHECK: %[[WEAK:.*]] = gf.cast %[[D]] : tensor<f64> -> tensor<f32>
  // CHECK: gf.elementwise "multiply"({{.*}}, %[[WEAK]])
  return x * (1 / m);
}

// CHECK-LABEL: func.func @printed
[[gpufuse::fuse]] gf::array<float, 1> printed(const gf::array<float, 1> &x) {
  // CHECK: gf.host {{.*}} "float m = $0;"
  float m = gf::mean(x);
  std::printf("%g\n", m);
  // CHECK: gf.scalar "m"
  return x - m;
}

// Array statements that stay text need the number too.
// CHECK-LABEL: func.func @switched
[[gpufuse::fuse]] gf::array<float, 1> switched(const gf::array<float, 1> &x, int way) {
  // CHECK: gf.host {{.*}} "float m = $0;"
  float m = gf::mean(x);
  auto y = x - m;
  switch (way) {
  case 1:
    y = y * m;
  }
  return y;
}

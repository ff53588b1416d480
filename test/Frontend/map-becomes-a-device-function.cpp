// RUN: %gpufuse %s --emit=ir | FileCheck %s
// The lambda's text, with captures as parameters and the functions it calls copied beside it.
#include <gpufuse/gpufuse.h>
#include <cmath>
namespace gf = gpufuse;
constexpr float g = 9.5f;
float twice(float v) { return 2 * v; }

// CHECK: gf.device_function "twice_2" "float twice_2(float v) { return 2 * v; }"
// CHECK: gf.device_function "f_map" "float f_map(float v, float a) { return ::std::sin(v) * a + twice_2(v) * float(9.5); }"
[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, float a) {
  // CHECK: gf.call "f_map"(%{{.*}}, %{{.*}}) : (tensor<?xf32>, f32) -> tensor<?xf32>
  return gf::map([=](float v) { return std::sin(v) * a + twice(v) * g; }, x);
}

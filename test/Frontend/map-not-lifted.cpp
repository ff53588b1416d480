// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
float secret(float v);
[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x) {
  // CHECK: remark: this function is not run on the device: the body of 'secret' is not visible [map-not-lifted]
  auto y = gf::map([](float v) { return secret(v); }, x);
  return y * 2;
}
[[gpufuse::fuse]] gf::array<float, 1> counted(const gf::array<float, 1> &x) {
  int calls = 0;
  // CHECK: remark: this function is not run on the device: it changes 'calls', which it captures [map-not-lifted]
  auto y = gf::map([&](float v) { return v + ++calls; }, x);
  return y * calls;
}

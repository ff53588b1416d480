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
struct Scaled {
  float factor;
  float operator()(float v) const { return v * factor; }
};
[[gpufuse::fuse]] gf::array<float, 1> object(const gf::array<float, 1> &x) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}}: it is a function object, no function and no lambda [map-not-lifted]
  auto y = gf::map(Scaled{2}, x);
  return y * 2;
}
[[gpufuse::fuse]] gf::array<float, 1> pointer(const gf::array<float, 1> &x, float (*g)(float)) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}}: which function 'g' is, is known at run time only [map-not-lifted]
  auto y = gf::map(g, x);
  return y * 2;
}
[[gpufuse::fuse]] gf::array<float, 1> reference(const gf::array<float, 1> &x, float k) {
  const auto scaled = [k](float v) { return v * k; };
  const auto &same = scaled;
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}}: what it captured is not visible [map-not-lifted]
  auto y = gf::map(same, x);
  return y * 2;
}

// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// A function that throws, allocates or calls host code runs on the host; one of <cmath> is called as it is.
#include <algorithm>
#include <cmath>
#include <gpufuse/gpufuse.h>
#include <vector>
namespace gf = gpufuse;
using vector = gf::array<double, 1>;

[[gpufuse::fuse]] void f(const vector &x, std::vector<vector> &out) {
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: this function is not run on the device: it throws [map-not-lifted]
  auto a = gf::map([](double v) { return v > 3 ? throw 1 : v; }, x) * 2.0;
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: this function is not run on the device: it calls a constructor [map-not-lifted]
  auto b = gf::map([](double v) { return std::vector<double>(3, v)[1]; }, x) * 2.0;
  // CHECK: [[@LINE+1]]:{{[0-9]+}}: remark: {{.*}}: it calls 'max', which is no function of <cmath> [map-not-lifted]
  auto c = gf::map([](double v) { return std::max({v, 2.0, 3.0}); }, x) * 2.0;
  // CHECK: gf.device_function "f_d"
  auto d = gf::map([](double v) { return std::fmax(v, 2.0) + std::pow(v, 2.0) + std::isnan(v); }, x) * 2.0;
  // CHECK: gf.device_function "f_e"
  // CHECK-SAME: ::gpufuse::scalar::std_max<double>(v, 2.0) + ::gpufuse::scalar::std_clamp<double>(v, 0., 1)
  auto e = gf::map([](double v) { return std::max(v, 2.0) + std::clamp<double>(v, 0., 1); }, x) * 2.0;
  out = {a, b, c, d, e};
}

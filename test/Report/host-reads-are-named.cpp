// RUN: %gpufuse %s --explain -o /dev/null 2>&1 | FileCheck %s
// Numbers that text takes from arrays are named: the host waits for each. Those that stay on the device are not.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// CHECK-LABEL: : f{{$}}
// CHECK: read on the host: 'sum_of_x' (line 11)
// CHECK: read on the host: 'result' (line 12)
[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, float &total) {
  float m = gf::mean(x);
  total = gf::sum(x);
  if (gf::max(x) > 1)
    return x - m;
  return x / m;
}

// CHECK-LABEL: : g{{$}}
// CHECK-NOT: read on the host
[[gpufuse::fuse]] gf::array<float, 0> g(const gf::array<float, 1> &x) { return gf::sum(x); }

// Regions are numbered 1, 2, ... as they stand in the text, and kernels are called after them; kernels of the one-by-one
// copies come after all.
// RUN: %gpufuse %s --target=cpu -o %t.fused.cpp --explain 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.fused.cpp
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;

[[gpufuse::fuse]]
Vector f(Vector &x, const Vector &y, bool again) {
  x += y; // may be the same storage: a copy runs one by one
  float s = gf::sum(x);
  if (again) {
    x *= s;
    y(0);
  }
  auto late = y * gf::max(x);
  return late + x;
}

[[gpufuse::fuse]]
Vector g(const Vector &x) {
  return x * 2;
}

// CHECK: cpp:11: f{{$}}
// CHECK:      region 1: lines 12-13:
// CHECK:      region 2: line 15:
// CHECK:      region 3: line 18: max_of_x
// CHECK:      region 4: lines 18-19: late
// CHECK-NOT:  {{^}}  region
// CHECK: cpp:23: g{{$}}
// CHECK-NEXT: region 1: line 24:

// CODE: lines 12-13
// CODE: launch(f{{_1}}_reduce,
// CODE: line 12
// CODE: launch(f{{_5}}_dense,
// CODE: launch(f{{_6}}_dense,
// CODE: line 13
// CODE: launch(f{{_7}}_reduce,
// CODE: line 15
// CODE: launch(f{{_2}}_dense,
// CODE: line 18
// CODE: launch(f{{_3}}_reduce,
// CODE: lines 18-19
// CODE: launch(f{{_4}}_dense,
// CODE: launch(g{{_1}}_dense,

// Each region with its lines and launches, each pair that does not run together, and a sum in the last line.
// RUN: %gpufuse %s -o %t.cu --explain 2>&1 | FileCheck %s
// RUN: %gpufuse %s -o %t.cu --no-fuse --explain 2>&1 | FileCheck %s --check-prefix=NONE
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;

[[gpufuse::fuse]]
Vector centred(const Vector &x, const Vector &y) {
  auto t = x * 2.0f + y;
  auto u = t * t;
  auto s = gf::sum(u);
  return u / s;
}

// CHECK: {{.*}}explain-sums-up.cpp:10: centred
// CHECK-NEXT:   region 1: lines 11-13: t, u, s
// CHECK-NEXT:     reduction kernel: 4 operations in 1 launch, {{[0-9]+}} bytes an element less than one by one
// CHECK-NEXT:     checked at run time: equal extents in '{{.*}}'
// CHECK-NEXT:   region 2: line 14: result
// CHECK-NEXT:     map kernel: 1 operation in 1 launch, 0 bytes an element less than one by one
// CHECK-NEXT:   not fused: 'u' (line 12) with 'result' ({{.*}}explain-sums-up.cpp:14): needs the whole result before it can start (line 13)
// CHECK-NEXT: {{^}}4 statements -> 2 regions, 2 launches; 3 launches and {{[1-9][0-9]*}} bytes per element saved{{$}}
// CHECK-NOT: {{.}}

// NONE: 4 statements -> 4 regions, 4 launches; 1 launches and {{[0-9]+}} bytes per element saved

// RUN: %gpufuse %s -o %t.cu --fuse-limit=1 --explain 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: not fused: 'u' (line 12) with 's' ({{.*}}:13): the limit of --fuse-limit was reached

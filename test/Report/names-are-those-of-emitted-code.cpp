// What the user gave no name is called in the report as in the emitted code.
// RUN: %gpufuse %s --target=cpu -o %t.fused.cpp --explain 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.fused.cpp
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;

[[gpufuse::fuse]]
Vector scale(const Vector &x) {
  auto largest = gf::max(x);
  return x / largest;
  // CHECK: not fused: 'largest' (line 11) with 'result' ({{.*}}:12): needs the whole result before it can start
  // CODE: // scale, line 12: x, largest -> result
}

[[gpufuse::fuse]]
float add_sum(const Vector &x, Vector &out) {
  out(gf::slice(0, 2)) = x(gf::slice(0, 2)) + gf::sum(x);
  return gf::sum(x * x);
  // CHECK: region 1: line 19: sum_of_x
  // CHECK: region {{[0-9]+}}: line 20: sum_of_values
  // CHECK: not fused: 'sum_of_x' (line 19) with 'out' ({{.*}}:19)
  // CODE: // add_sum, line 19: x -> sum_of_x
  // CODE: // add_sum, line 20: x -> sum_of_values
}

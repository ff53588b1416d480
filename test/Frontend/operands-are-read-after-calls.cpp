// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Operands are references: `x + bumped(x)` reads x when it adds, after the call has changed it.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using vector = gf::array<double, 1>;

static vector bumped(vector &x) {
  x += 1.0;
  return x * 3.0;
}

// CHECK-LABEL: func.func @sum
// CHECK: %[[NEW:.*]] = gf.elementwise "add"
// CHECK: gf.store %[[NEW]]
// CHECK: %[[TRIPLE:.*]] = gf.elementwise "multiply"(%[[NEW]],
// CHECK: gf.elementwise "add"(%[[NEW]], %[[TRIPLE]])
[[gpufuse::fuse]] vector sum(vector &x) { return x + bumped(x); }

// CHECK-LABEL: func.func @update
// CHECK: %[[NEW:.*]] = gf.elementwise "add"
// CHECK: %[[TRIPLE:.*]] = gf.elementwise "multiply"(%[[NEW]],
// CHECK: gf.elementwise "subtract"(%[[NEW]], %[[TRIPLE]])
[[gpufuse::fuse]] void update(vector &x) { x -= bumped(x); }

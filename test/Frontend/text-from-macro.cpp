// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Statements that a macro expands to stay text; a macro inside a statement does not matter.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
#define STEP(x) x += 1; x *= 2
#define RATE (rate * 2)
[[gpufuse::fuse]] gf::array<float, 1> f(gf::array<float, 1> x, float rate) {
  // CHECK: remark: this statement is left as it is: its text comes from a macro [text-from-macro]
  // CHECK: gf.host {{.*}} writes
  STEP(x);
  // CHECK-NOT: gf.host
  // CHECK: gf.scalar "RATE"
  auto y = x * RATE;
  return y;
}

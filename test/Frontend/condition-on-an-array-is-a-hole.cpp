// RUN: %gpufuse %s --emit=ir | FileCheck %s
// The condition of an `if` is lifted before it, with or without array statements inside.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] void f(gf::array<float, 1> &x) {
  for (int i = 0; i < 3; ++i) {
    // CHECK: gf.elementwise "greater"
    // CHECK: gf.control "if" {{.*}} "if ($0) " holes(
    if (gf::max(x) > 10) {
      x *= 2;
    }
    // CHECK: gf.host {{.*}} "if ($0) break;" holes({{.*}}) exits
    if (gf::min(x) < 0) break;
  }
}

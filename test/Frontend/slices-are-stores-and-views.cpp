// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A slice as a target is a store with a pattern; as an operand it is a gf.slice; a named slice is a view.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] void f(gf::array<float, 2> &x, const gf::array<float, 1> &y) {
  // CHECK: %[[S:.*]] = gf.slice %{{.*}} [1](%{{.*}}) : tensor<?xf32> -> tensor<?xf32>
  // CHECK: gf.store %{{.*}} to %{{.*}} [-1, 0](%{{.*}})
  x(0, gf::_) = y(gf::slice(1, gf::_)) * 2;
  // CHECK: gf.root "v" local escapes view
  auto v = x(gf::_, 1);
  // CHECK: gf.store %{{.*}} to %{{.*}} [] : tensor<?xf32>
  v += y;
}

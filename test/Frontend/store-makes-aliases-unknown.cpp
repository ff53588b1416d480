// RUN: %gpufuse %s --emit=ir | FileCheck %s
// After a store to one reference parameter, the other is read afresh: they may be the same array.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] void f(gf::array<float, 1> &x, const gf::array<float, 1> &y) {
  // CHECK: %[[X:.*]] = gf.root "x"
  // CHECK: %[[Y:.*]] = gf.root "y"
  // CHECK: gf.read %[[Y]]
  // CHECK: gf.store
  x += y;
  // CHECK: gf.read %[[Y]]
  x += y;
}

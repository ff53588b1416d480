// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, bool c) {
  // CHECK: remark: 'c ? x + 1 : x * 2' is evaluated as it is: which arm is evaluated is known at run time only [unsupported-operation]
  auto t = c ? x + 1 : x * 2;
  return t * 2;
}

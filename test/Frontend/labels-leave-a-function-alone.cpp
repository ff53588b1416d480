// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
// CHECK: warning: 'f' is left as it is: it has labels [function-not-lifted]
[[gpufuse::fuse]] gf::array<float, 1> f(gf::array<float, 1> x, int n) {
again:
  x += 1;
  if (--n > 0) goto again;
  return x;
}

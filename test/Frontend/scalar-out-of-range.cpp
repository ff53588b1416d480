// RUN: not %gpufuse %s -o %t.cu 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
// CHECK: error: 3000000000 does not fit an array of int32 [scalar-out-of-range]
[[gpufuse::fuse]] gf::array<int, 1> f(const gf::array<int, 1> &x) { return x + 3000000000; }

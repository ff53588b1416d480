// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
#define BODY { return x * 2; }
// CHECK: warning: 'f' is left as it is: its text comes from a macro [function-not-lifted]
[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x) BODY

// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
// CHECK: remark: 'f' has no array statement to fuse [no-array-statements]
[[gpufuse::fuse]] int f(int n) { return n + 1; }
// CHECK-NOT: func.func

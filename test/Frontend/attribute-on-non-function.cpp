// RUN: not %gpufuse %s -o %t.cu 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
// CHECK: [[#@LINE+1]]:3: error: '{{\[\[}}gpufuse::fuse]]' applies to functions, not to a variable [attribute-on-non-function]
[[gpufuse::fuse]] int variable = 3;

// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// A header's function is fused where it is inlined; anywhere else it runs eagerly, with a warning.
#include "Inputs/annotated.h"
// CHECK-NOT: [[#@LINE+1]]:{{.*}}header-function-used-directly
[[gpufuse::fuse]] auto inlined(const gpufuse::array<float, 1> &x) { return twice(x) + 1; }
// CHECK: [[#@LINE+1]]:{{.*}}: warning: call of 'twice' runs eagerly; {{.*}} [header-function-used-directly]
auto eager(const gpufuse::array<float, 1> &x) { return twice(x); }
// CHECK: note: 'twice' is declared here
// CHECK: [[#@LINE+1]]:{{.*}}: warning: call of 'twice' runs eagerly; {{.*}} [header-function-used-directly]
auto *pointer = &twice;

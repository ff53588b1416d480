// RUN: %gpufuse %s --explain -o /dev/null 2>&1 | FileCheck %s
// Calls that a library computes are named once each, and as what regions were divided for.
#include <gpufuse/gpufuse.h>
#include <gpufuse/linalg.h>
#include <gpufuse/sorting.h>
namespace gf = gpufuse;
using Matrix = gf::array<float, 2>;

// CHECK-LABEL: : f{{$}}
// CHECK: not fused: 'y' (line 15) with 'z' ({{.*}}:17): a library call in between needs the result or changes an operand (line 16)
// CHECK-NEXT: library call: 'matmul' (line 16)
// CHECK-NEXT: library call: 'sort' (line 18)
// CHECK-NOT: library call
[[gpufuse::fuse]] Matrix f(const Matrix &x) {
  auto y = x * 2;
  auto product = gf::matmul(y, y);
  auto z = y + 1;
  return gf::sort(product + z) / 2;
}

// CHECK-LABEL: : g{{$}}
// CHECK-NOT: library call
[[gpufuse::fuse]] Matrix g(const Matrix &x) { return x * 2; }

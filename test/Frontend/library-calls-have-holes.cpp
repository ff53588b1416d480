// RUN: %gpufuse %s --emit=ir -o - | FileCheck %s
// A library call inside an expression stands before it as text; what its arguments compute is lifted.
#include <gpufuse/gpufuse.h>
#include <gpufuse/linalg.h>
namespace gf = gpufuse;
using Matrix = gf::array<float, 2>;

// CHECK-LABEL: func.func @{{.*}}f
// CHECK: %[[SUM:[0-9]+]] = gf.elementwise "add"
// CHECK: gf.host [[B:[0-9]+]], [[B]] line 13 "const auto result = gf::matmul(x, $0);" holes(%[[SUM]] : {{.*}}gf.library_calls = ["matmul"]
// CHECK: gf.elementwise "multiply"
[[gpufuse::fuse]] Matrix f(const Matrix &x, const Matrix &y) {
  auto z = gf::matmul(x, x + y) * y;
  return z;
}

static Matrix helper(const Matrix &x, const Matrix &y) { return gf::matmul(x, y) + 1; }

// Those of an inlined callee stand where it is called; parameters that have a value are holes.
// CHECK-LABEL: func.func @{{.*}}g
// CHECK: %[[TWICE:[0-9]+]] = gf.elementwise "multiply"
// CHECK: "const auto result = ::gpufuse::matmul($0, y);" holes(%[[TWICE]] : {{.*}}gf.library_calls = ["matmul"]
// CHECK: "const auto result_{{[0-9]+}} = ::gpufuse::matmul(y, x);" {{.*}}gf.library_calls = ["matmul"]
[[gpufuse::fuse]] Matrix g(const Matrix &x, const Matrix &y) { return helper(x * 2, y) * helper(y, x); }

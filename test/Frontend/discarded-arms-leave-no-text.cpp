// RUN: %gpufuse %s --emit=ir | FileCheck %s
// The arm of an `if constexpr` that is not compiled may name variables that fusion removes: its text goes, too.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// CHECK-LABEL: func.func @axpy
// CHECK: gf.statement {{[0-9]+}}, {{[0-9]+}} line 15
// CHECK: gf.elementwise "multiply"
// The whole `if` is the next statement, without operations:
// CHECK: gf.statement {{[0-9]+}}, {{[0-9]+}} line 16
// CHECK-NEXT: gf.statement
// CHECK-NEXT: gf.elementwise "subtract"
template <class T, int R> [[gpufuse::fuse]] gf::array<T, R> axpy(T a, const gf::array<T, R> &x) {
  //
  auto t = x * a;
  if constexpr (R == 1) t = t + T(1);
  return t - x;
}
template gf::array<double, 2> axpy(double, const gf::array<double, 2> &);

// CHECK-LABEL: func.func @square
// CHECK-NOT: gf.control
// CHECK: gf.host {{.*}} "return $0;"
[[gpufuse::fuse]] gf::array<double, 1> square(const gf::array<double, 1> &x) {
  auto t = x + 1.0;
  if constexpr (sizeof(int) == 2)
    return t * t * x;
  else
    return t * t;
}

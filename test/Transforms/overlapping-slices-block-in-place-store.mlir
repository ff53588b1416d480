// x(1:n) = x(0:n-1): every element would be read after its neighbour was written. The value is copied first.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @shift() {
  %one = gf.constant 1 : i64
  %last = gf.constant -1 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.slice %x [2](%last) : tensor<?xf32> -> tensor<?xf32>
  gf.store %s to %xr [1](%one) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: %[[COPY:.*]] = gf.region 1
// CHECK-NEXT: gf.cast
// CHECK: gf.region 2
// CHECK-NEXT: gf.store %[[COPY]]

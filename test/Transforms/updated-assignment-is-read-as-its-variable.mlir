// After `x = y; x -= z;` a slice of x is a slice of the variable, so a store that overlaps it is seen to.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

// CHECK: gf.region 1
// CHECK-NOT: gf.one_shape
// CHECK: %[[X:.*]] = gf.read
// CHECK: gf.slice %[[X]]
// CHECK: gf.region 2
// CHECK: gf.yield %
// CHECK: gf.region 3
// CHECK-NEXT: gf.store
func.func @shift() {
  %zero = gf.constant 0 : i64
  %one = gf.constant 1 : i64
  %minus = gf.constant -1 : i64
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %1 = gf.elementwise "subtract"(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %1 to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 20, 29 line 3
  %s = gf.slice %1 [3](%zero, %minus) : tensor<?xf32> -> tensor<?xf32>
  %2 = gf.elementwise "negative"(%s) : (tensor<?xf32>) -> tensor<?xf32>
  gf.store %2 to %xr [1](%one) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 30, 39 line 4 "use(x);" reads(%xr : !gf.root<tensor<?xf32>>)
  return
}

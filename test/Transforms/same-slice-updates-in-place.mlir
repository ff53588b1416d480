// x(1:) += y reads exactly what it writes: one region.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @add_into_slice() {
  %one = gf.constant 1 : i64
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.slice %x [1](%one) : tensor<?xf32> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %t = gf.elementwise "add"(%s, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %t to %xr [1](%one) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: gf.region 1
// CHECK-NEXT: gf.elementwise "add"
// CHECK-NEXT: gf.store
// CHECK-NOT: gf.region

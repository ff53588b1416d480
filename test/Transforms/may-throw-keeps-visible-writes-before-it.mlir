// If the host statement throws, the caller must see x updated: the store does not move past it.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @visible() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %x1 = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.store %x1 to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 may_throw
  gf.statement 20, 29 line 3
  %x2 = gf.elementwise "exp"(%x1) : (tensor<?xf32>) -> tensor<?xf32>
  gf.store %x2 to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: gf.region 1
// CHECK: gf.store
// CHECK: gf.host 10
// CHECK: gf.region 2

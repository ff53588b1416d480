// v and x may be one array: the fused body holds only when they are not, and the fallback runs them one by one.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @step() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %v1 = gf.elementwise "subtract"(%v, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %v1 to %vr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %x2 = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %x1 = gf.elementwise "add"(%x2, %v1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %x1 to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: %[[X:.*]] = gf.root "x"
// CHECK: %[[V:.*]] = gf.root "v"
// CHECK: gf.region 1 lines {{.*}} disjoint(%[[V]], %[[X]]
// CHECK: gf.store
// CHECK: gf.store
// CHECK: fallback
// CHECK: gf.region 2
// CHECK: gf.region 3

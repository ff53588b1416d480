// a += b; a *= c; in one region stores a once.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @updates() {
  %ar = gf.root "a" local : !gf.root<tensor<?xf32>>
  %br = gf.root "b" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %a = gf.read %ar : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %b = gf.read %br : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a1 = gf.elementwise "add"(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %a1 to %ar [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %a2 = gf.elementwise "multiply"(%a1, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %a2 to %ar [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: gf.region 1
// CHECK-COUNT-1: gf.store
// CHECK-NOT: gf.store

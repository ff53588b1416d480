// v is updated, then z, then v is read again (z might be v): in the fused body the read is the value just computed,
// in the fallback it is a read.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @step() {
  %zr = gf.root "z" parameter escapes : !gf.root<tensor<?xf32>>
  %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
  %c = gf.constant 2.0 : f32
  gf.statement 0, 9 line 1
  %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %v1 = gf.elementwise "multiply"(%v, %c) : (tensor<?xf32>, f32) -> tensor<?xf32>
  gf.store %v1 to %vr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %z = gf.read %zr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %z1 = gf.elementwise "add"(%z, %v1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %z1 to %zr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 20, 29 line 3
  %v2 = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %v3 = gf.elementwise "negative"(%v2) : (tensor<?xf32>) -> tensor<?xf32>
  gf.store %v3 to %vr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: %[[LATE:.*]] = gf.read {{.*}}
// CHECK: gf.region 1
// CHECK-NEXT: %[[V:.*]] = gf.elementwise "multiply"
// CHECK: gf.elementwise "negative"(%[[V]])
// CHECK: fallback
// CHECK: gf.region
// CHECK-NOT: gf.elementwise "negative"(%[[V]])
// CHECK: gf.elementwise "negative"

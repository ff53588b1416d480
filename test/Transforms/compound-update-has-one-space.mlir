// x += y: the sum must fit x, and x is part of the sum. The space is one of them, checked once.
// RUN: %gpufuse-opt %s --gf-pipeline | FileCheck %s

func.func @update() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %s to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}
// CHECK: %[[X:.*]] = gf.shape_of
// CHECK-COUNT-1: gf.broadcast_shapes
// CHECK-COUNT-1: gf.require_shape
// CHECK: gf.kernel "update_1" map space(%[[X]]

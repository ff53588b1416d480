// A draw after a statement that may throw is made after its check, also where the statement moves on.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --gf-schedule | FileCheck %s

// The first draw stays where it stands: nothing before it can throw.
// CHECK-LABEL: @between
// CHECK: gf.draw "rng" as "t_draw"
// CHECK: gf.broadcast_shapes {{.*}} "x + y"
// CHECK-NEXT: gf.draw "rng" as "u_draw"
// CHECK: gf.region 1
// CHECK: gf.broadcast_shapes {{.*}} "(x + y) * ..."
// CHECK: gf.kernel
func.func @between() {
  %n = gf.scalar "n" as "n" "long" direct : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %d0 = gf.draw "rng" as "t_draw" : !gf.draw
  %t = gf.random uniform %d0 [%n] : tensor<?xf32>
  gf.statement 10, 19 line 2
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.statement 20, 29 line 3
  %d1 = gf.draw "rng" as "u_draw" : !gf.draw
  %u = gf.random uniform %d1 [%n] : tensor<?xf32>
  gf.statement 30, 30 line 4
  %1 = gf.elementwise "multiply"(%0, %u) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = gf.elementwise "multiply"(%1, %t) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 30, 39 line 4 "return $0;" holes(%2 : tensor<?xf32>) exits
  return
}

// A statement that stays before the draw makes its check itself; host code that may draw keeps its place among draws.
// CHECK-LABEL: @apart
// CHECK-NOT: gf.broadcast_shapes
// CHECK: gf.region
// CHECK: gf.broadcast_shapes
// CHECK-NOT: gf.broadcast_shapes
// CHECK: gf.draw "rng" as "u_draw"
// CHECK: gf.host 30, 39
// CHECK: gf.region 2
func.func @apart() {
  %n = gf.scalar "n" as "n" "long" direct : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.statement 20, 29 line 3
  %d = gf.draw "rng" as "u_draw" : !gf.draw
  %u = gf.random uniform %d [%n] : tensor<?xf32>
  gf.host 30, 39 line 3 "rng.seed();" may_throw
  gf.statement 40, 40 line 4
  %1 = gf.elementwise "negative"(%u) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 40, 49 line 4 "use($0, $1);" holes(%0, %1 : tensor<?xf32>, tensor<?xf32>)
  return
}

// stack({x, y}, axis(-1)) computes over the producers' space and stores two values an element.
// RUN: %gpufuse-opt %s --gf-pipeline | FileCheck %s

func.func @pair() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %a = gf.read %ar : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.elementwise "sin"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %c = gf.elementwise "cos"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %r = gf.stack %s, %c axis 1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x2xf32>
  gf.host 20, 29 line 3 "return $0;" holes(%r : tensor<?x2xf32>) exits
  return
}
// CHECK: gf.stack_shape {{.*}} axis 1 extent 2
// CHECK: gf.kernel "pair_1" interleaved
// CHECK: %[[SIN:.*]], %[[COS:.*]] = gf.sincos
// CHECK: gf.yield %[[SIN]], %[[COS]] : f32, f32

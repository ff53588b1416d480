// A map that feeds a reduction is part of its kernel.
// RUN: %gpufuse-opt %s --gf-pipeline | FileCheck %s

func.func @mean_square() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %q = gf.elementwise "multiply"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %m = gf.reduce mean %q : tensor<?xf32> -> tensor<f32>
  gf.host 20, 29 line 2 "return $0;" holes(%m : tensor<f32>) exits
  return
}
// CHECK-COUNT-1: gf.kernel "mean_square_1" reduction
// CHECK: gf.elementwise "multiply"{{.*}} (f32, f32) -> f32
// CHECK-NOT: gf.kernel

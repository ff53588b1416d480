// Two independent statements over the same array run as one region with two outputs.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @two_outputs() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.elementwise "sin"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.statement 10, 19 line 2
  %c = gf.elementwise "cosh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 3 "return {$0, $1};" holes(%s, %c : tensor<?xf32>, tensor<?xf32>) exits
  return
}
// CHECK: gf.region 1
// CHECK: gf.yield {{.*}} : tensor<?xf32>, tensor<?xf32>
// CHECK-NOT: gf.region

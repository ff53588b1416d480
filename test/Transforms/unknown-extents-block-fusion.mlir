// Nothing relates the extents of x and y: two regions.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @apart() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.elementwise "sin"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.statement 10, 19 line 2
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %c = gf.elementwise "cosh"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 3 "return {$0, $1};" holes(%s, %c : tensor<?xf32>, tensor<?xf32>) exits
  return
}
// CHECK: gf.region 1
// CHECK-NEXT: gf.elementwise "sin"
// CHECK: gf.region 2
// CHECK-NEXT: gf.elementwise "cosh"

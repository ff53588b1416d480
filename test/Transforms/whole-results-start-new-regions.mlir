// What reads a stack needs all of it; what only keeps it, or a sum, joins the region that makes it.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

// CHECK-LABEL: @stack
// CHECK: reason = "needs the whole result before it can start"
// CHECK: gf.region 1
// CHECK: gf.stack
// CHECK: gf.region 2
// CHECK-NEXT: gf.elementwise "sqrt"
func.func @stack() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %m = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %s = gf.stack %x, %m axis 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  gf.statement 10, 19 line 2
  %y = gf.elementwise "sqrt"(%s) : (tensor<2x?xf32>) -> tensor<2x?xf32>
  gf.host 20, 29 line 3 "return $0;" holes(%y : tensor<2x?xf32>) exits
  return
}

// CHECK-LABEL: @kept
// CHECK: gf.region 1
// CHECK-NEXT: gf.reduce sum
// CHECK-NEXT: gf.assign
// CHECK-NOT: gf.region
func.func @kept() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %sr = gf.root "s" local : !gf.root<tensor<f32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.reduce sum %x : tensor<?xf32> -> tensor<f32>
  gf.assign %s to %sr declares : tensor<f32>, !gf.root<tensor<f32>>
  gf.host 10, 19 line 2 "use(s);" reads(%sr : !gf.root<tensor<f32>>)
  return
}

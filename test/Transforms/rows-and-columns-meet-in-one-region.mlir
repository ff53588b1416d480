// Maps over rows and maps over columns are one region over the table in which they meet; costly ones run once a row.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --split-input-file | FileCheck %s

// CHECK-LABEL: @outer
// CHECK: gf.region 1
// CHECK-NOT: gf.region
func.func @outer() {
  %two = gf.constant 2.0 : f32
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x1xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x1xf32>> -> tensor<?x1xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a = gf.elementwise "multiply"(%x, %two) : (tensor<?x1xf32>, f32) -> tensor<?x1xf32>
  %b = gf.elementwise "add"(%y, %two) : (tensor<?xf32>, f32) -> tensor<?xf32>
  %t = gf.elementwise "add"(%a, %b) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  gf.host 10, 19 line 2 "use($0);" holes(%t : tensor<?x?xf32>)
  return
}

// -----

// CHECK-LABEL: @costly
// CHECK: gf.region 1
// CHECK: gf.region 2
func.func @costly() {
  %two = gf.constant 2.0 : f32
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x1xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x1xf32>> -> tensor<?x1xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a = gf.elementwise "sin"(%x) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %b = gf.elementwise "add"(%y, %two) : (tensor<?xf32>, f32) -> tensor<?xf32>
  %t = gf.elementwise "add"(%a, %b) : (tensor<?x1xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  gf.host 10, 19 line 2 "use($0);" holes(%t : tensor<?x?xf32>)
  return
}

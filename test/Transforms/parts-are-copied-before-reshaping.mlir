// Strides reach the elements of a whole array in any shape; those of a part are copied first.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --split-input-file | FileCheck %s

// CHECK-LABEL: @part
// CHECK: %[[COPY:.*]] = gf.region 1
// CHECK-NEXT: gf.cast
// CHECK: gf.view reshape %[[COPY]]
// CHECK: gf.region 2
func.func @part() {
  %all = gf.constant -1 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %t = gf.view permute %x [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  %r = gf.view reshape %t [] (%all) : tensor<?x?xf32> -> tensor<?xf32>
  %y = gf.elementwise "sqrt"(%r) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 10, 19 line 2 "use($0);" holes(%y : tensor<?xf32>)
  return
}

// -----

// CHECK-LABEL: @whole
// CHECK: %[[X:.*]] = gf.read
// CHECK: gf.view reshape %[[X]]
// CHECK: gf.region 1
// CHECK-NOT: gf.region
func.func @whole() {
  %all = gf.constant -1 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %r = gf.view reshape %x [] (%all) : tensor<?x?xf32> -> tensor<?xf32>
  %y = gf.elementwise "sqrt"(%r) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 10, 19 line 2 "use($0);" holes(%y : tensor<?xf32>)
  return
}

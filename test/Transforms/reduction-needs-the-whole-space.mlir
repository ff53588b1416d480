// x may have extent 1 at run time while b is longer: then sum(x) must not run over the space of x + b. The body holds
// only while nothing broadcasts.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @two_shapes() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?xf64>>
  %br = gf.root "b" parameter escapes : !gf.root<tensor<?xf64>>
  %a = gf.read %ar : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %b = gf.read %br : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  gf.statement 0, 9 line 1
  %x = gf.elementwise "negative"(%a) : (tensor<?xf64>) -> tensor<?xf64>
  gf.statement 10, 19 line 2
  %y = gf.elementwise "add"(%x, %b) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  gf.statement 20, 29 line 3
  %s = gf.reduce sum %x : tensor<?xf64> -> tensor<f64>
  gf.host 30, 39 line 4 "return {$0, $1};" holes(%y, %s : tensor<?xf64>, tensor<f64>) exits
  return
}
// CHECK-LABEL: @two_shapes
// CHECK: gf.region 1
// CHECK: gf.reduce sum
// CHECK: fallback
// CHECK: gf.region
// CHECK: {gf.one_shape}

func.func @one_shape() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?xf64>>
  %br = gf.root "b" parameter escapes : !gf.root<tensor<?xf64>>
  %a = gf.read %ar : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %b = gf.read %br : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  gf.statement 0, 9 line 1
  %x = gf.elementwise "negative"(%a) : (tensor<?xf64>) -> tensor<?xf64>
  %y = gf.elementwise "add"(%x, %b) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %s = gf.reduce sum %y : tensor<?xf64> -> tensor<f64>
  gf.host 30, 39 line 4 "return {$0, $1};" holes(%y, %s : tensor<?xf64>, tensor<f64>) exits
  return
}
// CHECK-LABEL: @one_shape
// CHECK: gf.region 1
// CHECK-NOT: fallback

// A larger statement must not make the reduction's space larger.
func.func @larger_space() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?xf64>>
  %br = gf.root "b" parameter escapes : !gf.root<tensor<?x?xf64>>
  %a = gf.read %ar : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %b = gf.read %br : !gf.root<tensor<?x?xf64>> -> tensor<?x?xf64>
  gf.statement 0, 9 line 1
  %x = gf.elementwise "negative"(%a) : (tensor<?xf64>) -> tensor<?xf64>
  gf.statement 10, 19 line 2
  %s = gf.reduce sum %x : tensor<?xf64> -> tensor<f64>
  gf.statement 20, 29 line 3
  %y = gf.elementwise "add"(%x, %b) : (tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  gf.host 30, 39 line 4 "return {$0, $1};" holes(%y, %s : tensor<?x?xf64>, tensor<f64>) exits
  return
}
// CHECK-LABEL: @larger_space
// CHECK: gf.region 1
// CHECK: gf.reduce sum
// CHECK: gf.region 2

// Rows and columns are different kernels; what is reduced alike shares one.
func.func @other_axes() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?x?xf64>>
  %a = gf.read %ar : !gf.root<tensor<?x?xf64>> -> tensor<?x?xf64>
  gf.statement 0, 9 line 1
  %x = gf.reduce sum %a axes [0] : tensor<?x?xf64> -> tensor<?xf64>
  gf.statement 10, 19 line 2
  %y = gf.reduce max %a axes [0] : tensor<?x?xf64> -> tensor<?xf64>
  gf.statement 20, 29 line 3
  %z = gf.reduce sum %a axes [1] : tensor<?x?xf64> -> tensor<?xf64>
  gf.host 30, 39 line 4 "return {$0, $1, $2};" holes(%x, %y, %z : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) exits
  return
}
// CHECK-LABEL: @other_axes
// CHECK: gf.region 1
// CHECK: gf.region 2

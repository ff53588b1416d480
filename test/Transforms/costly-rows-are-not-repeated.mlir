// exp(v) would be computed again for each row of m; -v is cheap enough to be.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @costly() {
  %mr = gf.root "m" parameter escapes : !gf.root<tensor<?x?xf32>>
  %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
  %m = gf.read %mr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.statement 0, 9 line 1
  %e = gf.elementwise "exp"(%v) : (tensor<?xf32>) -> tensor<?xf32>
  %r = gf.elementwise "add"(%m, %e) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  gf.host 20, 29 line 2 "return $0;" holes(%r : tensor<?x?xf32>) exits
  return
}
// CHECK-LABEL: @costly
// CHECK: gf.region 1
// CHECK: gf.region 2

func.func @cheap() {
  %mr = gf.root "m" parameter escapes : !gf.root<tensor<?x?xf32>>
  %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
  %m = gf.read %mr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.statement 0, 9 line 1
  %e = gf.elementwise "negative"(%v) : (tensor<?xf32>) -> tensor<?xf32>
  %r = gf.elementwise "add"(%m, %e) : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  gf.host 20, 29 line 2 "return $0;" holes(%r : tensor<?x?xf32>) exits
  return
}
// CHECK-LABEL: @cheap
// CHECK: gf.region 1
// CHECK-NOT: gf.region 2

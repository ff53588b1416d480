// A chain of statements is one region, and the intermediate variable costs no assignment.
// RUN: %gpufuse-opt %s --gf-simplify --gf-shapes --gf-form-regions | FileCheck %s

func.func @chain() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %t = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %tr = gf.root "t" local : !gf.root<tensor<?xf32>>
  gf.assign %t to %tr declares : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %u = gf.elementwise "exp"(%t) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 3 "return $0;" holes(%u : tensor<?xf32>) exits
  return
}
// CHECK-LABEL: func.func @chain
// CHECK-NOT: gf.assign
// CHECK: gf.region 1
// CHECK-NEXT: gf.elementwise "sqrt"
// CHECK-NEXT: gf.elementwise "exp"
// CHECK-NEXT: gf.yield
// CHECK-NOT: gf.region

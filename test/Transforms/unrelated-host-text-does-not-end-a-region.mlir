// A log line that touches no array lets the statements around it run together, behind it.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @progress() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 10, 19 line 2 may_throw
  gf.statement 20, 29 line 3
  %z = gf.elementwise "exp"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 30, 39 line 4 "return $0;" holes(%z : tensor<?xf32>) exits
  return
}
// CHECK: gf.host 10
// CHECK: gf.region 1
// CHECK-NOT: gf.region

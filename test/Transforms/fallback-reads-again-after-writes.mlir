// y = y * x; y += x; where x may be y: one by one, x is read again after y was rebound.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @b() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf64>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf64>>
  %zr = gf.root "z" parameter escapes : !gf.root<tensor<?xf64>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %x = gf.read %xr : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %p = gf.elementwise "multiply"(%y, %x) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  gf.assign %p to %yr : tensor<?xf64>, !gf.root<tensor<?xf64>>
  gf.statement 10, 19 line 1
  %x2 = gf.read %xr : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %s = gf.elementwise "add"(%p, %x2) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  gf.assign %s to %zr : tensor<?xf64>, !gf.root<tensor<?xf64>>
  return
}
// CHECK: fallback
// CHECK: gf.assign
// CHECK: %[[AGAIN:.*]] = gf.read %0
// CHECK: gf.elementwise "add"({{.*}}, %[[AGAIN]])

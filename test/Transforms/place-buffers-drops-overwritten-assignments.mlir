// `x = a; x = b;` in one region: nobody sees the first value in the variable, so it is no output of the kernel.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --gf-place-buffers --gf-schedule | FileCheck %s

// CHECK-LABEL: @twice
// CHECK: gf.kernel "twice_1"
// CHECK: -> tensor<?xf32>
// CHECK: gf.assign
// CHECK-NOT: gf.assign
func.func @twice() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %1 = gf.elementwise "multiply"(%0, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %1 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

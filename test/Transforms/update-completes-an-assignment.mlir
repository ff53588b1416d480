// `y = y * x; y += x;` is one assignment in one kernel; what x adds must fit the shape that y has by then.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --gf-place-buffers --gf-schedule | FileCheck %s

// CHECK-LABEL: @local
// CHECK: gf.region 1
// CHECK: gf.require_shape
// CHECK: gf.kernel
// CHECK: } {{.*}} -> tensor<?xf32>
// CHECK-NEXT: gf.assign %{{.*}} to %{{.*}} reuses
// CHECK-NEXT: gf.yield
// CHECK-NEXT: } fallback {
func.func @local() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %zr = gf.root "z" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %z = gf.read %zr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "multiply"(%y, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %yr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  %1 = gf.elementwise "add"(%0, %z) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %1 to %yr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 20, 29 line 3 "use(y);" reads(%yr : !gf.root<tensor<?xf32>>)
  return
}

// Where the old value could be seen again, or is not read place by place, the rebinding gets memory of its own.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --gf-place-buffers | FileCheck %s --implicit-check-not=reuses

// CHECK-LABEL: @slice_beside_it
// CHECK: gf.assign {{.*}}gf.fresh = "other elements of the old value are read"
func.func @slice_beside_it() {
  %n = gf.scalar "n" as "n" "long" direct : i64
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %s = gf.slice %x [1](%n) : tensor<?xf32> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %s) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 91, 99 line 3 "use(x);" reads(%xr : !gf.root<tensor<?xf32>>)
  return
}

// CHECK-LABEL: @used_later
// CHECK: gf.assign {{.*}}gf.fresh = "the old value is used later"
func.func @used_later() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 "return $0;" holes(%x : tensor<?xf32>) exits
  return
}

// What a region has put into the variable is known by the region's result from then on.
// CHECK-LABEL: @made_by_a_region_and_used_later
// CHECK: gf.assign %{{.*}} declares
// CHECK: gf.assign {{.*}}gf.fresh = "the old value is used later"
func.func @made_by_a_region_and_used_later() {
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr declares : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 "use(x);" reads(%xr : !gf.root<tensor<?xf32>>)
  gf.statement 20, 29 line 3
  %1 = gf.elementwise "sqrt"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %1 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 30, 39 line 4 "return {x, $0};" holes(%0 : tensor<?xf32>) reads(%xr : !gf.root<tensor<?xf32>>) exits
  return
}

// Host code saves y's old value when it has changed, which may be with x.
// CHECK-LABEL: @used_later_under_another_name
// CHECK: gf.assign {{.*}}gf.fresh = "the old value is used later"
func.func @used_later_under_another_name() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 "return $0;" holes(%y : tensor<?xf32>) exits
  return
}

// CHECK-LABEL: @reduction
// CHECK: gf.assign {{.*}}gf.fresh = "a reduction or a stack reads elements in an order of its own"
func.func @reduction() {
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  %1 = gf.reduce sum %0 : tensor<?xf32> -> tensor<f32>
  gf.host 91, 99 line 3 "use(x, $0);" holes(%1 : tensor<f32>) reads(%xr : !gf.root<tensor<?xf32>>)
  return
}

// Nothing is gained for memory that is not read: it may be on the host, and would be copied for nothing.
// CHECK-LABEL: @not_read
// CHECK: gf.assign {{.*}}gf.fresh = "the old value is not read here"
func.func @not_read() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%y) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

// CHECK-LABEL: @two_variables
// CHECK: gf.fresh = "several variables take the value"
// CHECK: gf.fresh = "several variables take the value"
func.func @two_variables() {
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %yr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 91, 99 line 3 "use(x, y);" reads(%xr, %yr : !gf.root<tensor<?xf32>>, !gf.root<tensor<?xf32>>)
  return
}

// A declaration has nothing to reuse.
// CHECK-LABEL: @declares
// CHECK: gf.assign %{{.*}} to %{{.*}} declares :
func.func @declares() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %tr = gf.root "t" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %tr declares : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 91, 99 line 3 "use(t);" reads(%tr : !gf.root<tensor<?xf32>>)
  return
}

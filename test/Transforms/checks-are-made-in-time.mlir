// A statement may run later than it stands; what it throws for comes before what others see in between, or not at all.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s
// RUN: %gpufuse-opt %s --gf-simplify | FileCheck %s --check-prefix=DEAD

// CHECK-LABEL: @moves_past_output
// CHECK:      gf.statement 10, 19
// CHECK:      gf.broadcast_shapes {{.*}} "x + y"
// CHECK-NEXT: gf.host 20, 29
// CHECK-NOT:  gf.broadcast_shapes
// CHECK:      gf.region 1
func.func @moves_past_output() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 2 observable
  gf.statement 30, 30 line 3
  %1 = gf.elementwise "negative"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 30, 39 line 3 "return $0;" holes(%1 : tensor<?xf32>) exits
  return
}

// Nobody sees a local number change; a region that stays before the output checks itself; equal shapes need no check.
// CHECK-LABEL: @needs_no_check
// CHECK-NOT:  gf.broadcast_shapes
// CHECK:      return
func.func @needs_no_check() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  %zr = gf.root "z" parameter : !gf.root<tensor<?xf32>>
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %z = gf.read %zr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.statement 10, 19 line 1
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 2
  gf.statement 30, 39 line 3
  %1 = gf.elementwise "negative"(%0) : (tensor<?xf32>) -> tensor<?xf32>
  gf.statement 40, 49 line 4
  %2 = gf.elementwise "multiply"(%z, %z) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 50, 59 line 5 observable
  gf.statement 60, 60 line 6
  %3 = gf.elementwise "negative"(%2) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 60, 69 line 6 "return {$0, $1};" holes(%1, %3 : tensor<?xf32>, tensor<?xf32>) exits
  return
}

// What can be seen of a region comes before what throws behind it, and after what throws before it.
// CHECK-LABEL: @writes_between
// CHECK:      gf.broadcast_shapes {{.*}} "x + y"
// CHECK:      gf.region
// CHECK:        gf.store
// CHECK:      gf.region
// CHECK:        "maximum"
func.func @writes_between() {
  %xr = gf.root "x" parameter : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter : !gf.root<tensor<?xf32>>
  %wr = gf.root "w" parameter : !gf.root<tensor<?x?xf32>>
  %or = gf.root "o" parameter escapes : !gf.root<tensor<?x?xf64>>
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %o = gf.read %or : !gf.root<tensor<?x?xf64>> -> tensor<?x?xf64>
  gf.statement 10, 19 line 1
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.statement 20, 29 line 2
  %1 = gf.elementwise "negative"(%o) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  gf.store %1 to %or [] : tensor<?x?xf64>, !gf.root<tensor<?x?xf64>>
  gf.statement 30, 30 line 3
  %2 = gf.elementwise "maximum"(%0, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 30, 39 line 3 "return $0;" holes(%2 : tensor<?xf32>) exits
  return
}

// A dead statement computes nothing, and throws all the same.
// DEAD-LABEL: @dead
// DEAD-NOT:   gf.elementwise
// DEAD:       gf.broadcast_shapes {{.*}} "x + y"
// DEAD-NOT:   gf.elementwise
// DEAD:       gf.require_elements {{.*}} "max(...)"
// DEAD-NOT:   gf.reduce
// DEAD:       gf.slice {{.*}} [-1]
// DEAD:       gf.host
func.func @dead() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  %tr = gf.root "t" local : !gf.root<tensor<?xf32>>
  %i = gf.scalar "i" as "i" "long" direct : i64
  gf.statement 10, 19 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = gf.elementwise "multiply"(%0, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %1 to %tr declares : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 20, 29 line 2
  %2 = gf.reduce max %x : tensor<?xf32> -> tensor<f32>
  %3 = gf.elementwise "negative"(%2) : (tensor<f32>) -> tensor<f32>
  gf.statement 30, 39 line 3
  %4 = gf.slice %x [-1] (%i) : tensor<?xf32> -> tensor<f32>
  %5 = gf.elementwise "negative"(%4) : (tensor<f32>) -> tensor<f32>
  gf.host 40, 49 line 4 "return;" exits
  return
}

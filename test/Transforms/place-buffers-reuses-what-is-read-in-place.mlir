// `x = x * y`: x is read element for element and dead afterwards, so the value may be written over it.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --gf-place-buffers | FileCheck %s

// A loop's variable.
// CHECK-LABEL: @loop
// CHECK: gf.assign %{{.*}} to %[[X:.*]] reuses : tensor<?xf32>
func.func @loop() {
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.control "for" 0, 90 line 1 bodies [10, 80] unbraced [] {
    gf.statement 10, 29 line 2
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
    %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  }
  gf.host 91, 99 line 3 "use(x);" reads(%xr : !gf.root<tensor<?xf32>>)
  return
}

// y, also through a slice, may be x under another name; the view v would own the storage as well.
// CHECK-LABEL: @names
// CHECK: %[[X:.*]] = gf.root "x"
// CHECK: %[[Y:.*]] = gf.root "y"
// CHECK: gf.assign %{{.*}} to %[[X]] reuses unless(%[[Y]] : !gf.root<tensor<?xf32>>) :
func.func @names() {
  %n = gf.scalar "n" as "n" "long" direct : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  %vr = gf.root "v" local escapes view : !gf.root<tensor<?xf32>>
  %ir = gf.root "i" parameter escapes : !gf.root<tensor<?xi32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %i = gf.read %ir : !gf.root<tensor<?xi32>> -> tensor<?xi32>
  %s = gf.slice %y [1](%n) : tensor<?xf32> -> tensor<?xf32>
  %c = gf.cast %i : tensor<?xi32> -> tensor<?xf32>
  %0 = gf.elementwise "multiply"(%x, %s) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = gf.elementwise "add"(%0, %v) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = gf.elementwise "add"(%1, %c) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %2 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

// What is used later is the new value, also by another statement of a loop.
// CHECK-LABEL: @new_value_used_later
// CHECK: gf.assign %{{.*}} to %{{.*}} reuses :
func.func @new_value_used_later() {
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.control "for" 0, 90 line 1 bodies [10, 80] unbraced [] {
    gf.statement 10, 29 line 2
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
    %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
    gf.host 30, 39 line 3 "use($0);" holes(%0 : tensor<?xf32>)
    %later = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
    gf.host 40, 49 line 4 "use($0);" holes(%later : tensor<?xf32>)
  }
  gf.host 91, 99 line 5 "use(x);" reads(%xr : !gf.root<tensor<?xf32>>)
  return
}

// Two variables of one region, each in its own place.
// CHECK-LABEL: @both
// CHECK: gf.assign %{{.*}} to %{{.*}} reuses :
// CHECK: gf.assign %{{.*}} to %{{.*}} reuses :
func.func @both() {
  %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %0 = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = gf.elementwise "subtract"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.assign %0 to %yr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.assign %1 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 91, 99 line 3 "use(x, y);" reads(%xr, %yr : !gf.root<tensor<?xf32>>, !gf.root<tensor<?xf32>>)
  return
}

// Parts of one variable that have no element in common are written, or read and written, by one kernel.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions --split-input-file | FileCheck %s

// x(0, _) = y; x(1, _) = y;
// CHECK-LABEL: @two_rows
// CHECK: gf.region 1
// CHECK: gf.store
// CHECK: gf.store
// CHECK-NOT: gf.region
func.func @two_rows() {
  %zero = gf.constant 0 : i64
  %one = gf.constant 1 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.store %y to %xr [-1, 0](%zero) : tensor<?xf32>, !gf.root<tensor<?x?xf32>>
  gf.statement 10, 19 line 2
  gf.store %y to %xr [-1, 0](%one) : tensor<?xf32>, !gf.root<tensor<?x?xf32>>
  return
}

// -----

// x(_, -1) = x(_, -2); no copy is needed.
// CHECK-LABEL: @edge
// CHECK-NOT: gf.cast
// CHECK: gf.region 1
// CHECK-NOT: gf.region
func.func @edge() {
  %last = gf.constant -1 : i64
  %inner = gf.constant -2 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %s = gf.slice %x [0, -1](%inner) : tensor<?x?xf32> -> tensor<?xf32>
  gf.store %s to %xr [0, -1](%last) : tensor<?xf32>, !gf.root<tensor<?x?xf32>>
  return
}

// -----

// x(slice(_, n)) = y; x(slice(n, _)) = y; meet at n, whatever that is.
// CHECK-LABEL: @halves
// CHECK: gf.region 1
// CHECK-NOT: gf.region
func.func @halves() {
  %n = gf.scalar "n" as "n" "std::int64_t" direct : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.store %y to %xr [2](%n) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  gf.store %y to %xr [1](%n) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

// -----

// x(0, _) = y; x(-1, _) = y; are the same row where there is only one.
// CHECK-LABEL: @first_and_last
// CHECK: gf.region 1
// CHECK: gf.region 2
func.func @first_and_last() {
  %zero = gf.constant 0 : i64
  %last = gf.constant -1 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.store %y to %xr [-1, 0](%zero) : tensor<?xf32>, !gf.root<tensor<?x?xf32>>
  gf.statement 10, 19 line 2
  gf.store %y to %xr [-1, 0](%last) : tensor<?xf32>, !gf.root<tensor<?x?xf32>>
  return
}

// -----

// x(slice(0, 3)) = y; x(slice(2, _)) = y; share an element.
// CHECK-LABEL: @overlap
// CHECK: gf.region 1
// CHECK: gf.region 2
func.func @overlap() {
  %zero = gf.constant 0 : i64
  %two = gf.constant 2 : i64
  %three = gf.constant 3 : i64
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.store %y to %xr [3](%zero, %three) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.statement 10, 19 line 2
  gf.store %y to %xr [1](%two) : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

// A view of what is computed from one array, and needed for nothing else, is a view of that array.
// RUN: %gpufuse-opt %s --gf-simplify --split-input-file | FileCheck %s

// (x * 2)(slice(1, _)), transposed:
// CHECK-LABEL: @through_a_map
// CHECK: %[[SLICE:.*]] = gf.slice %{{.*}} [1, 0]
// CHECK: %[[VIEW:.*]] = gf.view permute %[[SLICE]] [1, 0]
// CHECK: gf.elementwise "multiply"(%[[VIEW]], %{{.*}})
func.func @through_a_map() {
  %one = gf.constant 1 : i64
  %two = gf.constant 2.0 : f32
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?x?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %y = gf.elementwise "multiply"(%x, %two) : (tensor<?x?xf32>, f32) -> tensor<?x?xf32>
  %s = gf.slice %y [1, 0](%one) : tensor<?x?xf32> -> tensor<?x?xf32>
  %t = gf.view permute %s [1, 0] : tensor<?x?xf32> -> tensor<?x?xf32>
  gf.host 10, 19 line 2 "use($0);" holes(%t : tensor<?x?xf32>)
  return
}

// -----

// What else needs the whole keeps it; so do several arrays, which may broadcast.
// CHECK-LABEL: @not_through
// CHECK: gf.elementwise "multiply"(%[[X:.*]], %{{.*}})
// CHECK-NEXT: gf.slice
// CHECK: gf.elementwise "add"
// CHECK-NEXT: gf.slice
func.func @not_through() {
  %one = gf.constant 1 : i64
  %two = gf.constant 2.0 : f32
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %m = gf.elementwise "multiply"(%x, %two) : (tensor<?xf32>, f32) -> tensor<?xf32>
  %s = gf.slice %m [1](%one) : tensor<?xf32> -> tensor<?xf32>
  %a = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %b = gf.slice %a [1](%one) : tensor<?xf32> -> tensor<?xf32>
  gf.host 10, 19 line 2 "use($0, $1, $2);" holes(%m, %s, %b : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  return
}

// -----

// Not past a change of the variable: what it held would have to be kept.
// CHECK-LABEL: @not_past_a_write
// CHECK: gf.elementwise "multiply"
// CHECK: gf.store
// CHECK: gf.slice
func.func @not_past_a_write() {
  %one = gf.constant 1 : i64
  %two = gf.constant 2.0 : f32
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %m = gf.elementwise "multiply"(%x, %two) : (tensor<?xf32>, f32) -> tensor<?xf32>
  gf.statement 10, 19 line 2
  gf.store %two to %xr [] : f32, !gf.root<tensor<?xf32>>
  gf.statement 20, 29 line 3
  %s = gf.slice %m [1](%one) : tensor<?xf32> -> tensor<?xf32>
  gf.host 30, 39 line 4 "use($0);" holes(%s : tensor<?xf32>)
  return
}

// -----

// A range with new axes is one of several dimensions; the extents of what is computed are those of its operands.
// CHECK-LABEL: @range
// CHECK: gf.iota %[[N:.*]] : tensor<?x1xi64>
// CHECK-NOT: gf.extent
// CHECK: gf.fill %{{.*}}[%[[N]]]
func.func @range() {
  %n = gf.scalar "n" as "n" "std::int64_t" direct : i64
  %two = gf.constant 2 : i64
  gf.statement 0, 9 line 1
  %r = gf.iota %n : tensor<?xi64>
  %c = gf.slice %r [0, -2] : tensor<?xi64> -> tensor<?x1xi64>
  %m = gf.elementwise "multiply"(%c, %two) : (tensor<?x1xi64>, i64) -> tensor<?x1xi64>
  %e = gf.extent %m, 0 : tensor<?x1xi64>
  %f = gf.fill %two [%e] : i64 -> tensor<?xi64>
  gf.host 10, 19 line 2 "use($0, $1);" holes(%m, %f : tensor<?x1xi64>, tensor<?xi64>)
  return
}

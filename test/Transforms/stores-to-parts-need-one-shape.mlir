// One kernel fills a part of a and a part of b: only while the parts are as large as each other. A part whose index may
// be out of range is filled after the write before it, which the caller can see.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @numbers_into_parts() {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?xf64>>
  %br = gf.root "b" parameter escapes : !gf.root<tensor<?xf64>>
  %one = gf.constant 1 : i64
  %x = gf.constant 2.0 : f64
  gf.statement 0, 9 line 1
  gf.store %x to %ar [1](%one) : f64, !gf.root<tensor<?xf64>>
  gf.statement 10, 19 line 2
  gf.store %x to %br [2](%one) : f64, !gf.root<tensor<?xf64>>
  return
}
// CHECK-LABEL: @numbers_into_parts
// CHECK: gf.region 1
// CHECK-NEXT: gf.store
// CHECK-NEXT: gf.store
// CHECK: fallback
// CHECK: {gf.one_shape}

func.func @index_after_write(%i: i64) {
  %ar = gf.root "a" parameter escapes : !gf.root<tensor<?x?xf64>>
  %br = gf.root "b" parameter escapes : !gf.root<tensor<?x?xf64>>
  %x = gf.constant 2.0 : f64
  gf.statement 0, 9 line 1
  gf.store %x to %ar [-1, 0](%i) : f64, !gf.root<tensor<?x?xf64>>
  gf.statement 10, 19 line 2
  gf.store %x to %br [-1, 0](%i) : f64, !gf.root<tensor<?x?xf64>>
  return
}
// CHECK-LABEL: @index_after_write
// CHECK: gf.region 1
// CHECK-NEXT: gf.store
// CHECK-NEXT: gf.yield
// CHECK: gf.region 2

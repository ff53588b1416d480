// A row that other threads read while one writes it is not written in place: m may have more rows at run time.
// RUN: %gpufuse-opt %s --gf-schedule | FileCheck %s
// CHECK: gf.assign %{{.*}} to %{{.*}} {gf.fresh = "other statements of the region may be larger"} :
// CHECK: gf.assign %{{.*}} to %{{.*}} reuses :

func.func @rows() {
  %rr = gf.root "row" local : !gf.root<tensor<?x?xf32>>
  %mr = gf.root "m" local : !gf.root<tensor<?x?xf32>>
  gf.statement 0, 9 line 1
  %row = gf.read %rr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  %m = gf.read %mr : !gf.root<tensor<?x?xf32>> -> tensor<?x?xf32>
  gf.region 1 lines [1, 2] {
    %0 = gf.elementwise "negative"(%row) : (tensor<?x?xf32>) -> tensor<?x?xf32>
    gf.assign %0 to %rr reuses : tensor<?x?xf32>, !gf.root<tensor<?x?xf32>>
    %1 = gf.elementwise "add"(%0, %m) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    gf.assign %1 to %mr reuses : tensor<?x?xf32>, !gf.root<tensor<?x?xf32>>
    gf.yield
  }
  return
}

// A local array that nobody else can reach shares no storage with a parameter.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @scale() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %tr = gf.root "t" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %t = gf.read %tr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %t1 = gf.elementwise "add"(%t, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.store %t1 to %tr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 "use(t);" reads(%tr : !gf.root<tensor<?xf32>>)
  return
}
// CHECK: gf.region 1
// CHECK-NOT: disjoint
// CHECK: gf.host

// log(y) needs y in memory: the region ends before it, and what follows is another one.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @logged() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("y"("f.cpp":1:3))
  %yr = gf.root "y" local : !gf.root<tensor<?xf32>>
  gf.assign %y to %yr declares : tensor<?xf32>, !gf.root<tensor<?xf32>>
  gf.host 10, 19 line 2 reads(%yr : !gf.root<tensor<?xf32>>) may_throw
  gf.statement 20, 29 line 3
  %z = gf.elementwise "exp"(%y) : (tensor<?xf32>) -> tensor<?xf32> loc("z"("f.cpp":3:3))
  gf.host 30, 39 line 4 "return $0;" holes(%z : tensor<?xf32>) exits
  return
}
// CHECK: from = "y"{{.*}}reason = "host code in between needs the result or may change an operand"
// CHECK: gf.region 1
// CHECK: gf.host 10
// CHECK: gf.region 2

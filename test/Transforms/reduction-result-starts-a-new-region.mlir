// x - mean(x) needs the whole mean first; the report says so.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions | FileCheck %s

func.func @center() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %m = gf.reduce mean %x : tensor<?xf32> -> tensor<f32> loc("m"("f.cpp":1:3))
  gf.statement 10, 19 line 2
  %y = gf.elementwise "subtract"(%x, %m) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32> loc("y"("f.cpp":2:3))
  gf.host 20, 29 line 3 "return $0;" holes(%y : tensor<?xf32>) exits
  return
}
// CHECK: from = "m"{{.*}}reason = "needs the whole result before it can start"{{.*}}to = "y"
// CHECK: gf.region 1
// CHECK-NEXT: gf.reduce mean
// CHECK: gf.region 2
// CHECK-NEXT: gf.elementwise "subtract"

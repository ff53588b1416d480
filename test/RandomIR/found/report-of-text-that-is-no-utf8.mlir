// gf-cse fuses the locations of equal operations.
// RUN: %gpufuse-opt %s --gf-simplify --mlir-print-debuginfo | FileCheck %s

func.func @twice() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("©"("f.cpp":1:3))
  %b = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("b"("f.cpp":2:3))
  gf.host 20, 29 line 3 "return {$0, $1};" holes(%a, %b : tensor<?xf32>, tensor<?xf32>) exits
  return
}
// CHECK-COUNT-1: gf.elementwise "sqrt"
// CHECK-NOT: gf.elementwise
// CHECK: loc(fused[

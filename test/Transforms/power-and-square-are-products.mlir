// square(x), pow(x, 2) and x * x are one operation.
// RUN: %gpufuse-opt %s --gf-simplify | FileCheck %s

func.func @spellings() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  %two = gf.constant 2.0 : f32
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a = gf.elementwise "square"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %b = gf.elementwise "power_scalar"(%x, %two) : (tensor<?xf32>, f32) -> tensor<?xf32>
  %c = gf.elementwise "multiply"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 3 "return {$0, $1, $2};" holes(%a, %b, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) exits
  return
}
// CHECK: %[[P:.*]] = gf.elementwise "multiply"
// CHECK-NEXT: gf.host {{.*}} holes(%[[P]], %[[P]], %[[P]]

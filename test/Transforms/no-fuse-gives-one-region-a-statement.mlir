// --no-fuse keeps a statement's own operations together and nothing else.
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions=no-fuse | FileCheck %s
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions=fuse-limit=0 | FileCheck %s
// RUN: %gpufuse-opt %s --gf-shapes --gf-form-regions=fuse-limit=1 | FileCheck %s --check-prefix=ONE

func.func @chain() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %a = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %b = gf.elementwise "negative"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  gf.statement 10, 19 line 2
  %c = gf.elementwise "exp"(%b) : (tensor<?xf32>) -> tensor<?xf32>
  gf.host 20, 29 line 3 "return $0;" holes(%c : tensor<?xf32>) exits
  return
}
// CHECK: gf.region 1
// CHECK-NEXT: gf.elementwise "sqrt"
// CHECK-NEXT: gf.elementwise "negative"
// CHECK: gf.region 2
// CHECK-NEXT: gf.elementwise "exp"
// ONE: gf.region 1
// ONE-NOT: gf.region

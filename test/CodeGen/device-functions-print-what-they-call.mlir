// soft_1 is called by another device function only: it is printed, before its caller, once.
// RUN: %gpufuse-opt %s --gf-print-cuda | FileCheck %s

gf.device_function "twice_1" "double twice_1(double v) { return 2 * soft_1(v); }"
gf.device_function "soft_1" "double soft_1(double v) { return v / (1 + v); }"
func.func @mapped() {
  %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf64>>
  gf.statement 0, 9 line 1
  %x = gf.read %xr : !gf.root<tensor<?xf64>> -> tensor<?xf64>
  %r = gf.region 1 lines [1] {
    %s = gf.shape_of %x : tensor<?xf64> -> !gf.shape<1>
    %k = gf.kernel "mapped_1" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf64>) shapes(%s : !gf.shape<1>) {
    ^bb0(%e : f64):
      %y = gf.call "twice_1"(%e) : (f64) -> f64
      gf.yield %y : f64
    } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, reductions = array<i32: -1>, stack_axes = array<i64: 0>} -> tensor<?xf64>
    gf.yield %k : tensor<?xf64>
  } -> tensor<?xf64>
  gf.host 10, 19 line 2 "return $0;" holes(%r : tensor<?xf64>) exits
  return
}
// CHECK: double soft_1(double v)
// CHECK: double twice_1(double v)
// CHECK-NOT: forceinline__ double soft_1

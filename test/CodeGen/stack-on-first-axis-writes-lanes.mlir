// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// A stack that is not on the last axis is strided, a lane of the result for each operand.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %r = gf.region 1 lines [3] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %o = gf.stack_shape %s axis 0 extent 2 : !gf.shape<1> -> !gf.shape<2>
      %k = gf.kernel "f_1" strided_map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%o : !gf.shape<2>) {
      ^bb0(%a : f32 loc("x")):
        %0 = gf.elementwise "negative"(%a) : (f32) -> f32 loc("y"("a.cpp":3:5))
        gf.yield %a, %0 : f32, f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 2>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<2x?xf32>
      gf.yield %k : tensor<2x?xf32>
    } -> tensor<2x?xf32>
    gf.host 41, 60 line 4 "return $0;" holes(%r : tensor<2x?xf32>) exits
    return
  }
}

// CHECK-NOT:  _dense
// CHECK:      f_1(x[at], x_out[at], y[at]);
// CHECK:      gpufuse::rt::allocate<float>(gpufuse::rt::shape<2>(2, result_shape[0]));
// CHECK-NEXT: gpufuse::rt::launch(f_1_strided,
// CHECK:      gpufuse::rt::write(result(0, gpufuse::_), result_shape),
// CHECK:      gpufuse::rt::write(result(1, gpufuse::_), result_shape));

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// A kernel over the shape of its only array needs neither a check nor a strided kernel.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    gf.region 1 lines [3] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %k = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
      ^bb0(%a : f32 loc("x")):
        %0 = gf.elementwise "add"(%a, %a) : (f32, f32) -> f32 loc("x"("a.cpp":3:5))
        gf.yield %0 : f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
      gf.assign %k to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
      gf.yield
    }
    return
  }
}

// CHECK:      void f_1(float x, float &x_out) {
// CHECK-NEXT:   x_out = x + x; // line 3
// CHECK-NOT:  _strided
// CHECK:      const auto x_shape = gpufuse::rt::shape_of(x);
// CHECK-NEXT: gpufuse::array<float, 1> x_new = gpufuse::rt::allocate<float>(x_shape);
// CHECK-NEXT: gpufuse::rt::launch(f_1_dense,
// CHECK-NEXT:                     gpufuse::rt::read(x), gpufuse::rt::write(x_new));
// CHECK-NEXT: x = std::move(x_new);

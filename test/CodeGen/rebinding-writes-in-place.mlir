// `x = x * y`: one call says when the old memory is taken; its kernel has two pointers that may be one.
// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// RUN: %gpufuse-opt %s --gf-print-cpu -o /dev/null | FileCheck %s --check-prefix=CPU

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("y")
    gf.region 1 lines [3] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %t = gf.shape_of %y : tensor<?xf32> -> !gf.shape<1>
      %b = gf.broadcast_shapes %s, %t "x * y" : !gf.shape<1>, !gf.shape<1> -> !gf.shape<1>
      %k = gf.kernel "f_1" map space(%b : !gf.shape<1>) inputs(%x, %y : tensor<?xf32>, tensor<?xf32>) shapes(%b : !gf.shape<1>) {
      ^bb0(%a : f32 loc("x"), %c : f32 loc("y")):
        %0 = gf.elementwise "multiply"(%a, %c) : (f32, f32) -> f32 loc("x"("a.cpp":3:5))
        gf.yield %0 : f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
      gf.assign %k to %xr reuses unless(%yr : !gf.root<tensor<?xf32>>) : tensor<?xf32>, !gf.root<tensor<?xf32>>
      gf.yield
    }
    return
  }
}

// CHECK:      f_1_dense(std::int64_t n, const float *x, const float *__restrict__ y, float *x_out) {
// CHECK:        gpufuse::device::store(x_out + i, x_out_v);
// CHECK:      gpufuse::array<float, 1> x_new = gpufuse::rt::reuse_or_allocate(x, x_shape, y);
// CHECK:      gpufuse::rt::read(x), gpufuse::rt::read(y), gpufuse::rt::update(x_new));
// CHECK:      gpufuse::rt::read(x, x_shape), gpufuse::rt::read(y, x_shape),
// CHECK-NEXT: gpufuse::rt::update(x_new, x_shape));
// CHECK:      x = std::move(x_new);

// CPU: static void f_1_dense(std::int64_t n, const float *x, const float *__restrict__ y, float *x_out) {
// CPU: f_1(x[i], y[i], x_out[i]);

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// RUN: %gpufuse-opt %s --gf-print-cpu -o /dev/null | FileCheck %s --check-prefix=CPU
// Two arrays of the user's may differ in shape: a check on the host chooses between the dense and the strided kernel.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("y")
    %r = gf.region 1 lines [3] {
      %xs = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %ys = gf.shape_of %y : tensor<?xf32> -> !gf.shape<1>
      %s = gf.broadcast_shapes %xs, %ys "x * y" : !gf.shape<1>, !gf.shape<1> -> !gf.shape<1> loc("a.cpp":3:5)
      %k = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x, %y : tensor<?xf32>, tensor<?xf32>) shapes(%s : !gf.shape<1>) {
      ^bb0(%a : f32 loc("x"), %b : f32 loc("y")):
        %0 = gf.elementwise "multiply"(%a, %b) : (f32, f32) -> f32 loc("a.cpp":3:5)
        gf.yield %0 : f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
      gf.yield %k : tensor<?xf32>
    } -> tensor<?xf32>
    gf.host 41, 60 line 4 "return $0;" holes(%r : tensor<?xf32>) exits
    return
  }
}

// CHECK:      f_1_dense(std::int64_t n, const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ result) {
// CHECK-NEXT:   std::int64_t i = 4 * gpufuse::device::global_thread();
// CHECK-NEXT:   if (i + 4 <= n) {
// CHECK-NEXT:     const auto x_v = gpufuse::device::load<4>(x + i);
// CHECK-NEXT:     const auto y_v = gpufuse::device::load<4>(y + i);
// CHECK-NEXT:     gpufuse::device::vector<float, 4> result_v;
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT:     for (int k = 0; k < 4; ++k)
// CHECK-NEXT:       f_1(x_v[k], y_v[k], result_v[k]);
// CHECK-NEXT:     gpufuse::device::store(result + i, result_v);
// CHECK-NEXT:   } else {
// CHECK-NEXT:     for (; i < n; ++i)
// CHECK-NEXT:       f_1(x[i], y[i], result[i]);
// CHECK:      f_1_strided(gpufuse::rt::shape<1> space, gpufuse::rt::strided<const float, 1> x,
// CHECK:        const auto at = space.index(i);
// CHECK-NEXT:   f_1(x[at], y[at], result[at]);
// CHECK:      const auto result_shape = gpufuse::rt::broadcast({"a.cpp", 3, "x * y"}, gpufuse::rt::shape_of(x),
// CHECK:      gpufuse::array<float, 1> result = gpufuse::rt::allocate<float>(result_shape);
// CHECK-NEXT: if (gpufuse::rt::dense(result_shape, x, y))
// CHECK-NEXT:   gpufuse::rt::launch(f_1_dense, gpufuse::rt::blocks(result_shape.size(), 4 * 256), 256, 0,
// CHECK:      else
// CHECK-NEXT:   gpufuse::rt::launch(f_1_strided, gpufuse::rt::blocks(result_shape.size(), 256), 256, 0, result_shape,
// CHECK-NEXT:                       gpufuse::rt::read(x, result_shape), gpufuse::rt::read(y, result_shape),
// CHECK-NEXT:                       gpufuse::rt::write(result, result_shape));

// CPU:      static void f_1_dense(std::int64_t n, const float *__restrict__ x, const float *__restrict__ y,
// CPU:      #pragma omp parallel for if (n >= gpufuse::rt::parallel_threshold)
// CPU-NEXT:   for (std::int64_t i = 0; i < n; ++i)
// CPU-NEXT:     f_1(x[i], y[i], result[i]);

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// RUN: %gpufuse-opt %s --gf-print-cpu -o /dev/null | FileCheck %s --check-prefix=CPU
// The canonical program is one launch: angles drawn four at a time, lanes staged and stored together.

module attributes {gf.main_file = "unit_vectors.cpp"} {
  func.func @random_uniform_unitary() attributes {gf.name = "random_uniform_unitary", gf.body = array<i64: 215, 520>, gf.kernels_at = 98, gf.line = 5, gf.statements = 6} {
    gf.statement 217, 285 line 6
    %n = gf.scalar "n" as "n" "std::int64_t" direct : i64
    %d0 = gf.draw "rng" as "theta_draw" : !gf.draw
    gf.statement 287, 320 line 7
    %d1 = gf.draw "rng" as "phi_draw" : !gf.draw
    gf.statement 440, 440 line 11
    %result = gf.region 1 lines [6, 7, 8, 9, 10, 11] {
      %s = gf.shape [%n] : !gf.shape<1> loc("theta")
      %o = gf.stack_shape %s axis 1 extent 3 : !gf.shape<1> -> !gf.shape<2>
      %k = gf.kernel "random_uniform_unitary_1" interleaved space(%s : !gf.shape<1>)
             inputs(%d0, %d1 : !gf.draw, !gf.draw) sources(%s, %s : !gf.shape<1>, !gf.shape<1>) shapes(%o : !gf.shape<2>) {
      ^bb0(%a : f32, %b : f32):
        %c0 = gf.constant 6.28318548 : f32
        %c1 = gf.constant 3.14159274 : f32
        %theta = gf.elementwise "multiply"(%a, %c0) : (f32, f32) -> f32 loc("theta"("unit_vectors.cpp":6:8))
        %phi = gf.elementwise "multiply"(%b, %c1) : (f32, f32) -> f32 loc("phi"("unit_vectors.cpp":7:8))
        %sp, %cp = gf.sincos %phi : f32 loc("unit_vectors.cpp":8:12)
        %st, %ct = gf.sincos %theta : f32 loc("unit_vectors.cpp":8:12)
        %x = gf.elementwise "multiply"(%sp, %ct) : (f32, f32) -> f32 loc("x"("unit_vectors.cpp":8:8))
        %y = gf.elementwise "multiply"(%sp, %st) : (f32, f32) -> f32 loc("y"("unit_vectors.cpp":9:8))
        gf.yield %x, %y, %cp : f32, f32, f32
      } {distributions = array<i32: 0, 0>, index_inputs = array<i64>, lanes = array<i64: 3>, stack_axes = array<i64: 1>, reductions = array<i32: -1>} -> tensor<?x3xf32>
      gf.yield %k : tensor<?x3xf32>
    } -> tensor<?x3xf32>
    gf.host 480, 519 line 11 "return $0;" holes(%result : tensor<?x3xf32>) exits
    return
  }
}

// CHECK:      // random_uniform_unitary, lines 6-11: theta_draw, phi_draw -> result
// CHECK-NEXT: static __device__ __forceinline__ void random_uniform_unitary_1(float theta_u, float phi_u, float &x, float &y,
// CHECK-NEXT:                                                                 float &result_2) {
// CHECK-NEXT:   const float theta = theta_u * 6.2831855f; // line 6
// CHECK-NEXT:   const float phi = phi_u * 3.1415927f; // line 7
// CHECK-NEXT:   float sin_phi, cos_phi;
// CHECK-NEXT:   gpufuse::device::sincos(phi, sin_phi, cos_phi); // line 8
// CHECK-NEXT:   float sin_theta, cos_theta;
// CHECK-NEXT:   gpufuse::device::sincos(theta, sin_theta, cos_theta); // line 8
// CHECK-NEXT:   x = sin_phi * cos_theta; // line 8
// CHECK-NEXT:   y = sin_phi * sin_theta; // line 9
// CHECK-NEXT:   result_2 = cos_phi;
// CHECK-NEXT: }
// CHECK:      static __global__ void __launch_bounds__(128)
// CHECK-NEXT: random_uniform_unitary_1_interleaved(std::int64_t n, gpufuse::device::draw theta_draw, gpufuse::device::draw phi_draw,
// CHECK-NEXT:                                      float *__restrict__ result) {
// CHECK-NEXT:   __shared__ gpufuse::device::interleave<float, 3, 128> stage;
// CHECK-NEXT:   const std::int64_t i = 4 * gpufuse::device::global_thread();
// CHECK-NEXT:   const auto theta_u = gpufuse::device::uniform<float, 4>(theta_draw, i);
// CHECK-NEXT:   const auto phi_u = gpufuse::device::uniform<float, 4>(phi_draw, i);
// CHECK-NEXT:   gpufuse::device::vector<float, 12> result_v;
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT:   for (int k = 0; k < 4; ++k)
// CHECK-NEXT:     random_uniform_unitary_1(theta_u[k], phi_u[k], result_v[3 * k], result_v[3 * k + 1], result_v[3 * k + 2]);
// CHECK-NEXT:   stage.store(result, n, result_v);
// CHECK-NEXT: }
// CHECK-NOT:  _strided
// CHECK:      const auto theta_draw = rng.take();
// CHECK:      const auto phi_draw = rng.take();
// CHECK:      // gpufuse: lines 6-11 -> one kernel
// CHECK-NEXT: const auto theta_shape = gpufuse::rt::shape<1>(n);
// CHECK-NEXT: gpufuse::array<float, 2> result = gpufuse::rt::allocate<float>(gpufuse::rt::shape<2>(n, 3));
// CHECK-NEXT: gpufuse::rt::launch(random_uniform_unitary_1_interleaved, gpufuse::rt::blocks(theta_shape.size(), 4 * 128), 128, 0,
// CHECK-NEXT:                     theta_shape.size(), theta_draw, phi_draw, gpufuse::rt::write(result));
// CHECK:      return result;

// CPU:      const float sin_phi = std::sin(phi); // line 8
// CPU:      static void random_uniform_unitary_1_interleaved(std::int64_t n, gpufuse::rt::draw theta_draw,
// CPU:      #pragma omp parallel for if (n >= gpufuse::rt::parallel_threshold)
// CPU-NEXT:   for (std::int64_t i = 0; i < n; i += 4) {
// CPU-NEXT:     const auto theta_u_words = gpufuse::random::words_of(theta_draw, i / 4);
// CPU:            random_uniform_unitary_1(gpufuse::random::uniform_of<float>(theta_u_words, k),

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// RUN: %gpufuse-opt %s --gf-print-cpu -o /dev/null | FileCheck %s --check-prefix=CPU
// Two reductions and a mapped output of one array are one kernel on both targets.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %r:3 = gf.region 1 lines [3, 4, 5] {
      %sh = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      gf.require_elements %sh "max(...)" : !gf.shape<1> loc("a.cpp":5:5)
      %z = gf.shape [] : !gf.shape<0>
      %k:3 = gf.kernel "f_1" reduction space(%sh : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%sh, %z, %z : !gf.shape<1>, !gf.shape<0>, !gf.shape<0>) {
      ^bb0(%a : f32 loc("x")):
        %0 = gf.elementwise "multiply"(%a, %a) : (f32, f32) -> f32 loc("y"("a.cpp":3:5))
        gf.yield %0, %0, %a : f32, f32, f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0, 0, 0>, stack_axes = array<i64: 0, 0, 0>, reductions = array<i32: -1, 4, 3>} -> tensor<?xf32>, tensor<f32>, tensor<f32> loc(fused<"results">["y"("a.cpp":3:5), "s"("a.cpp":4:5), "m"("a.cpp":5:5)])
      gf.yield %k#0, %k#1, %k#2 : tensor<?xf32>, tensor<f32>, tensor<f32>
    } -> tensor<?xf32>, tensor<f32>, tensor<f32>
    gf.host 41, 60 line 6 "return {$0, $1, $2};" holes(%r#0, %r#1, %r#2 : tensor<?xf32>, tensor<f32>, tensor<f32>) exits
    return
  }
}

// CHECK:      void f_1(float x, float &y_out, float &s, float &m) {
// CHECK-NEXT:   const float y = x * x; // line 3
// CHECK-NEXT:   y_out = y;
// CHECK-NEXT:   s = y;
// CHECK-NEXT:   m = x;
// CHECK:      static __global__ void __launch_bounds__(512)
// CHECK-NEXT: f_1_reduce(std::int64_t n, const float *__restrict__ x, float *__restrict__ y_out,
// CHECK-NEXT:            gpufuse::rt::partials<float> s_partials, float *__restrict__ s,
// CHECK:        gpufuse::device::reduction<gpufuse::rt::mean, float> s_r;
// CHECK-NEXT:   gpufuse::device::reduction<gpufuse::rt::max, float> m_r;
// CHECK-NEXT:   for (auto tile = gpufuse::device::first_tile(n); tile.valid(); tile.advance()) {
// CHECK-NEXT:     gpufuse::device::vector<float, 4> x_v[4];
// CHECK-NEXT:     tile.load(x_v, x);
// CHECK:              f_1(x_v[u][k], y_out_v[k], s_e, m_e);
// CHECK-NEXT:         s_r.add(k, s_e, tile.contains(u, k));
// CHECK:            gpufuse::device::store(y_out + tile.element(u, 0), y_out_v);
// CHECK:        gpufuse::device::finish(n, s_r, s_partials, s);
// CHECK-NEXT:   gpufuse::device::finish(n, m_r, m_partials, m);
// CHECK:      gpufuse::rt::require_elements({"a.cpp", 5, "max(...)"}, y_shape);
// CHECK:      gpufuse::rt::launch(f_1_reduce, gpufuse::rt::reduction_blocks(y_shape.size()), 512, 0, y_shape.size(),
// CHECK:      return {y, s, m};

// CPU:      struct f_1_values {
// CPU-NEXT:   float s;
// CPU-NEXT:   float m;
// CPU-NEXT: };
// CPU:      static void f_1_reduce(
// CPU:          const f_1_values results = gpufuse::reduce_block<f_1_kinds, f_1_values>(b, n, [&](std::int64_t i) {
// CPU:            y_out[i] = y_out_e;
// CPU-NEXT:       return f_1_values{s_e, m_e};
// CPU:        *s = gpufuse::reduce_partials<gpufuse::rt::mean>(s_partials.values, n);

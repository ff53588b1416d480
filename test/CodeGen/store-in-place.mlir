// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// What a kernel reads and overwrites is one pointer; another variable that may be the same storage is not restrict.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %dt = gf.scalar "dt" as "dt" "float" direct : f32
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("v")
    gf.region 1 lines [3, 4] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %vs = gf.shape_of %v : tensor<?xf32> -> !gf.shape<1>
      gf.require_shape %vs into %s "x = ..." : !gf.shape<1>, !gf.shape<1> loc("a.cpp":3:5)
      %k = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x, %v, %dt : tensor<?xf32>, tensor<?xf32>, f32) shapes(%s : !gf.shape<1>) {
      ^bb0(%a : f32 loc("x"), %b : f32 loc("v"), %c : f32 loc("dt")):
        %0 = gf.elementwise "multiply"(%b, %c) : (f32, f32) -> f32
        %1 = gf.elementwise "add"(%a, %0) : (f32, f32) -> f32 loc("a.cpp":3:5)
        gf.yield %1 : f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
      gf.store %k to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
      gf.yield
    }
    return
  }
}

// CHECK:      void f_1(float x, float v, float dt, float &x_out) {
// CHECK-NEXT:   x_out = x + v * dt; // line 3
// CHECK:      f_1_dense(std::int64_t n, float *x, const float *v, float dt) {
// CHECK:        f_1(x_v[k], v_v[k], dt, x_out_v[k]);
// CHECK:        gpufuse::device::store(x + i, x_out_v);
// CHECK:        f_1(x[i], v[i], dt, x[i]);
// CHECK:      gpufuse::rt::require_shape({"a.cpp", 3, "x = ..."}, gpufuse::rt::shape_of(v), x_shape);
// CHECK-NEXT: if (gpufuse::rt::dense(x_shape, v))
// CHECK-NEXT:   gpufuse::rt::launch(f_1_dense, gpufuse::rt::blocks(x_shape.size(), 4 * 256), 256, 0, x_shape.size(),
// CHECK-NEXT:                       gpufuse::rt::update(x), gpufuse::rt::read(v), dt);

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// A guarded region prints both ways; under the guard the written variable and the other are restrict.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %vr = gf.root "v" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %dt = gf.scalar "dt" as "dt" "float" direct : f32
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %v = gf.read %vr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("v")
    gf.region 1 lines [3, 4] disjoint(%xr, %vr : !gf.root<tensor<?xf32>>, !gf.root<tensor<?xf32>>) {
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
    } fallback {
      gf.region 2 lines [3] {
        %s2 = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
        %k2 = gf.kernel "f_2" map space(%s2 : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s2 : !gf.shape<1>) {
        ^bb0(%a2 : f32 loc("x")):
          %2 = gf.elementwise "negative"(%a2) : (f32) -> f32 loc("a.cpp":3:5)
          gf.yield %2 : f32
        } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
        gf.store %k2 to %xr [] : tensor<?xf32>, !gf.root<tensor<?xf32>>
        gf.yield
      }
      gf.yield
    }
    return
  }
}

// CHECK:      f_1_dense(std::int64_t n, float *x, const float *__restrict__ v, float dt) {
// CHECK:      if (gpufuse::rt::disjoint(x, v)) {
// CHECK-NEXT:   // gpufuse: lines 3-4 -> one kernel
// CHECK:        gpufuse::rt::launch(f_1_dense
// CHECK:      } else { // a check failed: one statement at a time
// CHECK:        // gpufuse: line 3 -> one kernel
// CHECK:        gpufuse::rt::launch(f_2_dense
// CHECK:      }

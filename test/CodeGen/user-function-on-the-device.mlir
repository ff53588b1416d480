// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// RUN: %gpufuse-opt %s --gf-print-cpu -o /dev/null | FileCheck %s --check-prefix=CPU
// A function that kernels call is printed once, before them.

module attributes {gf.main_file = "a.cpp"} {
  gf.device_function "f_map" "float f_map(float v) { return v * v; }"
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    gf.region 1 lines [3] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %k = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
      ^bb0(%a : f32 loc("x")):
        %0 = gf.call "f_map"(%a) : (f32) -> f32 loc("a.cpp":3:5)
        gf.yield %0 : f32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
      gf.assign %k to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
      gf.yield
    }
    return
  }
}

// CHECK: static __device__ __forceinline__ float f_map(float v) { return v * v; }
// CHECK: x_out = f_map(x); // line 3
// CPU: static inline float f_map(float v) { return v * v; }

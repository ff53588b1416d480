// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// A loop's body that the user wrote without braces becomes several statements; what a loop rebinds is read afresh.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" local : !gf.root<tensor<?xf32>>
    gf.control "for" 20, 80 line 3 bodies [60, 80] unbraced [0] {
      gf.statement 60, 80 line 4
      %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
      gf.region 1 lines [4] {
        %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
        %k = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
        ^bb0(%a : f32 loc("x")):
          %0 = gf.elementwise "negative"(%a) : (f32) -> f32 loc("x"("a.cpp":4:5))
          gf.yield %0 : f32
        } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
        gf.assign %k to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
        gf.yield
      }
    }
    return
  }
}

// CHECK:      // at 60:
// CHECK-NEXT: {
// CHECK-NEXT: // at 60-80:
// CHECK-NEXT: // gpufuse: line 4 -> one kernel
// CHECK:      x = std::move(x_new);
// CHECK-NEXT: // at 80:
// CHECK:      }

// RUN: %gpufuse-opt %s --gf-print-cuda -o /dev/null | FileCheck %s
// Printed expressions evaluate in the order of the operations: parentheses where C++ would group otherwise.

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 1} {
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
    %nr = gf.root "n" parameter escapes : !gf.root<tensor<?xi32>>
    gf.statement 20, 40 line 3
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("x")
    %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32> loc("y")
    %n = gf.read %nr : !gf.root<tensor<?xi32>> -> tensor<?xi32> loc("n")
    gf.region 1 lines [3] {
      %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
      %k:8 = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x, %y, %n : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>)
          shapes(%s, %s, %s, %s, %s, %s, %s, %s : !gf.shape<1>, !gf.shape<1>, !gf.shape<1>, !gf.shape<1>, !gf.shape<1>, !gf.shape<1>, !gf.shape<1>, !gf.shape<1>) {
      ^bb0(%a : f32 loc("x"), %b : f32 loc("y"), %n1 : i32 loc("n")):
        %0 = gf.elementwise "subtract"(%a, %b) : (f32, f32) -> f32
        %1 = gf.elementwise "subtract"(%b, %0) : (f32, f32) -> f32
        %2 = gf.elementwise "subtract"(%a, %b) : (f32, f32) -> f32
        %3 = gf.elementwise "subtract"(%2, %a) : (f32, f32) -> f32
        %4 = gf.elementwise "multiply"(%a, %b) : (f32, f32) -> f32
        %5 = gf.elementwise "multiply"(%b, %4) : (f32, f32) -> f32
        %6 = gf.elementwise "negative"(%a) : (f32) -> f32
        %7 = gf.elementwise "negative"(%6) : (f32) -> f32
        %8 = gf.elementwise "less"(%a, %b) : (f32, f32) -> i1
        %9 = gf.elementwise "less"(%b, %a) : (f32, f32) -> i1
        %10 = gf.elementwise "logical_and"(%8, %9) : (i1, i1) -> i1
        %11 = gf.elementwise "isnan"(%a) : (f32) -> i1
        %12 = gf.elementwise "logical_or"(%10, %11) : (i1, i1) -> i1
        %inf = gf.constant 0xFF800000 : f32
        %13 = gf.elementwise "add"(%a, %inf) : (f32, f32) -> f32
        %14 = gf.elementwise "where"(%12, %13, %b) : (i1, f32, f32) -> f32
        %15 = gf.elementwise "multiply"(%14, %a) : (f32, f32) -> f32
        %16 = gf.cast %a : f32 -> i32
        %17 = gf.elementwise "add"(%16, %n1) : (i32, i32) -> i32
        %18 = gf.cast %17 : i32 -> f64
        %tenth = gf.constant 1.000000e-01 : f64
        %19 = gf.elementwise "multiply"(%18, %tenth) : (f64, f64) -> f64
        %20 = gf.elementwise "exp"(%b) : (f32) -> f32
        %21 = gf.elementwise "isnan"(%20) : (f32) -> i1
        %22 = gf.elementwise "bitwise_and"(%n1, %n1) : (i32, i32) -> i32
        %least = gf.constant -2147483648 : i32
        %23 = gf.elementwise "bitwise_or"(%22, %least) : (i32, i32) -> i32
        gf.yield %1, %3, %5, %7, %15, %19, %21, %23 : f32, f32, f32, f32, f32, f64, i1, i32
      } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, stack_axes = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, reductions = array<i32: -1, -1, -1, -1, -1, -1, -1, -1>} -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf64>, tensor<?xi1>, tensor<?xi32>
      gf.yield
    }
    return
  }
}

// CHECK: result = y - (x - y);
// CHECK: result_out = x - y - x;
// CHECK: result_out_1 = y * (x * y);
// CHECK: result_out_2 = -(-x);
// CHECK: result_out_3 = ((x < y && y < x) || x != x ? x + -INFINITY : y) * x;
// CHECK: const double t1 = double(::gpufuse::scalar::add(::gpufuse::scalar::convert<std::int32_t>(x), n));
// CHECK: result_out_4 = t1 * 0.1;
// CHECK: const float exp_y = exp(y);
// CHECK: result_out_5 = exp_y != exp_y;
// CHECK: result_out_6 = (n & n) | (-2147483647 - 1);

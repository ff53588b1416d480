// A draw stays between the checks of the statements around it, though they run as one region.
// RUN: %gpufuse-opt %s --gf-pipeline --gf-print-cuda -o /dev/null | FileCheck %s

module attributes {gf.main_file = "a.cpp"} {
  func.func @f() attributes {gf.name = "f", gf.body = array<i64: 10, 500>, gf.kernels_at = 0, gf.line = 1, gf.statements = 3} {
    %n = gf.scalar "n" as "n" "long" direct : i64
    %xr = gf.root "x" parameter escapes : !gf.root<tensor<?xf32>>
    %yr = gf.root "y" parameter escapes : !gf.root<tensor<?xf32>>
    gf.statement 20, 29 line 2
    %x = gf.read %xr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
    %0 = gf.elementwise "negative"(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("x"("a.cpp":2:3))
    gf.assign %0 to %xr : tensor<?xf32>, !gf.root<tensor<?xf32>>
    gf.statement 30, 39 line 3
    %y = gf.read %yr : !gf.root<tensor<?xf32>> -> tensor<?xf32>
    %1 = gf.elementwise "add"(%0, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("t"("a.cpp":3:3))
    gf.statement 40, 49 line 4
    %d = gf.draw "rng" as "u_draw" : !gf.draw
    %u = gf.random uniform %d [%n] : tensor<?xf32> loc("u"("a.cpp":4:3))
    gf.statement 50, 50 line 5
    %2 = gf.elementwise "multiply"(%1, %u) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> loc("a.cpp":5:3)
    gf.host 50, 59 line 5 "return $0;" holes(%2 : tensor<?xf32>) exits
    return
  }
}

// What is written to x must be seen should line 3 throw, and line 3 throws before the draw.
// CHECK:      if (gpufuse::rt::disjoint(
// CHECK:        gpufuse::rt::broadcast({"a.cpp", 3,
// CHECK:        gpufuse::rt::launch(
// CHECK:      } else {
// CHECK:        gpufuse::rt::broadcast({"a.cpp", 3,
// CHECK:        gpufuse::rt::launch(
// CHECK:      const auto u_draw = rng.take();
// CHECK:      gpufuse::rt::broadcast({"a.cpp", 5,

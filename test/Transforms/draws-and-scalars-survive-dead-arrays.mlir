// Nobody uses the numbers, but the ticket was taken and the text has effects.
// RUN: %gpufuse-opt %s --gf-simplify | FileCheck %s

func.func @dead() {
  gf.statement 0, 9 line 1
  %n = gf.scalar "next()" as "n" "std::int64_t" : i64
  %d = gf.draw "rng" as "u_draw" : !gf.draw
  %u = gf.random uniform %d [%n] : tensor<?xf32>
  return
}
// CHECK: gf.scalar "next()"
// CHECK: gf.draw "rng"
// CHECK-NOT: gf.random

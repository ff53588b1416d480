// RUN: %gpufuse %s --emit=ir | FileCheck %s
// An `int` that is the count by its bare name is cast before the header's arithmetic on it, which is in 64 bits.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<double, 1> f(int n) {
  // CHECK: %[[EXTENT:.*]] = gf.scalar "n" as "n" "int" direct : i64
  // CHECK: %[[OWN:.*]] = gf.scalar "n" as "n" "std::int32_t" direct : i32
  // CHECK: %[[WIDE:.*]] = gf.cast %[[OWN]] : i32 -> i64
  // CHECK: gf.elementwise "subtract"(%[[WIDE]],
  // CHECK: gf.iota %[[EXTENT]]
  return gf::linspace(0.0, 1.0, n);
}

// RUN: %gpufuse %s --emit=ir | FileCheck %s
// A generic lambda of the function itself is inlined where it is called.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, float a) {
  auto scaled = [&](const auto &u) { return u * a + 1; };
  // CHECK: gf.scalar "a" as "a" "float" direct
  // CHECK: gf.elementwise "multiply"
  // CHECK: gf.elementwise "multiply"
  // CHECK: "return $0;"
  return scaled(x) + scaled(x * 2);
}

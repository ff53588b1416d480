// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Scalar text is captured at its statement; a variable that changes is copied, a fixed one is used directly;
// what calls unknown code is evaluated before the statement.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
struct Options { float dt; };
float next();

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, const Options &o, float fixed) {
  float moving = 1;
  // CHECK: gf.scalar "moving" as "moving_value" "float" : f32
  auto a = x * moving;
  moving += 1;
  // CHECK: gf.scalar "o.dt" as "o_dt" "float" : f32
  // CHECK: gf.scalar "fixed" as "fixed" "float" direct : f32
  auto b = a * o.dt + fixed;
  // CHECK: gf.host [[B:[0-9]+]], [[B]] line {{[0-9]+}} "const auto c_scalar = next();"
  // CHECK: gf.scalar "c_scalar" as "c_scalar" "float" direct : f32
  auto c = b * next();
  return c;
}

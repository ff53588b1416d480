// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Braces are evaluated from left to right, and different generators are independent.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
[[gpufuse::fuse]] gf::array<float, 2> f(gf::random::generator &a, gf::random::generator &b) {
  // CHECK-COUNT-4: gf.draw
  auto x = gf::stack({gf::random::uniform<float>(a, {9}), gf::random::uniform<float>(a, {9})});
  return x + (gf::random::uniform<float>(a, {9}) + gf::random::uniform<float>(b, {9}));
}

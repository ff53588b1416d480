// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Arrays inside a braced return are lifted one by one; by-value state is spelled through its object.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
struct State { gf::array<float, 1> x, v; };

[[gpufuse::fuse]] State step(State s, float dt) {
  // CHECK: gf.root "s.v" member :
  s.v *= dt;
  // CHECK: "return {$0, $1};" holes(
  return {s.x + s.v, s.v * 2};
}

// NPBench's softmax: over the last axis of a tensor of attention scores.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;

using Tensor = gf::array<float, 4>;

[[gpufuse::fuse]]
Tensor softmax(const Tensor &x) {
  auto powers = exp(x - gf::max(x, gf::axis(-1), gf::keepdims));
  return powers / gf::sum(powers, gf::axis(-1), gf::keepdims);
}

int main(int argc, char **argv) {
  const auto [n, heads, length] = npbench::sizes(argc, argv, {2, 3, 9});
  gf::random::generator rng(42);
  npbench::report("softmax", softmax(gf::random::uniform<float>(rng, {n, heads, length, length})));
}

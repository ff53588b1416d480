// NPBench's resnet: a bottleneck block of ResNet-50, three convolutions with normalization, added to its input.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice, gf::newaxis;

using Tensor = gf::array<float, 4>; // (images, height, width, channels); of weights (k, k, channels in, channels out)

Tensor convolved(const Tensor &x, const Tensor &weights) {
  const std::int64_t k = weights.extent(0), height = x.extent(1) - k + 1, width = x.extent(2) - k + 1;
  auto out = gf::zeros<float>({x.extent(0), height, width, weights.extent(3)});
  for (std::int64_t i = 0; i < k; ++i)
    for (std::int64_t j = 0; j < k; ++j)
      out += gf::sum(x(_, slice(i, i + height), slice(j, j + width), _, newaxis) * weights(i, j), gf::axis(3));
  return out;
}

/// Over the images. NPBench takes the root of the deviation, where batch normalization takes that of the variance.
Tensor normalized(const Tensor &x) {
  auto rest = x - gf::mean(x, gf::axis(0));
  auto deviation = sqrt(gf::mean(rest * rest, gf::axis(0)));
  return rest / sqrt(deviation + 1e-5f);
}

[[gpufuse::fuse]]
Tensor resnet(const Tensor &in, const Tensor &reduce, const Tensor &spatial, const Tensor &restore) {
  const std::int64_t images = in.extent(0), height = in.extent(1), width = in.extent(2);
  auto padded = gf::zeros<float>({images, height + 2, width + 2, reduce.extent(3)});
  padded(_, slice(1, -1), slice(1, -1)) = convolved(in, reduce);
  auto first = maximum(normalized(padded), 0);
  auto second = maximum(normalized(convolved(first, spatial)), 0);
  return maximum(normalized(convolved(second, restore)) + in, 0);
}

int main(int argc, char **argv) {
  const auto [n, width, height, c1, c2] = npbench::sizes(argc, argv, {3, 5, 4, 6, 2});
  gf::random::generator rng(42);
  const auto in = gf::random::uniform<float>(rng, {n, height, width, c1});
  const auto reduce = gf::random::uniform<float>(rng, {1, 1, c1, c2});
  const auto spatial = gf::random::uniform<float>(rng, {3, 3, c2, c2});
  const auto restore = gf::random::uniform<float>(rng, {1, 1, c2, c1});
  npbench::report("out", resnet(in, reduce, spatial, restore));
}

// NPBench's conv2d_bias: a convolution of images with channels, and a bias; each place of the kernel adds its share.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice, gf::newaxis;

using Tensor = gf::array<float, 4>;

/// `in` is (images, height, width, channels in), `weights` (k, k, channels in, channels out).
[[gpufuse::fuse]]
Tensor conv2d_bias(const Tensor &in, const Tensor &weights, const gf::array<float, 1> &bias) {
  const std::int64_t k = weights.extent(0), height = in.extent(1) - k + 1, width = in.extent(2) - k + 1;
  auto out = gf::zeros<float>({in.extent(0), height, width, weights.extent(3)});
  for (std::int64_t i = 0; i < k; ++i)
    for (std::int64_t j = 0; j < k; ++j) {
      auto pixels = in(_, slice(i, i + height), slice(j, j + width), _, newaxis);
      out += gf::sum(pixels * weights(i, j), gf::axis(3));
    }
  return out + bias;
}

int main(int argc, char **argv) {
  const auto [n, channels_in, channels_out, k, height, width] = npbench::sizes(argc, argv, {2, 3, 4, 2, 8, 7});
  gf::random::generator rng(42);
  const auto in = gf::random::uniform<float>(rng, {n, height, width, channels_in});
  const auto weights = gf::random::uniform<float>(rng, {k, k, channels_in, channels_out});
  const auto bias = gf::random::uniform<float>(rng, {channels_out});
  npbench::report("out", conv2d_bias(in, weights, bias));
}

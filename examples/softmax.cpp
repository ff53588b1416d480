// Softmax and layer norm of the rows of a table: reductions along an axis, and maps that use their results.
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

/// The greatest element of each row is taken off first, so that no exponential overflows.
[[gpufuse::fuse]]
gf::array<float, 2> softmax(const gf::array<float, 2> &x) {
  auto powers = exp(x - gf::max(x, gf::axis(1), gf::keepdims));
  return powers / gf::sum(powers, gf::axis(1), gf::keepdims);
}

[[gpufuse::fuse]]
gf::array<float, 2> layer_norm(const gf::array<float, 2> &x, const gf::array<float, 1> &scale,
                               const gf::array<float, 1> &shift) {
  auto rest = x - gf::mean(x, gf::axis(1), gf::keepdims);
  auto variance = gf::mean(rest * rest, gf::axis(1), gf::keepdims);
  return rest / sqrt(variance + 1e-5f) * scale + shift;
}

int main(int argc, char **argv) {
  const std::int64_t columns = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(11);
  const auto x = gf::random::normal<float>(rng, 0.0f, 3.0f, {20, columns});
  const auto scale = gf::random::uniform<float>(rng, 0.5f, 1.5f, {columns});
  const auto shift = gf::random::uniform<float>(rng, {columns});
  if (columns > 0) // nothing has no greatest element
    examples::report("softmax", softmax(x));
  examples::report("layer_norm", layer_norm(x, scale, shift));
}

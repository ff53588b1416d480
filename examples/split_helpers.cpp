// One computation split over four helpers in two headers, as larger programs are; it still becomes one kernel.
#include <gpufuse/gpufuse.h>

#include "report_values.h"
#include "split_helpers/weights.h"

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<float, 1> weighted(const gf::array<float, 1> &value, const gf::array<float, 1> &x,
                             const gf::array<float, 1> &y, const gf::array<float, 1> &angle) {
  auto weight = weights::observation(x, y, angle);
  return value * weight;
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(5);
  const auto value = gf::random::uniform<float>(rng, {n});
  const auto x = gf::random::uniform<float>(rng, -1.0f, 1.0f, {n});
  const auto y = gf::random::uniform<float>(rng, -1.0f, 1.0f, {n});
  const auto angle = gf::random::uniform<float>(rng, -720.0f, 720.0f, {n});
  examples::report("weighted", weighted(value, x, y, angle));
}

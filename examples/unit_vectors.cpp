// Random points on the unit sphere. NumPy-style execution needs a kernel for each operation; gpufuse makes it one.
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<float, 2> random_uniform_unitary(std::int64_t n, gf::random::generator &rng) {
  auto theta = gf::random::uniform<float>(rng, {n}) * (2 * gf::pi);
  auto phi = gf::random::uniform<float>(rng, {n}) * gf::pi;
  auto x = sin(phi) * cos(theta);
  auto y = sin(phi) * sin(theta);
  auto z = cos(phi);
  return gf::stack({x, y, z}, gf::axis(-1));
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(2025);
  examples::report("points", random_uniform_unitary(n, rng));
  if (argc > 2) // any second argument: time it
    examples::report_time("random_uniform_unitary", [&] { (void)random_uniform_unitary(n, rng); });
}

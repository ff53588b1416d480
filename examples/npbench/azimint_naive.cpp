// NPBench's azimint_naive: the mean of what is measured in each of many rings around a centre.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;

using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
Vector azimint_naive(const Vector &data, const Vector &radius, std::int64_t rings) {
  const double greatest = gf::max(radius);
  auto result = gf::zeros<double>({rings});
  for (std::int64_t i = 0; i < rings; ++i) {
    const double from = greatest * i / rings, to = greatest * (i + 1) / rings;
    auto in_ring = from <= radius && radius < to;
    result(i) = gf::sum(where(in_ring, data, 0)) / gf::sum(in_ring);
  }
  return result;
}

int main(int argc, char **argv) {
  const auto [n, rings] = npbench::sizes(argc, argv, {500, 8});
  gf::random::generator rng(42);
  const auto data = gf::random::uniform<double>(rng, {n});
  const auto radius = gf::random::uniform<double>(rng, {n});
  npbench::report("mean", azimint_naive(data, radius, rings));
}

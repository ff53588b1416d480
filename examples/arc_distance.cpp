// The distance between pairs of points on a sphere, by the haversine formula (NPBench's arc_distance).
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<double, 1> arc_distance(const gf::array<double, 1> &theta_1, const gf::array<double, 1> &phi_1,
                                  const gf::array<double, 1> &theta_2, const gf::array<double, 1> &phi_2) {
  auto half_chord_squared = pow(sin((theta_2 - theta_1) / 2), 2) +
                            cos(theta_1) * cos(theta_2) * pow(sin((phi_2 - phi_1) / 2), 2);
  return 2 * arctan2(sqrt(half_chord_squared), sqrt(1 - half_chord_squared));
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(42);
  const auto theta_1 = gf::random::uniform<double>(rng, {n});
  const auto phi_1 = gf::random::uniform<double>(rng, {n});
  const auto theta_2 = gf::random::uniform<double>(rng, {n});
  const auto phi_2 = gf::random::uniform<double>(rng, {n});
  examples::report("distance", arc_distance(theta_1, phi_1, theta_2, phi_2));
}

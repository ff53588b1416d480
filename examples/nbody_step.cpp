// Gravity among n bodies, integrated by leapfrog steps (the meaning of NPBench's nbody).
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

struct bodies {
  gf::array<double, 2> position; ///< (n, 3)
  gf::array<double, 2> velocity; ///< (n, 3)
  gf::array<double, 2> mass;     ///< (n, 1)
};

[[gpufuse::fuse]]
gf::array<double, 2> acceleration(const gf::array<double, 2> &position, const gf::array<double, 2> &mass,
                                  double gravity, double softening) {
  const std::int64_t n = position.extent(0);
  auto x = position(gf::_, 0);
  auto y = position(gf::_, 1);
  auto z = position(gf::_, 2);
  auto m = mass(gf::_, 0);
  auto result = gf::zeros<double>({n, 3});
  for (std::int64_t i = 0; i < n; ++i) {
    auto dx = x - x(i);
    auto dy = y - y(i);
    auto dz = z - z(i);
    auto weight = m * pow(dx * dx + dy * dy + dz * dz + softening * softening, -1.5);
    result(i, 0) = gravity * sum(dx * weight);
    result(i, 1) = gravity * sum(dy * weight);
    result(i, 2) = gravity * sum(dz * weight);
  }
  return result;
}

[[gpufuse::fuse]]
void step(bodies &state, gf::array<double, 2> &force, double gravity, double softening, double dt) {
  state.velocity += force * (dt / 2);
  state.position += state.velocity * dt;
  force = acceleration(state.position, state.mass, gravity, softening);
  state.velocity += force * (dt / 2);
}

[[gpufuse::fuse]]
double kinetic_energy(const bodies &state) {
  return 0.5 * sum(state.mass * state.velocity * state.velocity);
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 25);
  gf::random::generator rng(42);
  bodies state;
  state.mass = 20.0 * gf::ones<double>({n, 1}) / static_cast<double>(n);
  state.position = gf::random::normal<double>(rng, {n, 3});
  state.velocity = gf::random::normal<double>(rng, {n, 3});

  const double gravity = 1.0, softening = 0.1, dt = 0.01;
  auto force = acceleration(state.position, state.mass, gravity, softening);
  for (int t = 0; t < 10; ++t)
    step(state, force, gravity, softening, dt);

  examples::report("position", state.position);
  examples::report("velocity", state.velocity);
  examples::report("kinetic", kinetic_energy(state));
}

// NPBench's nbody: gravity among n bodies by leapfrog steps, all pairs at once, and the energies after each step.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::newaxis;

using Vectors = gf::array<double, 2>; // (n, 3)
using Masses = gf::array<double, 1>;

/// How far body j is from body i along one axis, (n, n).
gf::array<double, 2> apart(gf::view<const double, 1> x) { return x(newaxis, _) - x(_, newaxis); }

[[gpufuse::fuse]]
Vectors acceleration(const Vectors &position, const Masses &mass, double gravity, double softening) {
  auto dx = apart(position(_, 0));
  auto dy = apart(position(_, 1));
  auto dz = apart(position(_, 2));
  auto weight = gravity * mass * pow(dx * dx + dy * dy + dz * dz + softening * softening, -1.5);
  auto ax = gf::sum(dx * weight, gf::axis(1));
  auto ay = gf::sum(dy * weight, gf::axis(1));
  auto az = gf::sum(dz * weight, gf::axis(1));
  return gf::stack({ax, ay, az}, gf::axis(-1));
}

[[gpufuse::fuse]]
double kinetic_energy(const Vectors &velocity, const Masses &mass) {
  return 0.5 * gf::sum(mass(_, newaxis) * velocity * velocity);
}

/// Each pair counts once: the triangle above the diagonal.
[[gpufuse::fuse]]
double potential_energy(const Vectors &position, const Masses &mass, double gravity) {
  auto dx = apart(position(_, 0));
  auto dy = apart(position(_, 1));
  auto dz = apart(position(_, 2));
  auto distance = sqrt(dx * dx + dy * dy + dz * dz);
  auto inverse = where(distance > 0, 1 / distance, 0);
  return -gravity * gf::sum(gf::triu(mass(_, newaxis) * mass * inverse, 1));
}

[[gpufuse::fuse]]
void step(Vectors &position, Vectors &velocity, Vectors &force, const Masses &mass, double dt, double gravity,
          double softening) {
  velocity += force * dt / 2;
  position += velocity * dt;
  force = acceleration(position, mass, gravity, softening);
  velocity += force * dt / 2;
}

/// The velocities relative to the centre of mass.
[[gpufuse::fuse]]
void centre(Vectors &velocity, const Masses &mass) {
  velocity -= gf::mean(mass(_, newaxis) * velocity, gf::axis(0)) / gf::mean(mass);
}

int main(int argc, char **argv) {
  const auto [n, end, steps] = npbench::sizes(argc, argv, {10, 1, 5}); // tEnd and its number of steps, tEnd / dt
  const double dt = static_cast<double>(end) / steps, gravity = 1.0, softening = 0.1;
  gf::random::generator rng(42);
  const Masses mass = gf::full<double>({n}, 20.0 / n);
  auto position = gf::random::uniform<double>(rng, {n, 3});
  auto velocity = gf::random::uniform<double>(rng, {n, 3});

  centre(velocity, mass);
  auto force = acceleration(position, mass, gravity, softening);
  auto kinetic = gf::zeros<double>({steps + 1});
  auto potential = gf::zeros<double>({steps + 1});
  for (std::int64_t t = 0; t <= steps; ++t) {
    kinetic(t) = kinetic_energy(velocity, mass);
    potential(t) = potential_energy(position, mass, gravity);
    if (t < steps)
      step(position, velocity, force, mass, dt, gravity, softening);
  }
  npbench::report("kinetic", kinetic);
  npbench::report("potential", potential);
}

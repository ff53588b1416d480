// What the two flows share: the terms of the Navier-Stokes equations inside of a grid of ny rows and nx columns.
#pragma once

#include <gpufuse/gpufuse.h>

namespace flow {

using gpufuse::_, gpufuse::slice;
using Field = gpufuse::array<double, 2>;

struct grid {
  double dx, dy, dt, density, viscosity;
};

/// A square of side 2.
inline grid square(std::int64_t ny, std::int64_t nx) {
  const auto rows = static_cast<double>(ny - 1), columns = static_cast<double>(nx - 1);
  return {2 / columns, 2 / rows, 0.1 / (rows * columns), 1.0, 0.1};
}

/// Central differences along the rows and along the columns.
inline Field slope_x(const Field &f, double dx) {
  return (f(slice(1, -1), slice(2, _)) - f(slice(1, -1), slice(_, -2))) / (2 * dx);
}
inline Field slope_y(const Field &f, double dy) {
  return (f(slice(2, _), slice(1, -1)) - f(slice(_, -2), slice(1, -1))) / (2 * dy);
}

/// The right side of the pressure's Poisson equation.
inline Field pressure_source(const Field &u, const Field &v, const grid &g) {
  auto ux = slope_x(u, g.dx);
  auto uy = slope_y(u, g.dy);
  auto vx = slope_x(v, g.dx);
  auto vy = slope_y(v, g.dy);
  return g.density * ((ux + vy) / g.dt - ux * ux - 2 * (uy * vx) - vy * vy);
}

/// One step of Jacobi's method for the pressure.
inline Field relaxed_pressure(const Field &p, const Field &source, const grid &g) {
  const double dx2 = g.dx * g.dx, dy2 = g.dy * g.dy;
  auto across = (p(slice(1, -1), slice(2, _)) + p(slice(1, -1), slice(_, -2))) * dy2;
  auto along = (p(slice(2, _), slice(1, -1)) + p(slice(_, -2), slice(1, -1))) * dx2;
  return (across + along - dx2 * dy2 * source) / (2 * (dx2 + dy2));
}

/// How much a velocity's component `f` changes in a step: carried along by (u, v), and by viscosity.
inline Field transported(const Field &f, const Field &u, const Field &v, const grid &g) {
  auto from_west = f(slice(1, -1), slice(1, -1)) - f(slice(1, -1), slice(_, -2));
  auto from_north = f(slice(1, -1), slice(1, -1)) - f(slice(_, -2), slice(1, -1));
  auto to_east = f(slice(1, -1), slice(2, _)) - f(slice(1, -1), slice(1, -1));
  auto to_south = f(slice(2, _), slice(1, -1)) - f(slice(1, -1), slice(1, -1));
  auto carried = u(slice(1, -1), slice(1, -1)) * from_west / g.dx + v(slice(1, -1), slice(1, -1)) * from_north / g.dy;
  auto spread = (to_east - from_west) / (g.dx * g.dx) + (to_south - from_north) / (g.dy * g.dy);
  return g.dt * (g.viscosity * spread - carried);
}

} // namespace flow

// NPBench's channel_flow: a liquid between two walls, driven by a force until it flows steadily; what leaves at one end
// enters at the other. A column more at each end repeats the opposite one.
#include "flow.h"
#include "npbench.h"

namespace gf = gpufuse;
using flow::Field;
using gf::_, gf::slice;

/// Copies the ends to the columns beyond the opposite ones.
void wrap(Field &f) {
  f(_, 0) = f(_, -2);
  f(_, -1) = f(_, 1);
}

/// Returns the number of steps.
[[gpufuse::fuse]]
int channel_flow(std::int64_t relaxations, Field &u, Field &v, Field &p, const flow::grid &g, double force) {
  int steps = 0;
  double change = 1;
  while (change > 0.001) {
    auto source = flow::pressure_source(u, v, g);
    for (std::int64_t r = 0; r < relaxations; ++r) {
      p(slice(1, -1), slice(1, -1)) = flow::relaxed_pressure(p, source, g);
      p(-1, _) = p(-2, _);
      p(0, _) = p(1, _);
      wrap(p);
    }

    const double before = gf::sum(u(_, slice(1, -1)));
    auto new_u = u(slice(1, -1), slice(1, -1)) + flow::transported(u, u, v, g) -
                 g.dt / g.density * flow::slope_x(p, g.dx) + force * g.dt;
    auto new_v =
        v(slice(1, -1), slice(1, -1)) + flow::transported(v, u, v, g) - g.dt / g.density * flow::slope_y(p, g.dy);
    u(slice(1, -1), slice(1, -1)) = new_u;
    v(slice(1, -1), slice(1, -1)) = new_v;
    wrap(u);
    wrap(v);
    const double after = gf::sum(u(_, slice(1, -1)));
    change = (after - before) / after;
    ++steps;
  }
  return steps;
}

int main(int argc, char **argv) {
  const auto [ny, nx, relaxations] = npbench::sizes(argc, argv, {7, 5, 2});
  auto u = gf::zeros<double>({ny, nx + 2});
  auto v = gf::zeros<double>({ny, nx + 2});
  auto p = gf::ones<double>({ny, nx + 2});
  npbench::report("steps", channel_flow(relaxations, u, v, p, flow::square(ny, nx), 1.0));
  npbench::report("u", gf::array<double, 2>(u(_, slice(1, -1))));
  npbench::report("v", gf::array<double, 2>(v(_, slice(1, -1))));
  npbench::report("p", gf::array<double, 2>(p(_, slice(1, -1))));
}

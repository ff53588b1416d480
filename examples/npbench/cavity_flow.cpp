// NPBench's cavity_flow: a liquid in a box whose lid moves.
#include "flow.h"
#include "npbench.h"

namespace gf = gpufuse;
using flow::Field;
using gf::_, gf::slice;

[[gpufuse::fuse]]
void cavity_flow(std::int64_t steps, std::int64_t relaxations, Field &u, Field &v, Field &p, const flow::grid &g) {
  for (std::int64_t t = 0; t < steps; ++t) {
    auto source = flow::pressure_source(u, v, g);
    for (std::int64_t r = 0; r < relaxations; ++r) {
      p(slice(1, -1), slice(1, -1)) = flow::relaxed_pressure(p, source, g);
      p(_, -1) = p(_, -2);
      p(0, _) = p(1, _);
      p(_, 0) = p(_, 1);
      p(-1, _) = 0;
    }

    auto new_u =
        u(slice(1, -1), slice(1, -1)) + flow::transported(u, u, v, g) - g.dt / g.density * flow::slope_x(p, g.dx);
    auto new_v =
        v(slice(1, -1), slice(1, -1)) + flow::transported(v, u, v, g) - g.dt / g.density * flow::slope_y(p, g.dy);
    u(slice(1, -1), slice(1, -1)) = new_u;
    v(slice(1, -1), slice(1, -1)) = new_v;
    u(-1, _) = 1; // the lid; nothing else on the rim moves, and nothing did before
  }
}

int main(int argc, char **argv) {
  const auto [ny, nx, steps, relaxations] = npbench::sizes(argc, argv, {9, 11, 4, 3});
  auto u = gf::zeros<double>({ny, nx});
  auto v = gf::zeros<double>({ny, nx});
  auto p = gf::zeros<double>({ny, nx});
  cavity_flow(steps, relaxations, u, v, p, flow::square(ny, nx));
  npbench::report("u", u);
  npbench::report("v", v);
  npbench::report("p", p);
}

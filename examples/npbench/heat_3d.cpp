// NPBench's heat_3d: the heat equation in a cube, back and forth between two arrays.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Cube = gf::array<double, 3>;

using View = gf::view<const double, 3>;

/// The second difference along an axis.
Cube curvature(View before, View here, View after) { return before - 2 * here + after; }

/// What the inside of a cube becomes.
Cube spread(const Cube &x) {
  return x(slice(1, -1), slice(1, -1), slice(1, -1)) +
         0.125 * curvature(x(slice(_, -2), slice(1, -1), slice(1, -1)), x(slice(1, -1), slice(1, -1), slice(1, -1)),
                           x(slice(2, _), slice(1, -1), slice(1, -1))) +
         0.125 * curvature(x(slice(1, -1), slice(_, -2), slice(1, -1)), x(slice(1, -1), slice(1, -1), slice(1, -1)),
                           x(slice(1, -1), slice(2, _), slice(1, -1))) +
         0.125 * curvature(x(slice(1, -1), slice(1, -1), slice(_, -2)), x(slice(1, -1), slice(1, -1), slice(1, -1)),
                           x(slice(1, -1), slice(1, -1), slice(2, _)));
}

[[gpufuse::fuse]]
void heat_3d(std::int64_t steps, Cube &a, Cube &b) {
  for (std::int64_t t = 1; t < steps; ++t) {
    b(slice(1, -1), slice(1, -1), slice(1, -1)) = spread(a);
    a(slice(1, -1), slice(1, -1), slice(1, -1)) = spread(b);
  }
}

int main(int argc, char **argv) {
  const auto [steps, n] = npbench::sizes(argc, argv, {3, 9});
  const auto i = npbench::column(n)(_, _, gf::newaxis);
  const auto j = npbench::column(n);
  const auto k = npbench::row(n);
  Cube a = (i + j + (n - k)) * 10 / n, b = a;
  heat_3d(steps, a, b);
  npbench::report("a", a);
  npbench::report("b", b);
}

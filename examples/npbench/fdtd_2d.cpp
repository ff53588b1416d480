// NPBench's fdtd_2d: Maxwell's equations in a plane, the electric and the magnetic field in turn.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Field = gf::array<double, 2>;

[[gpufuse::fuse]]
void fdtd_2d(Field &ex, Field &ey, Field &hz, const gf::array<double, 1> &source) {
  for (std::int64_t t = 0; t < source.extent(0); ++t) {
    ey(0, _) = source(t);
    ey(slice(1, _), _) -= 0.5 * (hz(slice(1, _), _) - hz(slice(_, -1), _));
    ex(_, slice(1, _)) -= 0.5 * (hz(_, slice(1, _)) - hz(_, slice(_, -1)));
    hz(slice(_, -1), slice(_, -1)) -= 0.7 * (ex(slice(_, -1), slice(1, _)) - ex(slice(_, -1), slice(_, -1)) +
                                             ey(slice(1, _), slice(_, -1)) - ey(slice(_, -1), slice(_, -1)));
  }
}

int main(int argc, char **argv) {
  const auto [steps, nx, ny] = npbench::sizes(argc, argv, {4, 15, 17});
  const auto i = npbench::column(nx);
  const auto j = npbench::row(ny);
  Field ex = i * (j + 1) / nx, ey = i * (j + 2) / ny, hz = i * (j + 3) / nx;
  fdtd_2d(ex, ey, hz, npbench::row(steps));
  npbench::report("ex", ex);
  npbench::report("ey", ey);
  npbench::report("hz", hz);
}

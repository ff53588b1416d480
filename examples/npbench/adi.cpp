// NPBench's adi: diffusion in a plane by alternating directions; each half step solves tridiagonal systems, all lines
// at once. The diagonal is that of PolyBench; NPBench has 1 + mesh for both directions, with which the values grow
// without bound.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Plane = gf::array<double, 2>;

[[gpufuse::fuse]]
void adi(std::int64_t steps, Plane &u) {
  const std::int64_t n = u.extent(0);
  const double mesh = static_cast<double>(n) * static_cast<double>(n) / static_cast<double>(steps);
  const double along = -mesh, across = -mesh / 2; // of the off-diagonals: twice as much diffusion one way
  const double along_diagonal = 1 + 2 * mesh, across_diagonal = 1 + mesh;
  auto v = gf::zeros<double>({n, n});
  auto p = gf::zeros<double>({n, n}); // of the elimination: x[j] = p[j] x[j + 1] + q[j]
  auto q = gf::zeros<double>({n, n});
  for (std::int64_t t = 0; t < steps; ++t) {
    v(0, slice(1, -1)) = 1;
    p(slice(1, -1), 0) = 0;
    q(slice(1, -1), 0) = 1;
    for (std::int64_t j = 1; j < n - 1; ++j) {
      auto pivot = along * p(slice(1, -1), j - 1) + along_diagonal;
      auto right = (1 + 2 * across) * u(j, slice(1, -1)) - across * (u(j, slice(_, -2)) + u(j, slice(2, _)));
      q(slice(1, -1), j) = (right - along * q(slice(1, -1), j - 1)) / pivot;
      p(slice(1, -1), j) = -along / pivot;
    }
    v(n - 1, slice(1, -1)) = 1;
    for (std::int64_t j = n - 2; j > 0; --j)
      v(j, slice(1, -1)) = p(slice(1, -1), j) * v(j + 1, slice(1, -1)) + q(slice(1, -1), j);

    u(slice(1, -1), 0) = 1;
    p(slice(1, -1), 0) = 0;
    q(slice(1, -1), 0) = 1;
    for (std::int64_t j = 1; j < n - 1; ++j) {
      auto pivot = across * p(slice(1, -1), j - 1) + across_diagonal;
      auto right = (1 + 2 * along) * v(slice(1, -1), j) - along * (v(slice(_, -2), j) + v(slice(2, _), j));
      q(slice(1, -1), j) = (right - across * q(slice(1, -1), j - 1)) / pivot;
      p(slice(1, -1), j) = -across / pivot;
    }
    u(slice(1, -1), n - 1) = 1;
    for (std::int64_t j = n - 2; j > 0; --j)
      u(slice(1, -1), j) = p(slice(1, -1), j) * u(slice(1, -1), j + 1) + q(slice(1, -1), j);
  }
}

int main(int argc, char **argv) {
  const auto [steps, n] = npbench::sizes(argc, argv, {3, 12});
  const auto i = npbench::column(n);
  const auto j = npbench::row(n);
  Plane u = (i + n - j) / n;
  adi(steps, u);
  npbench::report("u", u);
}

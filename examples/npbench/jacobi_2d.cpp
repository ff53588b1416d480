// NPBench's jacobi_2d: the mean of five neighbours, back and forth between two plates.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Plate = gf::array<double, 2>;

/// What the inside of a plate becomes.
Plate smoothed(const Plate &x) {
  return 0.2 * (x(slice(1, -1), slice(1, -1)) + x(slice(_, -2), slice(1, -1)) + x(slice(2, _), slice(1, -1)) +
                x(slice(1, -1), slice(_, -2)) + x(slice(1, -1), slice(2, _)));
}

[[gpufuse::fuse]]
void jacobi_2d(std::int64_t steps, Plate &a, Plate &b) {
  for (std::int64_t t = 1; t < steps; ++t) {
    b(slice(1, -1), slice(1, -1)) = smoothed(a);
    a(slice(1, -1), slice(1, -1)) = smoothed(b);
  }
}

int main(int argc, char **argv) {
  const auto [steps, n] = npbench::sizes(argc, argv, {4, 20});
  const auto i = npbench::column(n);
  const auto j = npbench::row(n);
  Plate a = i * (j + 2) / n, b = i * (j + 3) / n;
  jacobi_2d(steps, a, b);
  npbench::report("a", a);
  npbench::report("b", b);
}

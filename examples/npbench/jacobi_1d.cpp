// NPBench's jacobi_1d: the mean of three neighbours, back and forth between two rods.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

[[gpufuse::fuse]]
void jacobi_1d(std::int64_t steps, gf::array<double, 1> &a, gf::array<double, 1> &b) {
  for (std::int64_t t = 1; t < steps; ++t) {
    b(slice(1, -1)) = (a(slice(_, -2)) + a(slice(1, -1)) + a(slice(2, _))) * 0.33333;
    a(slice(1, -1)) = (b(slice(_, -2)) + b(slice(1, -1)) + b(slice(2, _))) * 0.33333;
  }
}

int main(int argc, char **argv) {
  const auto [steps, n] = npbench::sizes(argc, argv, {5, 40});
  const auto i = npbench::row(n);
  gf::array<double, 1> a = (i + 2) / n, b = (i + 3) / n;
  jacobi_1d(steps, a, b);
  npbench::report("a", a);
  npbench::report("b", b);
}

// NPBench's atax: the transpose of a matrix times the matrix times a vector.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

[[gpufuse::fuse]]
gf::array<double, 1> atax(const gf::array<double, 2> &a, const gf::array<double, 1> &x) {
  auto product = gf::sum(a * x, gf::axis(1));
  return gf::sum(a * product(_, gf::newaxis), gf::axis(0));
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {20, 25});
  const auto i = npbench::column(m);
  const auto j = npbench::row(n);
  const gf::array<double, 1> x = 1 + j / n;
  const gf::array<double, 2> a = (i + j) % n / (5 * m);
  npbench::report("y", atax(a, x));
}

// NPBench's bicg: a matrix times one vector, and another vector times the matrix, as in each step of BiCG.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

using Vector = gf::array<double, 1>;

struct products {
  Vector left, right;
};

[[gpufuse::fuse]]
products bicg(const gf::array<double, 2> &a, const Vector &p, const Vector &r) {
  auto left = gf::sum(r(_, gf::newaxis) * a, gf::axis(0));
  auto right = gf::sum(a * p, gf::axis(1));
  return {left, right};
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {19, 26});
  const auto i = npbench::column(n);
  const auto j = npbench::row(m);
  const gf::array<double, 2> a = i * (j + 1) % n / n;
  const Vector p = j % m / m, r = npbench::row(n) % n / n;
  const products result = bicg(a, p, r);
  npbench::report("left", result.left);
  npbench::report("right", result.right);
}

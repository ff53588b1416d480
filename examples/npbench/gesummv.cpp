// NPBench's gesummv: the sum of two matrices, each scaled, times a vector; one pass over both.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;

using Matrix = gf::array<double, 2>;
using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
Vector gesummv(double alpha, double beta, const Matrix &a, const Matrix &b, const Vector &x) {
  return gf::sum((alpha * a + beta * b) * x, gf::axis(1));
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {27});
  const auto i = npbench::column(n);
  const auto j = npbench::row(n);
  const Matrix a = (i * j + 1) % n / n, b = (i * j + 2) % n / n;
  const Vector x = j % n / n;
  npbench::report("y", gesummv(1.5, 1.2, a, b, x));
}

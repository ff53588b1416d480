// NPBench's symm: a symmetric matrix, of which only the lower triangle is stored, times another, plus a third.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice, gf::newaxis;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void symm(double alpha, double beta, Matrix &c, const Matrix &a, const Matrix &b) {
  c *= beta;
  for (std::int64_t i = 0; i < c.extent(0); ++i) {
    auto left = a(i, slice(_, i))(_, newaxis); // of the diagonal
    c(slice(_, i), _) += alpha * left * b(i, _);
    c(i, _) += alpha * (b(i, _) * a(i, i) + gf::sum(left * b(slice(_, i), _), gf::axis(0)));
  }
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {10, 12});
  const auto i = npbench::column(m);
  const auto j = npbench::row(n);
  Matrix c = (i + j) % 100 / m;
  const Matrix b = (n + i - j) % 100 / m;
  const Matrix a = where(npbench::row(m) <= i, (i + npbench::row(m)) % 100 / m, -999);
  symm(1.5, 1.2, c, a, b);
  npbench::report("c", c);
}

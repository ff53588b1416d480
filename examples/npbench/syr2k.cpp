// NPBench's syr2k: a symmetric matrix plus A times B transposed and B times A transposed, a row of the lower triangle
// at a time.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void syr2k(double alpha, double beta, Matrix &c, const Matrix &a, const Matrix &b) {
  for (std::int64_t i = 0; i < a.extent(0); ++i) {
    auto products = gf::sum(a(slice(_, i + 1), _) * b(i, _) + b(slice(_, i + 1), _) * a(i, _), gf::axis(1));
    c(i, slice(_, i + 1)) = beta * c(i, slice(_, i + 1)) + alpha * products;
  }
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {10, 13});
  const auto i = npbench::column(n);
  const auto k = npbench::row(m);
  Matrix c = (i * npbench::row(n) + 3) % n / m;
  const Matrix a = (i * k + 1) % n / n, b = (i * k + 2) % m / m;
  syr2k(1.5, 1.2, c, a, b);
  npbench::report("c", c);
}

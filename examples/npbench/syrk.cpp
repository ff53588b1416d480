// NPBench's syrk: a symmetric matrix plus a matrix times its transpose, a row of the lower triangle at a time.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void syrk(double alpha, double beta, Matrix &c, const Matrix &a) {
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    c(i, slice(_, i + 1)) =
        beta * c(i, slice(_, i + 1)) + alpha * gf::sum(a(slice(_, i + 1), _) * a(i, _), gf::axis(1));
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {10, 13});
  const auto i = npbench::column(n);
  Matrix c = (i * npbench::row(n) + 2) % n / m;
  const Matrix a = (i * npbench::row(m) + 1) % n / n;
  syrk(1.5, 1.2, c, a);
  npbench::report("c", c);
}

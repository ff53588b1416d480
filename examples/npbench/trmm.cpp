// NPBench's trmm: the transpose of a unit lower triangular matrix times another, in place, a row at a time.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void trmm(double alpha, const Matrix &a, Matrix &b) {
  for (std::int64_t i = 0; i < b.extent(0); ++i)
    b(i, _) += gf::sum(a(slice(i + 1, _), slice(i, i + 1)) * b(slice(i + 1, _), _), gf::axis(0));
  b *= alpha;
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {11, 13});
  const auto i = npbench::column(m);
  const Matrix a = i * npbench::row(m) % m / m; // what is on and above the diagonal is never read
  Matrix b = (n + i - npbench::row(n)) % n / n;
  trmm(1.5, a, b);
  npbench::report("b", b);
}

// NPBench's cholesky: the Cholesky decomposition in the lower triangle, a column at a time; the upper one stays.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void cholesky(Matrix &a) {
  for (std::int64_t k = 0; k < a.extent(0); ++k) {
    auto rest = a(slice(k, _), k) - gf::sum(a(slice(k, _), slice(_, k)) * a(k, slice(_, k)), gf::axis(1));
    a(slice(k, _), k) = rest / std::sqrt(rest(0));
  }
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {15});
  Matrix a = npbench::positive_definite(n);
  cholesky(a);
  npbench::report("a", a);
}

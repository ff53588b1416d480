// NPBench's trisolv: a lower triangular system by forward substitution, an unknown at a time.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
Vector trisolv(const gf::array<double, 2> &lower, const Vector &b) {
  auto x = gf::zeros_like(b);
  for (std::int64_t i = 0; i < b.extent(0); ++i)
    x(i) = (b(i) - gf::sum(lower(i, slice(_, i)) * x(slice(_, i)))) / lower(i, i);
  return x;
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {20});
  const gf::array<double, 2> lower = (npbench::column(n) + n - npbench::row(n) + 1) * 2 / n;
  npbench::report("x", trisolv(lower, npbench::row(n)));
}

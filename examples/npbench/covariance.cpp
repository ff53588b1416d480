// NPBench's covariance: of all pairs of columns of a table, a row of the symmetric result at a time.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Table = gf::array<double, 2>;

[[gpufuse::fuse]]
Table covariance(const Table &data) {
  const std::int64_t n = data.extent(0), m = data.extent(1);
  auto centred = data - gf::mean(data, gf::axis(0));
  auto result = gf::zeros<double>({m, m});
  for (std::int64_t i = 0; i < m; ++i) {
    auto rest = gf::sum(centred(_, slice(i, i + 1)) * centred(_, slice(i, _)), gf::axis(0)) / (n - 1.0);
    result(i, slice(i, _)) = rest;
    result(slice(i, _), i) = rest;
  }
  return result;
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {11, 14});
  const Table data = npbench::column(n) * npbench::row(m) / m;
  npbench::report("covariance", covariance(data));
}

// NPBench's correlation: Pearson's coefficients of all pairs of columns of a table.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Table = gf::array<double, 2>;

[[gpufuse::fuse]]
Table correlation(const Table &data) {
  const std::int64_t n = data.extent(0), m = data.extent(1);
  auto deviation = gf::stddev(data, gf::axis(0));
  auto divisor = std::sqrt(static_cast<double>(n)) * where(deviation <= 0.1, 1, deviation); // nearly constant columns
  auto scaled = (data - gf::mean(data, gf::axis(0))) / divisor;
  auto result = gf::eye<double>(m);
  for (std::int64_t i = 0; i < m - 1; ++i) {
    auto rest = gf::sum(scaled(_, slice(i, i + 1)) * scaled(_, slice(i + 1, _)), gf::axis(0));
    result(i, slice(i + 1, _)) = rest;
    result(slice(i + 1, _), i) = rest;
  }
  return result;
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {11, 14});
  const auto i = npbench::column(n);
  const Table data = i * npbench::row(m) / m + i;
  npbench::report("correlation", correlation(data));
}

// NPBench's nussinov: how many pairs of bases a strand of RNA can form; the best way to split each part of it is a
// reduction.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Table = gf::array<std::int32_t, 2>;

/// Element (i, j) is the number of pairs between bases i and j.
[[gpufuse::fuse]]
Table nussinov(const gf::array<std::int32_t, 1> &bases) {
  const std::int64_t n = bases.extent(0);
  auto table = gf::zeros<std::int32_t>({n, n});
  for (std::int64_t i = n - 2; i >= 0; --i)
    for (std::int64_t j = i + 1; j < n; ++j) {
      auto split = gf::max(table(i, slice(i, j)) + table(slice(i + 1, j + 1), j));
      const bool is_pair = bases(i) + bases(j) == 3 && j > i + 1;
      table(i, j) = maximum(split, table(i + 1, j - 1) + (is_pair ? 1 : 0));
    }
  return table;
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {12});
  npbench::report("table", nussinov((gf::arange(static_cast<std::int32_t>(n)) + 1) % 4));
}

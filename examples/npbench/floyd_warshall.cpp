// NPBench's floyd_warshall: the shortest paths between all pairs of nodes; each step admits one more node on the way.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Distances = gf::array<std::int32_t, 2>;

[[gpufuse::fuse]]
void floyd_warshall(Distances &path) {
  for (std::int64_t k = 0; k < path.extent(0); ++k)
    path(_, _) = minimum(path, path(_, slice(k, k + 1)) + path(slice(k, k + 1), _));
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {20});
  const auto j = gf::arange(static_cast<std::int32_t>(n));
  const auto i = j(_, gf::newaxis);
  Distances path = where((i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0, 999, i * j % 7 + 1);
  floyd_warshall(path);
  npbench::report("path", path);
}

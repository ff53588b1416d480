// NPBench's lu: the LU decomposition in place, without pivots; each step subtracts an outer product from what is left.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void lu(Matrix &a) {
  for (std::int64_t k = 0; k < a.extent(0); ++k) {
    a(slice(k + 1, _), k) /= a(k, k);
    a(slice(k + 1, _), slice(k + 1, _)) -= a(slice(k + 1, _), slice(k, k + 1)) * a(slice(k, k + 1), slice(k + 1, _));
  }
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {15});
  Matrix a = npbench::positive_definite(n);
  lu(a);
  npbench::report("a", a);
}

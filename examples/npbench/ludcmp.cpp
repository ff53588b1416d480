// NPBench's ludcmp: a system of equations by LU decomposition, then forward and backward substitution.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;
using Vector = gf::array<double, 1>;

struct solution {
  Vector x, y; ///< of the whole system, and of the lower triangular one
};

[[gpufuse::fuse]]
solution ludcmp(Matrix &a, const Vector &b) {
  const std::int64_t n = a.extent(0);
  Vector y = b;
  for (std::int64_t k = 0; k < n; ++k) {
    a(slice(k + 1, _), k) /= a(k, k);
    a(slice(k + 1, _), slice(k + 1, _)) -= a(slice(k + 1, _), slice(k, k + 1)) * a(slice(k, k + 1), slice(k + 1, _));
    y(slice(k + 1, _)) -= a(slice(k + 1, _), k) * y(k);
  }
  Vector x = y;
  for (std::int64_t k = n - 1; k >= 0; --k) {
    x(k) /= a(k, k);
    x(slice(_, k)) -= a(slice(_, k), k) * x(k);
  }
  return {x, y};
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {15});
  Matrix a = npbench::positive_definite(n);
  const auto [x, y] = ludcmp(a, (npbench::row(n) + 1) / n / 2 + 4);
  npbench::report("x", x);
  npbench::report("y", y);
}

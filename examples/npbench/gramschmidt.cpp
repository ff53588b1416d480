// NPBench's gramschmidt: the QR decomposition by the modified Gram-Schmidt process; all columns that are left lose the
// part along the new one at once.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
void gramschmidt(Matrix &a, Matrix &q, Matrix &r) {
  for (std::int64_t k = 0; k < a.extent(1); ++k) {
    const double length = std::sqrt(gf::sum(a(_, k) * a(_, k)));
    auto direction = a(_, slice(k, k + 1)) / length;
    r(k, k) = length;
    q(_, slice(k, k + 1)) = direction;
    auto along = gf::sum(direction * a(_, slice(k + 1, _)), gf::axis(0));
    r(k, slice(k + 1, _)) = along;
    a(_, slice(k + 1, _)) -= direction * along;
  }
}

int main(int argc, char **argv) {
  const auto [m, n] = npbench::sizes(argc, argv, {14, 12});
  gf::random::generator rng(42);
  auto a = gf::random::uniform<double>(rng, {m, n});
  auto q = gf::zeros<double>({m, n});
  auto r = gf::zeros<double>({n, n});
  gramschmidt(a, q, r);
  npbench::report("q", q);
  npbench::report("r", r);
}

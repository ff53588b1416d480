// NPBench's hdiff: horizontal diffusion of a weather model, with limited fluxes.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Field = gf::array<double, 3>;

/// `in` has a rim of two around the result, in the first two dimensions.
[[gpufuse::fuse]]
Field hdiff(const Field &in, const Field &coefficient) {
  auto laplacian =
      4 * in(slice(1, -1), slice(1, -1)) - (in(slice(2, _), slice(1, -1)) + in(slice(_, -2), slice(1, -1)) +
                                            in(slice(1, -1), slice(2, _)) + in(slice(1, -1), slice(_, -2)));
  auto flux_i = laplacian(slice(1, _), slice(1, -1)) - laplacian(slice(_, -1), slice(1, -1));
  auto slope_i = in(slice(2, -1), slice(2, -2)) - in(slice(1, -2), slice(2, -2));
  auto limited_i = where(flux_i * slope_i > 0, 0, flux_i);
  auto flux_j = laplacian(slice(1, -1), slice(1, _)) - laplacian(slice(1, -1), slice(_, -1));
  auto slope_j = in(slice(2, -2), slice(2, -1)) - in(slice(2, -2), slice(1, -2));
  auto limited_j = where(flux_j * slope_j > 0, 0, flux_j);
  return in(slice(2, -2), slice(2, -2)) - coefficient * (limited_i(slice(1, _)) - limited_i(slice(_, -1)) +
                                                         limited_j(_, slice(1, _)) - limited_j(_, slice(_, -1)));
}

int main(int argc, char **argv) {
  const auto [ni, nj, nk] = npbench::sizes(argc, argv, {9, 7, 5});
  gf::random::generator rng(42);
  const auto in = gf::random::uniform<double>(rng, {ni + 4, nj + 4, nk});
  const auto coefficient = gf::random::uniform<double>(rng, {ni, nj, nk});
  npbench::report("out", hdiff(in, coefficient));
}

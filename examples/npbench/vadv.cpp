// NPBench's vadv: implicit vertical advection of a weather model; a tridiagonal system in every column, solved plane by
// plane.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Field = gf::array<double, 3>;

[[gpufuse::fuse]]
void vadv(Field &utens_stage, const Field &u_stage, const Field &wcon, const Field &u_pos, const Field &utens,
          double dtr_stage) {
  const std::int64_t ni = u_stage.extent(0), nj = u_stage.extent(1), nk = u_stage.extent(2);
  auto c = gf::zeros<double>({ni, nj, nk});
  auto d = gf::zeros<double>({ni, nj, nk});
  for (std::int64_t k = 0; k < nk; ++k) {
    auto u = u_stage(_, _, k);
    auto fixed = dtr_stage * u_pos(_, _, k) + utens(_, _, k) + utens_stage(_, _, k);
    if (k == 0) {
      auto above = 0.125 * (wcon(slice(1, _), _, 1) + wcon(slice(_, -1), _, 1));
      auto pivot = 1 / (dtr_stage - above);
      c(_, _, 0) = above * pivot;
      d(_, _, 0) = (fixed - above * (u_stage(_, _, 1) - u)) * pivot;
    } else if (k < nk - 1) {
      auto below = -0.125 * (wcon(slice(1, _), _, k) + wcon(slice(_, -1), _, k));
      auto above = 0.125 * (wcon(slice(1, _), _, k + 1) + wcon(slice(_, -1), _, k + 1));
      auto carried = fixed - below * (u_stage(_, _, k - 1) - u) - above * (u_stage(_, _, k + 1) - u);
      auto pivot = 1 / (dtr_stage - below - above - c(_, _, k - 1) * below);
      c(_, _, k) = above * pivot;
      d(_, _, k) = (carried - d(_, _, k - 1) * below) * pivot;
    } else {
      auto below = -0.125 * (wcon(slice(1, _), _, k) + wcon(slice(_, -1), _, k));
      auto carried = fixed - below * (u_stage(_, _, k - 1) - u);
      auto pivot = 1 / (dtr_stage - below - c(_, _, k - 1) * below);
      d(_, _, k) = (carried - d(_, _, k - 1) * below) * pivot;
    }
  }
  gf::array<double, 2> solution = d(_, _, -1);
  utens_stage(_, _, -1) = dtr_stage * (solution - u_pos(_, _, -1));
  for (std::int64_t k = nk - 2; k >= 0; --k) {
    solution = d(_, _, k) - c(_, _, k) * solution;
    utens_stage(_, _, k) = dtr_stage * (solution - u_pos(_, _, k));
  }
}

int main(int argc, char **argv) {
  const auto [ni, nj, nk] = npbench::sizes(argc, argv, {6, 5, 4});
  gf::random::generator rng(42);
  auto utens_stage = gf::random::uniform<double>(rng, {ni, nj, nk});
  const auto u_stage = gf::random::uniform<double>(rng, {ni, nj, nk});
  const auto wcon = gf::random::uniform<double>(rng, {ni + 1, nj, nk});
  const auto u_pos = gf::random::uniform<double>(rng, {ni, nj, nk});
  const auto utens = gf::random::uniform<double>(rng, {ni, nj, nk});
  vadv(utens_stage, u_stage, wcon, u_pos, utens, 3.0 / 20);
  npbench::report("utens_stage", utens_stage);
}

// A host loop over the diagonal, then one array expression with its result (NPBench's go_fast).
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<double, 2> go_fast(const gf::array<double, 2> &a) {
  double trace = 0;
  for (std::int64_t i = 0; i < a.extent(0); ++i)
    trace += std::tanh(a(i, i));
  return a + trace;
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 40);
  gf::random::generator rng(11);
  const auto a = gf::random::uniform<double>(rng, {n, n});
  examples::report("result", go_fast(a));
}

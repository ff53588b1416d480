// One template, used with float and with double: each instantiation gets its own kernel.
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

/// Rises smoothly from 0 at `lo` to 1 at `hi`.
template <class T>
[[gpufuse::fuse]]
gf::array<T, 1> smoothstep(const gf::array<T, 1> &x, T lo, T hi) {
  auto t = clip((x - lo) / (hi - lo), T(0), T(1));
  return t * t * (3 - 2 * t);
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 1000);
  gf::random::generator rng(13);
  const auto x = gf::random::uniform<float>(rng, {n});
  const auto y = gf::random::uniform<double>(rng, {n});
  examples::report("single", smoothstep(x, 0.25f, 0.75f));
  examples::report("twice", smoothstep(y, 0.25, 0.75));
}

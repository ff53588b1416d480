// Integer arithmetic with a clip, on two matrices (NPBench's compute).
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<std::int64_t, 2> compute(const gf::array<std::int64_t, 2> &array_1, const gf::array<std::int64_t, 2> &array_2,
                                   std::int64_t a, std::int64_t b, std::int64_t c) {
  return clip(array_1, 2, 10) * a + array_2 * b + c;
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 40);
  gf::random::generator rng(3);
  const auto array_1 = (gf::random::uniform<double>(rng, {n, n + 1}) * 1000).astype<std::int64_t>();
  const auto array_2 = (gf::random::uniform<double>(rng, {n, n + 1}) * 1000).astype<std::int64_t>();
  examples::report("result", compute(array_1, array_2, 4, 3, 9));
}

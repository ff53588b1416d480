// One 8-bit image laid over another through a mask of half precision: types of 8, 16 and 32 bits in one kernel.
#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

using Image = gf::array<std::uint8_t, 3>; // (height, width, 3)

/// `front` where the mask (height, width) is 1, `back` where it is 0, brightened by `gain`.
[[gpufuse::fuse]]
Image blend(const Image &front, const Image &back, const gf::array<gf::half, 2> &mask, float gain) {
  auto opacity = gf::clip(mask(gf::_, gf::_, gf::newaxis), 0, 1);
  auto mixed = front * opacity + back * (1 - opacity);
  return gf::astype<std::uint8_t>(gf::clip(gf::round(mixed * gain), 0, 255));
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 40);
  gf::random::generator rng(7);
  const auto front = gf::astype<std::uint8_t>(256 * gf::random::uniform<float>(rng, {n, n, 3}));
  const auto back = gf::astype<std::uint8_t>(256 * gf::random::uniform<float>(rng, {n, n, 3}));
  const auto mask = gf::astype<gf::half>(gf::random::uniform<float>(rng, -0.25f, 1.25f, {n, n}));
  examples::report("blended", blend(front, back, mask, 1.5f));
}

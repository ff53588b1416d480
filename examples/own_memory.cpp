// Pixels that another library owns: a std::vector here, worked on where they are, without a copy on the CPU.
#include <vector>

#include <gpufuse/gpufuse.h>

#include "report_values.h"

namespace gf = gpufuse;

// Brightness and contrast of the pixels, and the channel that was brightest before.
[[gpufuse::fuse]]
gf::array<float, 2> adjust(gf::array_view<float, 3> pixels, float contrast, float brightness) {
  const auto red = pixels(gf::_, gf::_, 0), green = pixels(gf::_, gf::_, 1), blue = pixels(gf::_, gf::_, 2);
  auto brightest = gf::maximum(red, gf::maximum(green, blue));
  pixels = gf::clip((pixels - 0.5f) * contrast + (0.5f + brightness), 0, 1);
  return brightest;
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 9);
  gf::random::generator rng(11);
  const auto image = gf::random::uniform<float>(rng, {n, n + 2, 3});
  std::vector<float> owner(image.host().begin(), image.host().end());

  // The owner's rows may be longer than the image: strides are in elements. Here they are not.
  gf::array_view<float, 3> pixels(owner.data(), {n, n + 2, 3}, {(n + 2) * 3, 3, 1});
  examples::report("brightest", adjust(pixels, 1.5f, 0.1f));
  examples::report("pixels", gf::array<float, 1>(owner));
}

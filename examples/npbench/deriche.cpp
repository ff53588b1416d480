// NPBench's deriche: an edge filter of images by recursions to the right and left, then down and up.
#include <cmath>

#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

using Image = gf::array<double, 2>;

[[gpufuse::fuse]]
Image deriche(double alpha, const Image &in) {
  const double decay = std::exp(-alpha);
  const double k = (1 - decay) * (1 - decay) / (1 + alpha * decay - std::exp(2 * alpha));
  const double here = k, before = k * decay * (alpha - 1), after = k * decay * (alpha + 1);
  const double second_after = -k * std::exp(-2 * alpha);
  const double once = std::pow(2, -alpha), twice = -std::exp(-2 * alpha);
  const std::int64_t width = in.extent(0), height = in.extent(1);

  auto forth = gf::zeros<double>({width, height});
  forth(_, 0) = here * in(_, 0);
  forth(_, 1) = here * in(_, 1) + before * in(_, 0) + once * forth(_, 0);
  for (std::int64_t j = 2; j < height; ++j)
    forth(_, j) = here * in(_, j) + before * in(_, j - 1) + once * forth(_, j - 1) + twice * forth(_, j - 2);
  auto back = gf::zeros<double>({width, height});
  back(_, -2) = after * in(_, -1);
  for (std::int64_t j = height - 3; j >= 0; --j)
    back(_, j) = after * in(_, j + 1) + second_after * in(_, j + 2) + once * back(_, j + 1) + twice * back(_, j + 2);
  auto rows = forth + back;

  forth(0, _) = here * rows(0, _);
  forth(1, _) = here * rows(1, _) + before * rows(0, _) + once * forth(0, _);
  for (std::int64_t i = 2; i < width; ++i)
    forth(i, _) = here * rows(i, _) + before * rows(i - 1, _) + once * forth(i - 1, _) + twice * forth(i - 2, _);
  back(-1, _) = 0;
  back(-2, _) = after * rows(-1, _);
  for (std::int64_t i = width - 3; i >= 0; --i)
    back(i, _) =
        after * rows(i + 1, _) + second_after * rows(i + 2, _) + once * back(i + 1, _) + twice * back(i + 2, _);
  return forth + back;
}

int main(int argc, char **argv) {
  const auto [width, height] = npbench::sizes(argc, argv, {18, 13});
  const Image in = (313 * npbench::column(width) + 991 * npbench::row(height)) % 65536 / 65535.0;
  npbench::report("out", deriche(0.25, in));
}

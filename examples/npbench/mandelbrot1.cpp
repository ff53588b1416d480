// NPBench's mandelbrot1: z = z^2 + c in the complex plane until it escapes, as real and imaginary parts.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

struct orbits {
  gf::array<double, 2> real, imaginary; ///< where each stopped
  gf::array<std::int64_t, 2> count;     ///< its last step inside the horizon; 0 where it never leaves
};

[[gpufuse::fuse]]
orbits mandelbrot(const gf::array<double, 1> &x, const gf::array<double, 1> &y, std::int64_t steps, double horizon) {
  auto real = gf::zeros<double>({y.extent(0), x.extent(0)});
  auto imaginary = gf::zeros<double>({y.extent(0), x.extent(0)});
  auto count = gf::zeros<std::int64_t>({y.extent(0), x.extent(0)});
  for (std::int64_t n = 0; n < steps; ++n) {
    auto inside = real * real + imaginary * imaginary < horizon * horizon;
    auto next_real = real * real - imaginary * imaginary + x;
    auto next_imaginary = 2 * real * imaginary + y(_, gf::newaxis);
    count = where(inside, n, count);
    real = where(inside, next_real, real);
    imaginary = where(inside, next_imaginary, imaginary);
  }
  count = where(count == steps - 1, 0, count);
  return {real, imaginary, count};
}

int main(int argc, char **argv) {
  const auto [nx, ny, steps] = npbench::sizes(argc, argv, {20, 15, 12});
  const auto result = mandelbrot(gf::linspace(-1.75, 0.25, nx), gf::linspace(-1.0, 1.0, ny), steps, 2.0);
  npbench::report("real", result.real);
  npbench::report("imaginary", result.imaginary);
  npbench::report("count", result.count);
}

// NPBench's mandelbrot2: z = z^2 + c until it escapes; what has escaped is recorded, and the loop ends where all have.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

struct escapes {
  gf::array<double, 2> real, imaginary; ///< where each was when it escaped, 0 if it did not
  gf::array<std::int64_t, 2> count;     ///< after how many steps, 0 if it did not
};

[[gpufuse::fuse]]
escapes mandelbrot(const gf::array<double, 1> &x, const gf::array<double, 1> &y, std::int64_t steps, double horizon) {
  auto real = gf::zeros<double>({y.extent(0), x.extent(0)});
  auto imaginary = gf::zeros_like(real);
  auto count = gf::zeros<std::int64_t>({y.extent(0), x.extent(0)});
  for (std::int64_t i = 0; i < steps && gf::any(count == 0); ++i) {
    auto next_real = real * real - imaginary * imaginary + x;
    auto next_imaginary = 2 * real * imaginary + y(_, gf::newaxis);
    auto outside = next_real * next_real + next_imaginary * next_imaginary > horizon * horizon;
    real = where(count == 0, next_real, real);
    imaginary = where(count == 0, next_imaginary, imaginary);
    count = where(count == 0 && outside, i + 1, count);
  }
  auto escaped = count > 0;
  return {where(escaped, real, 0), where(escaped, imaginary, 0), count};
}

int main(int argc, char **argv) {
  const auto [nx, ny, steps] = npbench::sizes(argc, argv, {20, 15, 12});
  const auto result = mandelbrot(gf::linspace(-2.0, 0.5, nx), gf::linspace(-1.25, 1.25, ny), steps, 2.0);
  npbench::report("real", result.real);
  npbench::report("imaginary", result.imaginary);
  npbench::report("count", result.count);
}

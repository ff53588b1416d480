// Which points are far from all others: distances by a matrix product, the nearest by a sort, and kernels between them.
#include <gpufuse/gpufuse.h>
#include <gpufuse/linalg.h>
#include <gpufuse/sorting.h>

#include "report_values.h"

namespace gf = gpufuse;
using Vector = gf::array<double, 1>;
using Matrix = gf::array<double, 2>;

/// The mean distance of each point, a row, to the k nearest references, which are columns.
[[gpufuse::fuse]]
Vector remoteness(const Matrix &points, const Matrix &references, std::int64_t k) {
  auto of_points = gf::sum(points * points, gf::axis(1), gf::keepdims);
  auto of_references = gf::sum(references * references, gf::axis(0));
  auto squares = of_points + of_references - 2 * gf::matmul(points, references);
  auto nearest = gf::sort(sqrt(maximum(squares, 0)), gf::axis(1));
  return gf::mean(nearest(gf::_, gf::slice(0, k)), gf::axis(1));
}

/// How many interquartile ranges the values are above the median. The quartiles stay on the device, as views.
[[gpufuse::fuse]]
Vector scores(const Vector &values) {
  const std::int64_t n = values.size();
  auto in_order = gf::sort(values);
  auto lower = in_order(gf::slice(n / 4, n / 4 + 1));
  auto median = in_order(gf::slice(n / 2, n / 2 + 1));
  auto upper = in_order(gf::slice(3 * n / 4, 3 * n / 4 + 1));
  return (values - median) / (upper - lower);
}

int main(int argc, char **argv) {
  const std::int64_t n = examples::size_argument(argc, argv, 500);
  gf::random::generator rng(17);
  const auto references = gf::random::uniform<double>(rng, {6, n});
  const auto points = gf::random::uniform<double>(rng, -0.5, 1.5, {n, 6});
  const auto scored = scores(remoteness(points, references, 5));
  examples::report("scores", scored);
  examples::report("most_remote_first", gf::argsort(-scored));
}

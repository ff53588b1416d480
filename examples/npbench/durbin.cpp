// NPBench's durbin: the Yule-Walker equations by the Levinson-Durbin recursion.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_, gf::slice;

using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
Vector durbin(const Vector &r) {
  auto y = gf::zeros_like(r);
  double alpha = -r(0), beta = 1;
  y(0) = alpha;
  for (std::int64_t k = 1; k < r.extent(0); ++k) {
    beta *= 1 - alpha * alpha;
    alpha = -(r(k) + gf::sum(r(slice(k - 1, _, -1)) * y(slice(_, k)))) / beta;
    y(slice(_, k)) += alpha * y(slice(k - 1, _, -1));
    y(k) = alpha;
  }
  return y;
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {20});
  npbench::report("y", durbin(n + 1 - npbench::row(n)));
}

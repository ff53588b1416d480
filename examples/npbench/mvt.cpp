// NPBench's mvt: two vectors, to which a matrix and its transpose times other vectors are added.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
void mvt(Vector &x1, Vector &x2, const Vector &y1, const Vector &y2, const gf::array<double, 2> &a) {
  x1 += gf::sum(a * y1, gf::axis(1));
  x2 += gf::sum(a * y2(_, gf::newaxis), gf::axis(0));
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {24});
  const auto i = npbench::row(n);
  Vector x1 = i / n, x2 = (i + 1) % n / n;
  const Vector y1 = (i + 3) % n / n, y2 = (i + 4) % n / n;
  const gf::array<double, 2> a = npbench::column(n) * i % n / n;
  mvt(x1, x2, y1, y2, a);
  npbench::report("x1", x1);
  npbench::report("x2", x2);
}

// NPBench's gemver: a matrix with two outer products added to it, then its transpose and itself times vectors.
#include <gpufuse/gpufuse.h>

#include "npbench.h"

namespace gf = gpufuse;
using gf::_;

using Matrix = gf::array<double, 2>;
using Vector = gf::array<double, 1>;

[[gpufuse::fuse]]
void gemver(double alpha, double beta, Matrix &a, const Vector &u1, const Vector &v1, const Vector &u2,
            const Vector &v2, Vector &w, Vector &x, const Vector &y, const Vector &z) {
  a += gf::outer(u1, v1) + gf::outer(u2, v2);
  x += beta * gf::sum(a * y(_, gf::newaxis), gf::axis(0)) + z;
  w += alpha * gf::sum(a * x, gf::axis(1));
}

int main(int argc, char **argv) {
  const auto [n] = npbench::sizes(argc, argv, {23});
  const auto i = npbench::row(n);
  const Vector next = (i + 1) / n;
  Matrix a = npbench::column(n) * i % n / n;
  Vector w = gf::zeros<double>({n}), x = gf::zeros<double>({n});
  gemver(1.5, 1.2, a, i, next / 4, next / 2, next / 6, w, x, next / 8, next / 9);
  npbench::report("a", a);
  npbench::report("x", x);
  npbench::report("w", w);
}

// Loops and branches with break, continue and early returns keep their meaning.
// RUN: %build-example --examples %S host-control-with-exits %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: host-control-with-exits --ulp 4
#include "report.h"

[[gpufuse::fuse]] gf::array<double, 1> f(gf::array<double, 1> x, int steps, double tol, int &count) {
  auto y = x * 0.5;
  for (int i = 0; i < steps; ++i) {
    if (i == 2)
      continue;
    auto z = y * y;
    if (gf::sum(z) < tol)
      break;
    y = y * 0.5 + x * i;
    if (i == 5)
      return y + z;
    ++count;
  }
  if (count == 0)
    return x;
  while (gf::max(y) > 1.0) {
    y *= 0.25;
    ++count;
    if (count > 50) {
      y += 1.0;
      return y;
    }
  }
  do {
    y = y - 1.0;
  } while (gf::mean(y) > -2.0);
  return y;
}
[[gpufuse::fuse]] double g(const gf::array<double, 1> &x) {
  auto s = gf::sum(x);
  auto a = x + s;
  for (double f : {1.0, 2.0, 3.0}) {
    a = a * f;
    for (int j = 0, k = 3; j < k; j += 1, --k)
      a += j * k;
  }
  int i = 3;
  while (i-- > 0)
    a = a - i;
  switch (i) {
  case -1:
    a = a + 100.0;
    break;
  default:
    a = a * 0.0;
  }
  if (auto q = gf::max(a); q > 3.0)
    a = a - q;
  else
    a = a + q;
  {
    auto a = x * 2.0;
    i = int(gf::sum(a));
  }
  return gf::sum(a) + i;
}
[[gpufuse::fuse]] gf::array<double, 1> h(const gf::array<double, 1> &x, int n) {
  gf::array<double, 1> best = x;
  double top = -1e30;
  for (int i = 0; i < n; ++i)
    if (i % 2)
      for (int j = 0; j < 2; ++j) {
        auto c = sin(x * i + j);
        double v = gf::max(c);
        if (v > top) {
          top = v;
          best = c;
        } else if (v < -0.5)
          best = best - 1.0;
        else
          best += 0.125;
      }
    else
      best = best * 2.0;
  return best;
}
[[gpufuse::fuse]] gf::array<double, 1> collatz(gf::array<double, 1> x) {
  int n = 0;
again:
  x = x * 2.0;
  if (++n < 3)
    goto again;
  return x + n;
}
int main() {
  for (int n : {1, 5})
    for (int steps : {0, 1, 3, 8}) {
      int c = 0;
      report("f", f(gf::linspace(1.0, 2.0, n), steps, 0.4, c));
      report("c", c);
      report("g", g(gf::linspace(1.0, 2.0, n)));
      report("h", h(gf::linspace(0.0, 2.0, n), steps));
      report("goto", collatz(gf::linspace(0.0, 2.0, n)));
    }
}

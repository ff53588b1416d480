// A mapped lambda may capture and call helpers; one that no device can run stays on the host.
// RUN: %build-example --examples %S mapped-functions %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: mapped-functions
#include "report.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

using V = gf::array<double, 1>;
using F = gf::array<float, 1>;
namespace {
inline double soft(double x, double k) { return x > k ? x - k : x < -k ? x + k : 0.0; }
template <class T> T sq(T x) { return x * x; }
constexpr int table[3] = {1, 5, 9};
} // namespace
struct C {
  double a = 0.5;
  int n = 3;
};
static inline int steps(double x) {
  int k = 0;
  while (x > 1 && k < 20) {
    x *= 0.5;
    ++k;
  }
  return k;
}
[[gpufuse::fuse]] void f(const V &x, const F &y, C c, int m) {
  double k = 0.25;
  auto a = gf::map([k](double v) { return soft(v, k); }, x);
  auto b = gf::map([&](double v, float w) { return sq(v) + sq(w) * k; }, x, y);
  k = 4;
  auto i = gf::map(steps, x * 3.0);
  auto d = gf::map(
      [c, m](double v) {
        double s = 0;
        for (int j = 0; j < c.n; ++j)
          s += v * c.a + m;
        return s;
      },
      x + 1.0);
  auto e = gf::map([](auto v) { return v > 0; }, y - 1.f);
  auto g = gf::map(
      [=](double v, double w) {
        if (v > w)
          return v;
        auto h = [](double q) { return q * 2; };
        return h(w) + k;
      },
      x, 1.25);
  auto h = gf::map([](float v, int j) { return v * float(j); }, y, i);
  auto t = gf::map([](double v) { return table[int(v * v) % 3] + v; }, x);
  auto z = gf::map([](double v) { return std::fabs(v) + std::floor(v); }, a + d) * 2.0 +
           gf::sum(gf::map([](double v) { return v * v; }, x));
  auto o = gf::map([](double p, double q) { return p - q; }, x(gf::_, gf::newaxis), x);
  report("a", a);
  report("b", b);
  report("i", i);
  report("d", d);
  report("e", e);
  report("g", g);
  report("h", h);
  report("z", z);
  report("t", t);
  report("o", o);
}
double over(double x) { return x + 1; }
float over(float x) { return x + 2; }
[[gpufuse::fuse]] void standard(const V &x) {
  auto bounded = gf::map([](double v) { return std::max(std::min(v, 2.0), -1.0) + std::clamp<double>(v, 0, 1); }, x);
  auto largest = gf::map([](int v, int w) { return std::max<int>(v, w); }, gf::astype<int>(x), 2);
  auto unordered = gf::map([](double v) { return std::max(v, 0.0) + std::min(1.0, v); }, x / 0.0);
  auto squares = gf::map([](double v) { return sq<double>(v); }, x);
  auto overloaded = gf::map(static_cast<double (*)(double)>(over), x);
  auto local = gf::map(
      [](double v) {
        double powers[3] = {1, v, v * v};
        return powers[0] + powers[1] + powers[2];
      },
      x);
  report("bounded", bounded);
  report("largest", largest);
  report("unordered", unordered);
  report("squares", squares);
  report("overloaded", overloaded);
  report("local", local);
}
[[gpufuse::fuse]] V captured_with_values(const V &x, double s) {
  auto a = gf::map([t = s + 1](double v) { return v * t; }, x);
  auto b = gf::map([&r = s, t = 2 * s](double v) { return v * t - r; }, x);
  auto weighted = gf::map(
      [](double v) {
        const double weights[] = {1, 0.5, 0.25};
        const double first = weights[0];
        double sum = first;
        for (double w : weights)
          sum += w * v;
        return sum;
      },
      a + b);
  const auto later = [t = s](double v) { return v * t; };
  s = 100;
  return gf::map(later, weighted);
}
[[gpufuse::fuse]] V throws(const V &x) {
  return gf::map(
      [](double v) {
        if (v > 3)
          throw std::runtime_error("big");
        return v;
      },
      x);
}
int main() {
  for (int n : {0, 1, 5}) {
    f(gf::linspace(-2.0, 2.0, n), gf::linspace(0.f, 3.f, n), C{}, 2);
    standard(gf::linspace(-2.0, 2.0, n));
    report("captured", captured_with_values(gf::linspace(-2.0, 2.0, n), 0.75));
  }
  attempt("t", [] {
    report("t", throws(V{1, 2}));
    report("t", throws(V{1, 4}));
  });
}

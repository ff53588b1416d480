// The arm of an if constexpr that is not compiled leaves nothing behind.
// RUN: %build-example --examples %S discarded-arms %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: discarded-arms
#include "report.h"

using V = gf::array<double, 1>;
constexpr bool verbose = false;
template <class T, int R> [[gpufuse::fuse]] gf::array<T, R> f(T a, const gf::array<T, R> &x) {
  auto t = x * a;
  if constexpr (R == 1)
    t = t + T(1);
  if constexpr (std::is_same_v<T, float>) {
    auto u = t * t;
    t = u - x;
  } else
    t = t * T(3);
  if constexpr (R == 2) {
    report("t", t);
  } else if constexpr (sizeof(T) == 8) {
    t = t - T(2);
    report("tt", t);
  } else {
    t = -t;
  }
  return t + x;
}
[[gpufuse::fuse]] V g(const V &x) {
  auto t = x * 2.0;
  if constexpr (verbose)
    report("t", t);
  else {
    report("quiet", 1);
  }
  if constexpr (!verbose) {
    t = t + 1.0;
    if constexpr (verbose)
      return t;
  }
  for (int i = 0; i < 2; ++i)
    if constexpr (verbose)
      t = t * 0.0;
    else
      t = t + i;
  if constexpr (constexpr int k = 2; k > 1)
    t = t + k;
  else
    t = t - k;
  return t * x;
}
int main() {
  V x{1, 2};
  report("f", f(2.0, x));
  report("f", f(2.f, x.astype<float>()));
  gf::array<double, 2> m{{1, 2}, {3, 4}};
  report("f", f(2.0, m));
  report("f", f(2.f, m.astype<float>()));
  report("g", g(x));
}

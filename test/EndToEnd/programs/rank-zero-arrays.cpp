// An array of rank zero is an array and a number.
// RUN: %build-example --examples %S rank-zero-arrays %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: rank-zero-arrays
#include "report.h"

using V = gf::array<float, 1>;
[[gpufuse::fuse]] V f(const V &x) {
  auto s = gf::sum(x);
  auto m = gf::mean(x * 2.0f);
  float q = gf::max(x);
  double d = gf::min(x);
  const auto r = s * m - q;
  gf::array<float, 0> z = s + 1.0f;
  z += m;
  z = z * 2.0f;
  return x * r + z - float(d);
}
[[gpufuse::fuse]] float g(const V &x, const gf::array<float, 0> &k, gf::array<float, 0> &out) {
  out = k * 2.0f;
  auto y = x * k + out;
  out += gf::sum(y);
  float t = out;
  return t + y(0);
}
[[gpufuse::fuse]] gf::array<double, 0> h(const gf::array<double, 1> &x) {
  auto a = gf::sum(x) / x.size();
  auto v = gf::mean((x - a) * (x - a));
  return sqrt(v) + (v > 0.5) + x(-1);
}
[[gpufuse::fuse]] gf::array<double, 1> mixed(const gf::array<std::int32_t, 1> &i, const V &x) {
  auto s = gf::sum(i);  // int64
  auto t = gf::mean(i); // double
  auto b = gf::max(i) > 1;
  auto y = x * s; // rank-0 int64 array: strong or weak?
  auto z = i * 0.5f;
  return y + z + t + b;
}
int main() {
  for (int n : {1, 2, 9}) {
    auto x = gf::linspace(1.f, 2.5f, n);
    gf::array<float, 0> o(3.f);
    report("f", f(x));
    report("g", g(x, gf::array<float, 0>(1.5f), o));
    report("o", o);
    report("g", g(x, o, o));
    report("o", o);
    report("h", h(gf::linspace(1.0, 4.0, n)));
    report("m", mixed(gf::arange(n), x));
  }
}

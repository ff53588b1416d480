// A statement that throws leaves the generator as eager code does: later draws are not made, earlier ones are.
// RUN: %build-example --examples %S draws-wait-for-checks %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: draws-wait-for-checks --ulp 8
#include "report.h"

using V = gf::array<float, 1>;

[[gpufuse::fuse]] V between(const V &a, const V &b, gf::random::generator &rng) {
  auto first = gf::random::uniform<float>(rng, {3});
  auto y = a + b;
  auto u = gf::random::uniform<float>(rng, {3});
  auto z = y * u;
  auto v = gf::random::normal<float>(rng, {3});
  return z + v * first;
}
[[gpufuse::fuse]] V dead(const V &a, const V &b, gf::random::generator &rng) {
  auto y = a + b;
  auto unused = gf::random::uniform<float>(rng, {5});
  return y * 2.f;
}
[[gpufuse::fuse]] V apart(const V &a, const V &b, gf::random::generator &rng, V &other) {
  auto y = a + b;
  auto u = gf::random::uniform<float>(rng, {7});
  other = u * 2.f;
  return y * 2.f;
}
[[gpufuse::fuse]] void visible(V &x, const V &a, const V &b, gf::random::generator &rng) {
  x = x * 2.f;
  auto y = a + b;
  auto u = gf::random::uniform<float>(rng, {3});
  x = x + y * u;
  x += gf::random::uniform<float>(rng, {3});
}
float next(int &calls) { return 0.5f * static_cast<float>(++calls); }
[[gpufuse::fuse]] V scalars(const V &a, const V &b, gf::random::generator &rng, int &calls) {
  auto y = a + b;
  auto u = gf::random::uniform<float>(rng, {a.extent(0)});
  auto z = y * u * next(calls);
  auto v = gf::random::uniform<float>(rng, {int(a.extent(0))});
  return (z + v) * next(calls);
}
[[gpufuse::fuse]] V inLoop(V x, const V &a, gf::random::generator &rng) {
  for (int k = 0; k < 3; ++k) {
    x = x + a;
    x = x * gf::random::normal<float>(rng, {3});
  }
  return x;
}

int main() {
  for (int n : {1, 2, 3})
    for (int m : {1, 2, 3}) {
      gf::random::generator rng(42);
      const V a = gf::astype<float>(gf::linspace(1.0, 2.0, n)), b = gf::astype<float>(gf::linspace(-1.0, 3.0, m));
      const auto next_number = [&] { report("next", gf::random::uniform<float>(rng, {1})); };
      int calls = 0;
      V x = a, other = b;
      report("n", n);
      report("m", m);
      attempt("between", [&] { report("r", between(a, b, rng)); });
      next_number();
      attempt("dead", [&] { report("r", dead(a, b, rng)); });
      next_number();
      attempt("apart", [&] { report("r", apart(a, b, rng, other)); });
      next_number();
      report("other", other);
      attempt("visible", [&] { visible(x, a, b, rng); });
      next_number();
      report("x", x);
      attempt("visible", [&] { visible(x, x, b, rng); });
      next_number();
      report("x", x);
      attempt("scalars", [&] { report("r", scalars(a, b, rng, calls)); });
      next_number();
      report("calls", calls);
      attempt("inLoop", [&] { report("r", inLoop(a, b, rng)); });
      next_number();
    }
}

// A draw takes its ticket where it stands, also when its array is not used.
// RUN: %build-example --examples %S draws-in-branches-and-loops %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: draws-in-branches-and-loops --ulp 8
#include "report.h"

[[gpufuse::fuse]] gf::array<float, 1> f(int n, bool which, gf::random::generator &rng) {
  auto dead = gf::random::uniform<float>(rng, {n});
  auto r = gf::random::normal<float>(rng, {n});
  if (which) {
    auto also = gf::random::uniform<float>(rng, {n, n});
    r = r + 1.f;
    (void)also;
  } else {
    r = r + gf::random::uniform<float>(rng, {n});
  }
  for (int i = 0; i < 3; ++i) {
    auto u = gf::random::uniform<float>(rng, -1, 1, {n});
    if (i == 1)
      continue;
    r += u * float(i + 1);
  }
  gf::random::generator copy = rng;
  auto a = gf::random::normal<float>(rng, 2.0, 0.5, {n});
  auto b = gf::random::normal<float>(copy, 2.0, 0.5, {n});
  return r + (a - b);
}
[[gpufuse::fuse]] gf::array<double, 2> g(int n, int m, gf::random::generator rng) {
  auto u = gf::random::uniform<double>(rng, {n, m});
  auto v = gf::random::normal<double>(rng, {m});
  auto w = gf::random::uniform<double>(rng, {n, 1});
  return u * v + w;
}
int main() {
  for (int n : {0, 1, 7})
    for (bool w : {false, true}) {
      gf::random::generator rng(42);
      report("f", f(n, w, rng));
      report("f", f(n, w, rng));
      report("g", g(n, 3, rng));
      report("next", gf::random::uniform<float>(rng, {2}));
    }
}

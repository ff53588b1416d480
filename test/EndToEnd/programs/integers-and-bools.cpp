// Integers wrap, divide to the floor and shift as NumPy does; bools are logical.
// RUN: %build-example --examples %S integers-and-bools %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: integers-and-bools
#include "report.h"

#include <tuple>

using I = gf::array<std::int32_t, 1>;
using L = gf::array<std::int64_t, 1>;
using B = gf::array<bool, 1>;
[[gpufuse::fuse]] void f(const I &a, const I &b, const L &l) {
  auto s = a + b * 3 - 7;
  auto q = gf::floor_divide(a, b);
  auto r = a % b;
  auto t = a / b;
  auto sh = (a << 3) ^ (b >> 1);
  auto nb = ~a & b | 5;
  auto m = gf::fmod(a, b);
  auto mix = a + l;
  auto d = l % 7 + gf::floor_divide(l, -3);
  auto ne = -a;
  auto ab = abs(a) + gf::sign(b);
  auto sh2 = (a << b) + (a >> b) + (l << 70);
  auto p = gf::power(a, 3) + gf::square(b);
  auto lp = l * l * l;
  report("s", s);
  report("q", q);
  report("r", r);
  report("t", t);
  report("sh", sh);
  report("nb", nb);
  report("m", m);
  report("mix", mix);
  report("d", d);
  report("ne", ne);
  report("ab", ab);
  report("sh2", sh2);
  report("p", p);
  report("lp", lp);
  auto z = gf::floor_divide(a, 0) + a % 0;
  report("z", z);
}
[[gpufuse::fuse]] L g(I a, L l) {
  a += 5;
  a *= a;
  a %= 11;
  a <<= 2;
  a >>= 1;
  a |= 1;
  a ^= 3;
  a &= 0x7f;
  a -= 2;
  l += a;
  l *= 3;
  l %= a + 1;
  return l + a;
}
[[gpufuse::fuse]] std::tuple<B, B, I, gf::array<double, 1>, std::int64_t> h(const B &p, const B &q, const I &a) {
  auto x = p && !q || a > 2;
  auto y = p ^ q | (p & q);
  auto c = gf::where(x, a, -a);
  auto d = (p + q) * 1.5 + y;
  std::int64_t n = gf::sum(x) + gf::prod(p);
  x ^= p;
  return {x, y, c, d, n + bool(gf::max(p))};
}
[[gpufuse::fuse]] void k(const I &a, const B &b) {
  auto m = gf::minimum(a, 3) + gf::maximum(a, b);
  auto c = gf::clip(a, -2, 2);
  auto mx = gf::max(a * a);
  auto mn = gf::min(a);
  auto me = gf::mean(a);
  auto pr = gf::prod(a);
  auto e = gf::astype<float>(a) / 3;
  auto f = gf::astype<std::int32_t>(e * 100.7f);
  auto g = a.astype<bool>();
  auto ff = gf::astype<std::int64_t>(e * 1e30f);
  auto nn = gf::astype<std::int32_t>(e / 0.0f - e / 0.0f);
  auto eq = (a == 1) != b;
  auto lt = a <= b;
  auto li = gf::logical_xor(a, b);
  auto sb = gf::sum(b);
  auto mb = gf::mean(b);
  report("m", m);
  report("c", c);
  report("mx", mx);
  report("mn", mn);
  report("me", me);
  report("pr", pr);
  report("e", e);
  report("f", f);
  report("g", g);
  report("ff", ff);
  report("nn", nn);
  report("eq", eq);
  report("lt", lt);
  report("li", li);
  report("sb", sb);
  report("mb", mb);
}
int main() {
  I a{-2147483647 - 1, 2147483647, -7, 7, 0, 1, -1, 5}, b{-1, 2, 3, -3, 0, 5, 2, 1};
  L l{INT64_MIN, INT64_MAX, -9, 9, 0, 3, 4, 1};
  f(a, b, l);
  report("g", g(a, l));
  k(a, b > 0);
  auto [x, y, c, d, n] = h(a > 0, b > 0, a);
  report("x", x);
  report("y", y);
  report("c", c);
  report("d", d);
  report("n", n);
}

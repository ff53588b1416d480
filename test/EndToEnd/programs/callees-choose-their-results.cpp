// Callees that choose between arrays or return in the middle, objects and arguments that are temporaries, and calls that
// change numbers beside which others read them.
// RUN: %build-example --examples %S callees-choose-their-results %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: callees-choose-their-results
#include "report.h"

#include <sstream>
#include <utility>

using array = gf::array<float, 1>;
using view = gf::view<float, 1>;
std::ostringstream out;
static float bump(array &x, float &s) {
  s += 1;
  x += s;
  return s;
}
static float total(const array &x, float &s) {
  s += 1;
  return gf::sum(x * s);
}
struct Op {
  float k;
  array apply(const array &x) const { return x * k + 1; }
  array operator()(const array &x, int n) {
    for (int i = 0; i < n; ++i)
      k *= 2;
    return x * k;
  }
};
struct Config {
  float k = 2;
  int n = 1;
};
static array configured(const array &x, Config c = {}) {
  for (int i = 0; i < c.n; ++i)
    c.k += 1;
  return x * c.k;
}
static array by_ref(const array &x, const Config &c = Config{3, 2}) { return x * c.k - c.n; }
static array pick(const array &x, const array &y, bool c) { return c ? x : y; }
static array chosen(const array &x, float s) {
  auto t = s > 0 ? x * s : x + 1;
  return t * 2 + (s > 1 ? t * t : x * 3);
}
static array early(const array &x, int n) {
  if (n == 0)
    return x;
  return early(x, n - 1) + x * n; // it calls itself: called as it is
}
static array early2(const array &x, int n) {
  if (n == 0)
    return x;
  auto y = x * n;
  if (n < 3) {
    y += 1;
    return y;
  } else if (n > 10)
    return y * y;
  for (int i = 0; i < n; ++i)
    y += i;
  return x + y;
}
static void clear(array &x, int n) {
  if (n > 2)
    return;
  x = x * 0.5f;
  if (n < 1) {
    x += 1;
    return;
  }
  x *= 3;
}
static array looked(view v, array &x) {
  x += 1;
  return v * 2;
}
template <bool B> static array con(const array &x) {
  array r = x;
  for (int i = 0; i < 3; ++i) {
    if constexpr (B) {
      r += i;
      continue;
    }
    r *= 2;
  }
  return r;
}
[[gpufuse::fuse]] array order(array x, float s) {
  out << s << " " << total(x, s) << " " << s << " ";
  auto p = std::pair<float, float>{s, bump(x, s)};
  out << p.first << " " << p.second << " " << x(0) << "\n";
  return x * s;
}
[[gpufuse::fuse]] array objects(const array &x) {
  auto a = Op{5}.apply(x);
  array b = Op{2}(a, 3) + configured(x) - configured(a, {1, 3}) * by_ref(x) + by_ref(a + 1, {1, 2});
  for (int i = 0; i < 3; ++i)
    b += Op{float(i)}(x, i);
  return a + b;
}
[[gpufuse::fuse]] array choices(const array &x, const array &y, float s) {
  return pick(x * 2, y, s > 0) + chosen(x, s) * chosen(y, s - 1) + pick(x, y, s < 0);
}
[[gpufuse::fuse]] array earlies(array &x, int n) {
  array y = early2(x, n) + early2(x * 2, n - 1);
  clear(y, n);
  y = early2(y, 2);
  auto z = early(x, n);
  return y + z + con<true>(x) * con<false>(y);
}
[[gpufuse::fuse]] array views(array &x) {
  auto r = looked(x(gf::slice(0, 2)), x);
  return r + x(gf::slice(1, 3));
}
[[gpufuse::fuse]] array shadowed(const array &x) {
  float k = 2;
  auto scaled = [&](const array &v) { return v * k; };
  array r = x;
  for (int k = 5; k < 7; ++k)
    r += scaled(x);
  {
    float k = 100;
    r += scaled(r) * k;
  }
  return r;
}

int main() {
  array x{1, 2, 3};
  const array y{0.5f, -1, 4};
  report("order", order(x, 2));
  report("out", static_cast<double>(std::hash<std::string>()(out.str()) % 1000000));
  report("objects", objects(x));
  for (float s : {-1.f, 0.5f, 2.f})
    report("choices", choices(x, y, s));
  for (int n : {0, 1, 2, 3, 5, 11}) {
    report("earlies", earlies(x, n));
    report("x", x);
  }
  report("shadowed", shadowed(x));
  report("views", views(x));
  report("x", x);
}

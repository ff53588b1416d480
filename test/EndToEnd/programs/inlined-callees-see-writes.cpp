// An inlined callee's statements see what its earlier ones wrote, under any name.
// RUN: %build-example --examples %S inlined-callees-see-writes %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: inlined-callees-see-writes
#include "report.h"

using V = gf::array<double, 1>;
V log_;
int calls = 0;
static void into(V &out, const V &x) {
  out = x * 2.0;
  out += x;
  out = out * x;
}
static V noted(const V &x) {
  log_ = x + 1.0;
  auto r = log_ * x;
  log_ += r;
  return r + log_;
}
static V counted(const V &x, double k) {
  log_ += k;
  return x + log_;
}
static void each(V &a, V &b, V &c) {
  a += b;
  b += c;
  c += a;
  into(a, c);
}
[[gpufuse::fuse]] void h(V &out, const V &x) { into(out, x); }
[[gpufuse::fuse]] V i(const V &x) {
  V z = x + 1.0;
  into(z, z);
  auto q = z * 2.0;
  into(q, z);
  return z + q;
}
[[gpufuse::fuse]] V j(V &x, const V &y) {
  auto a = noted(x);
  auto b = noted(y);
  x = noted(a);
  x = x * log_;
  x += counted(log_, 1.5);
  auto c = counted(x, 2.0);
  auto d = counted(y, 3.0);
  return a + b * c - d;
}
[[gpufuse::fuse]] double k(V &a, V &b, V &c) {
  each(a, b, c);
  each(c, a, b);
  if (gf::sum(counted(a, 1)) > 1)
    each(b, c, a);
  double m = gf::mean(noted(b));
  m += gf::max(counted(c, 1));
  return m;
}
int main() {
  V x{1, 2}, y{3, 4}, z{5, 6};
  h(x, y);
  report("x", x);
  h(x, x);
  report("x", x);
  report("i", i(y));
  log_ = y;
  report("j", j(x, y));
  report("x", x);
  report("l", log_);
  x = V{1, 2};
  report("j", j(x, x));
  report("l", log_);
  x = V{1, 2};
  log_ = V{0.5, 0.25};
  report("j", j(log_, x));
  report("l", log_);
  log_ = V{0.5, 0.25};
  report("j", j(log_, log_));
  report("l", log_);
  for (int s = 0; s < 4; ++s) {
    V a{1, 2}, b{3, 4}, c{5, 6};
    log_ = a;
    V &p = s & 1 ? a : b, &q = s & 2 ? a : c;
    report("k", k(a, p, q));
    report("a", a);
    report("b", b);
    report("c", c);
    report("l", log_);
  }
}

// Callees with loops, branches, host statements and parameters that they change compute what calls would: locals are new
// in every call, references may be one object, exceptions leave what was done.
// RUN: %build-example --examples %S callees-keep-their-control-flow %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: callees-keep-their-control-flow
#include "report.h"

#include <stdexcept>

using array = gf::array<float, 1>;
namespace n {
float scale = 2;
static array grown(array x, int n) {
  x += n;
  n *= 2;
  return x * n;
}
static array looping(const array &x, float s) {
  auto y = x * 1;
  for (int i = 0; i < 3; ++i) {
    s *= 0.5f;
    if (i == 1)
      continue;
    y += x * s;
  }
  return y;
}
static array branching(const array &x, float tol, int limit) {
  array y = x + 1;
  int i = 0;
  while (gf::max(y) > tol) {
    y = y * 0.5f;
    if (++i > limit)
      break;
    else
      scale += 1;
  }
  do {
    y += scale;
  } while (i++ < 3);
  return y;
}
} // namespace n
static array kinetic(const array &v, float mass) { return 0.5f * mass * n::scale * (v * v); }
[[gpufuse::fuse]] array f(const array &x, float s) {
  array z = n::grown(x, 3);
  array w = n::grown(x * 2, 1) + z;
  auto a = n::looping(x, s);
  auto b = n::looping(a * 2, s) + n::branching(w, 3, 5);
  if (s > 1)
    b = n::looping(b, s + 1);
  return a + b + n::looping(w, s) + kinetic(x, s + 1);
}
static int calls = 0;
static float table[3] = {1, 2, 3};
struct Config {
  float k;
  int n;
  array v;
};
namespace lib {
int i = 7; // clashes with locals
float weight(float s) {
  ++calls;
  return s * 0.5f;
}
// several numbers by reference that may be one
static void step(array &x, float &s, const float &t) {
  s += 1;
  x += t;
  s *= 2;
  x = x * t;
}
// the caller's struct, copied, and by reference
static array configured(Config c, Config &d, const array &x) {
  d.k += 1;
  d.v += 1;
  c.n -= 1;
  array r = x * c.k + c.v;
  for (int i = 0; i < c.n; ++i) {
    r += d.k;
    int i2 = i;
    i2 *= 3;
    if (i2 > 2) {
      r = r - i2;
    } else if (i2 == 0)
      r += lib::i;
  }
  return r;
}
template <class T, int N> static gf::array<T, 1> powered(const gf::array<T, 1> &x, T base) {
  auto r = x * T(0);
  T w = T(1) / N;
  for (T p = 1; p < N; p += T(1)) {
    w /= 2;
    auto term = x * (p * w);
    term += base;
    r += term;
  }
  return r;
}
static array nested(const array &x, int depth) {
  array r = x;
  for (int i = 0; i < depth; ++i) {
    float s = weight(i + 1);
    s -= 0.25f;
    r += powered<float, 3>(r * 0.5f, s);
    step(r, s, s);
    r = r / (1 + s);
  }
  return r;
}
static array checked(const array &x, int n) {
  if (n < 0)
    throw std::runtime_error("negative");
  int total = 0;
  for (int v : {1, 2, 3})
    total += v * n;
  array y = x + total;
  for (float &t : table) {
    t += 1;
    y += t;
  }
  return y;
}
static float weighted(const array &x, float s) {
  auto y = x;
  for (int i = 0; i < 2; ++i) {
    s += y(i);
    y += s;
  }
  return gf::sum(y);
}
} // namespace lib
struct Body {
  array p, v;
  float mass = 2;
  int steps = 0;
  void drift(float dt) {
    for (int i = 0; i < 2; ++i) {
      p += v * dt;
      mass *= 0.5f;
      ++steps;
      dt += mass;
    }
  }
  [[gpufuse::fuse]] void advance(float dt) {
    drift(dt);
    v = v - p * mass;
    if (steps > 2)
      drift(-dt);
  }
};
[[gpufuse::fuse]] array a1(array &x, float s) {
  lib::step(x, s, s);
  float i = 3, i2 = 4, s_2 = 5;
  lib::step(x, i, i2);
  for (int r = 0; r < 2; ++r)
    lib::step(x, table[r], table[0]);
  return x * s + i * i2 + s_2;
}
[[gpufuse::fuse]] array a2(const array &x, Config &c) {
  auto r = lib::configured(c, c, x);
  return r + lib::configured(c, c, r) * c.k + c.v;
}
[[gpufuse::fuse]] array a3(const array &x, int depth) {
  auto y = lib::nested(x, depth) + lib::nested(x * 2, 1);
  float acc = 1;
  auto add = [&](const array &v) {
    array w = v + acc;
    for (int k = 0; k < depth; ++k) {
      acc += k;
      w += acc;
    }
    return w;
  };
  auto b = add(y);
  auto c = add(b) - y;
  return b + c * acc;
}
[[gpufuse::fuse]] array a4(const array &x, int n) {
  auto y = lib::checked(x, n);
  y += lib::weighted(y, 2);
  return lib::checked(y, n - 2);
}

int main() {
  const array x{1, 2, 3};
  for (float s : {0.5f, 2.f}) {
    report("f", f(x, s));
    report("scale", n::scale);
  }
  array y{1, 2, 3};
  report("a1", a1(y, 1.5f));
  report("y", y);
  Config c{2, 3, array{1, 1, 1}};
  report("a2", a2(x, c));
  report("k", c.k);
  report("n", c.n);
  report("v", c.v);
  report("a3", a3(x, 3));
  report("calls", calls);
  for (int n : {3, 1, -1}) {
    attempt("a4", [&] { report("a4", a4(x, n)); });
    for (float t : table)
      report("table", t);
  }
  Body b{array{1, 2}, array{3, 4}};
  for (float dt : {0.5f, 0.25f}) {
    b.advance(dt);
    report("p", b.p);
    report("v", b.v);
    report("mass", b.mass);
    report("steps", b.steps);
  }
}

// A number computed from an array is the same number whether it stays on the device or comes to the host.
// RUN: %build-example --examples %S numbers-from-arrays %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: numbers-from-arrays
#include "report.h"

[[gpufuse::fuse]] gf::array<float, 1> normalized(const gf::array<float, 1> &x) {
  const float m = gf::mean(x);
  float s = gf::sqrt(gf::mean((x - m) * (x - m)));
  const float inverse = 1 / (s + 1e-5f);
  return (x - m) * inverse;
}

// A double counts as a weak scalar beside floats, and arithmetic on it is C++'s.
[[gpufuse::fuse]] gf::array<float, 1> weak(const gf::array<float, 1> &x, const gf::array<int, 1> &k) {
  const double third = gf::sum(x) * 0.1f;
  const float narrow = third;
  auto y = x * third + (third * 3 - narrow);
  return y + gf::astype<float>(k * third) / (narrow - 1.0);
}

[[gpufuse::fuse]] gf::array<float, 1> named_by_text(const gf::array<float, 1> &x, int way) {
  const float a = gf::max(x), b = gf::min(x);
  const float c = gf::sum(x);
  const float d = gf::mean(x);
  float e = gf::mean(x * x);
  auto y = x * c + d;
  switch (way) {
  case 0:
    y = y - c;
    break;
  default:
    y = y * e;
  }
  const auto scaled = [&](float f) { return f * d; };
  if (a > b)
    y += scaled(1);
  return y - b;
}

[[gpufuse::fuse]] gf::array<float, 1> in_loops(gf::array<float, 1> x, int steps) {
  const float start = gf::sum(x);
  for (int i = 0; i < steps; ++i) {
    const float largest = gf::max(x);
    x = x / largest + start;
    if (i % 2) {
      const float m = gf::mean(x);
      x -= m;
    }
    x(0) = x(1);
  }
  x += start;
  return x;
}

float inner_mean(const gf::array<float, 1> &x) {
  const float m = gf::mean(x);
  return m;
}

gf::array<float, 1> centred(const gf::array<float, 1> &x) {
  const float m = gf::mean(x);
  const float twice = m * 2 - m;
  return x - twice;
}

[[gpufuse::fuse]] gf::array<float, 1> inlined(const gf::array<float, 1> &x) {
  const float m = inner_mean(x);
  return centred(x) * m;
}

[[gpufuse::fuse]] gf::array<float, 1> of_nothing(const gf::array<float, 1> &x, gf::array<float, 1> &changed) {
  changed += 1;
  const float m = gf::max(x);
  changed += 1;
  return x * m;
}

template <class T> [[gpufuse::fuse]] gf::array<T, 2> scaled(const gf::array<T, 2> &x) {
  const T m = gf::max(x);
  return x / m;
}

int main() {
  const auto x = gf::arange<float>(7) * 0.75f - 1.25f;
  report("normalized", normalized(x));
  report("weak", weak(x, gf::arange<int>(7)));
  for (int way = 0; way < 2; ++way)
    report("named", named_by_text(x, way));
  report("loops", in_loops(x, 4));
  report("inlined", inlined(x));
  auto changed = x;
  attempt("empty", [&] { report("nothing", of_nothing(gf::zeros<float>({0}), changed)); });
  report("changed", changed);
  const gf::array<double, 2> table{{1, 2.5}, {4, -8}};
  report("scaled", scaled(table));
  report("scaled", scaled(gf::astype<float>(table)));
}

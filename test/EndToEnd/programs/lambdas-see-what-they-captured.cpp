// Lambdas use what they captured when they were made, by copy, by reference and with initialisers.
// RUN: %build-example --examples %S lambdas-see-what-they-captured %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: lambdas-see-what-they-captured
#include "report.h"

using Row = gf::array<float, 1>;

[[gpufuse::fuse]] Row by_copy(const Row &x) {
  float k = 2;
  auto scaled = [k](const Row &v) { return v * k; };
  k = 5;
  return scaled(x) + k;
}

[[gpufuse::fuse]] Row by_reference(const Row &x) {
  float k = 2;
  auto scaled = [&k](const Row &v) { return v * k; };
  k = 5;
  return scaled(x);
}

[[gpufuse::fuse]] Row array_by_copy(const Row &x) {
  Row y = x * 2;
  auto times = [y](const Row &v) { return v * y; };
  y += 1;
  return times(x) + y;
}

[[gpufuse::fuse]] Row with_state(const Row &x) {
  Row y = x * 2;
  auto add = [y](const Row &v) mutable {
    y += v;
    return y * 1;
  };
  auto a = add(x);
  auto b = add(x);
  return a + b + y;
}

[[gpufuse::fuse]] Row with_initialisers(const Row &x) {
  float k = 2;
  Row y = x * 2;
  auto times = [s = k * 3, z = y](const Row &v) { return v * z * s; };
  k = 5;
  y = y + 1;
  return times(x) * k + y;
}

[[gpufuse::fuse]] Row counting(const Row &x) {
  int n = 0;
  auto times = [&](const Row &v) {
    ++n;
    return v * n;
  };
  auto a = times(x);
  auto b = times(x);
  return a - b + n;
}

[[gpufuse::fuse]] Row mapped(const Row &x) {
  float k = 3;
  auto scaled = [k](float v) { return v * k; };
  k = 5;
  return gf::map(scaled, x) + k;
}

int main() {
  const Row x{1, 2, 3};
  report("copy", by_copy(x));
  report("reference", by_reference(x));
  report("array", array_by_copy(x));
  report("state", with_state(x));
  report("initialisers", with_initialisers(x));
  report("counting", counting(x));
  report("mapped", mapped(x));
}

// What fusion leaves unused, and what kernels spell out, gives no warning that the user's own file does not give.
// RUN: %cxx -std=c++20 -O1 -c -o %t.o -Wall -Wextra -Werror -I%examples/../include %s
// RUN: %gpufuse %s --target=cpu -o %t.fused.cpp
// RUN: %cxx %cpu-flags -c -o %t.o -Wall -Wextra -Werror %t.fused.cpp
// RUN: %clangxx -std=c++20 -fsyntax-only -Wall -Wextra -Werror -I%examples/../include %s
// RUN: %clangxx %cpu-flags -fsyntax-only -Wall -Wextra -Werror %t.fused.cpp
// RUN: %gpufuse %s -o %t.cu
// RUN: %if nvcc %{ %nvcc %cuda-flags -c -o %t.o -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror %t.cu %}
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
namespace {
array helper(const array &x, float k) { return x * k; }
float scale(float v) { return v * 2; }
array with(const array &x, const array &shape) { return x + gf::zeros<float>(shape.shape()); }
} // namespace
static array other(const array &x) { return gf::map(scale, x); }
[[gpufuse::fuse]] array f(const array &x, float k, const array &y) {
  auto twice = [k](const array &a) { return a * k; };
  auto inner = [](float v) { return v + 1; };
  const float half = 0.5f;
  float m = gf::mean(x);
  auto z = gf::map(inner, twice(x)) * half + (x == x);
  auto dead = x * 3;
  return helper(z, k) + other(x) - m + with(x, y) + x / 0.0f;
}
template <class T> [[gpufuse::fuse]] gf::array<T, 1> g(const gf::array<T, 1> &x, int n) {
  auto twice = [n](const auto &a) { return a * n; };
  return twice(x) + n;
}
int main() { array x{1, 2}; return f(x, 2, x).size() + g(x, 2).size() > 3; }

// `y = e; y += x;` is one write to new storage: what sees the old storage, or could see the first value, does.
// RUN: %build-example --examples %S updates-complete-assignments %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// RUN: %structure %t.json | FileCheck %s
// GPU: updates-complete-assignments
// CHECK: once: 2 statements, 1 region, 1 launch
#include "report.h"

using V = gf::array<double, 1>;

[[gpufuse::fuse]] V once(V y, const gf::array<double, 1> &x) {
  y = y * x;
  y += x;
  return y;
}
[[gpufuse::fuse]] void parameters(V &y, const V &x) {
  y = y * x;
  y += x;
}
[[gpufuse::fuse]] void viewed(V &y, const V &x) {
  auto before = y(gf::_);
  y = y * x;
  auto v = y(gf::_);
  y += x;
  v *= 2.0;
  before += v;
}
[[gpufuse::fuse]] V kept(V &y, const V &x) {
  y = x * 2.0;
  auto first = y;
  y += x;
  y -= 0.5;
  auto second = y;
  y *= first;
  y = y + second;
  y(gf::_) = y * y;
  return first - second;
}
[[gpufuse::fuse]] void between(V &y, V &z, const V &x) {
  y = x + 1.0;
  z = y * x;
  y += z;
  z += y;
}
[[gpufuse::fuse]] void filled(V &y, const V &x, const V &z) {
  y = x * 3.0;
  y(gf::_) = z;
  y += 1.0;
}
[[gpufuse::fuse]] void constant(V &y, const V &x) {
  y = x * 3.0;
  y(gf::_) = 2.0;
}
[[gpufuse::fuse]] V updatedFirst(V &y, const V &x) {
  y += x;
  y = y * 2.0;
  y += x;
  auto r = y + x;
  return r;
}

int main() {
  for (int n : {0, 1, 2, 5})
    for (int m : {1, 2, 5}) {
      const V x = gf::linspace(1.0, 2.0, n), z = gf::linspace(-1.0, 3.0, m);
      V y = gf::linspace(2.0, 4.0, n), other = x;
      report("n", n);
      report("m", m);
      attempt("once", [&] { report("r", once(z, x)); });
      attempt("parameters", [&] { parameters(y, z); });
      report("y", y);
      attempt("same", [&] { parameters(y, y); });
      report("y", y);
      const V copy = y;
      auto view = y(gf::_);
      attempt("viewed", [&] { viewed(y, x); });
      report("y", y);
      report("view", V(view));
      report("copy", copy);
      attempt("kept", [&] { report("r", kept(y, z)); });
      report("y", y);
      attempt("kept", [&] { report("r", kept(y, y)); });
      report("y", y);
      attempt("between", [&] { between(y, other, x); });
      report("y", y);
      report("other", other);
      attempt("between", [&] { between(y, y, z); });
      report("y", y);
      attempt("filled", [&] { filled(y, x, z); });
      report("y", y);
      attempt("filled", [&] { filled(y, z, y); });
      report("y", y);
      attempt("constant", [&] { constant(y, x); });
      report("y", y);
      auto held = y(gf::_);
      attempt("updated", [&] { report("r", updatedFirst(y, x)); });
      report("held", V(held));
      report("y", y);
      attempt("updated", [&] { report("r", updatedFirst(y, y)); });
      report("y", y);
    }
}

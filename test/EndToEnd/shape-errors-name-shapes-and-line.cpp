// A shape that does not fit at run time: the message of fused code has the user's file and line, the text, and both shapes.
// RUN: %gpufuse %s --target=cpu -o %t.fused.cpp
// RUN: %cxx %cpu-flags %t.fused.cpp -o %t
// RUN: %t | FileCheck %s
#include <gpufuse/gpufuse.h>

#include <cstdio>

namespace gf = gpufuse;
using Vector = gf::array<double, 1>;
using Matrix = gf::array<double, 2>;

[[gpufuse::fuse]]
Matrix add(const Matrix &x, const Vector &y) {
  auto twice = x * 2.0;
  return twice + y;
  // CHECK: shape: {{.*}}shape-errors-name-shapes-and-line.cpp:[[@LINE-1]]: cannot broadcast shapes (2, 3) and (4) in 'twice + y'
}

[[gpufuse::fuse]]
void accumulate(Vector &x, const Vector &y) {
  x += y * 2.0;
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: cannot broadcast shapes (3) and (4)
}

[[gpufuse::fuse]]
void store(Matrix &x, const Vector &y) {
  x(0, gf::_) = y + 1.0;
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: cannot store shape (4) into shape (3)
}

template <class Action> void report(Action action) {
  try {
    action();
    std::puts("no error");
  } catch (const gf::error &error) {
    std::printf("%s: %s\n", error.kind() == gf::error::shape ? "shape" : "other", error.what());
  }
}

int main() {
  Vector three = gf::zeros<double>({3});
  const Vector four = gf::zeros<double>({4});
  Matrix rows = gf::zeros<double>({2, 3});
  report([&] { (void)add(rows, four); });
  report([&] { accumulate(three, four); });
  report([&] { store(rows, four); });
}

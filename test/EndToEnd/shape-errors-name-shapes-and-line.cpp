// A shape or index that does not fit at run time: the message of fused code has the user's file and line, the text, and the shapes.
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

[[gpufuse::fuse]]
Vector nested(const Vector &x, const Vector &y) {
  return x - gf::sqrt(x * 2.0) * (y + 1.0);
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: cannot broadcast shapes (3) and (4) in 'sqrt(x * 2) * (y + 1)'
}

[[gpufuse::fuse]]
Vector element(const Vector &x, std::int64_t i) {
  auto twice = x * 2.0;
  return twice + x(i);
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: index -4 is out of bounds for dimension 0 of extent 3 in 'x(i)'
}

[[gpufuse::fuse]]
void row(Matrix &m, const Vector &x) {
  m(7, gf::_) = x * 2.0;
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: index 7 is out of bounds for dimension 0 of extent 2 in 'm(7, _)'
}

[[gpufuse::fuse]]
Vector steps(const Vector &x, std::int64_t step) {
  return x(gf::slice(0, gf::_, step)) * 2.0;
  // CHECK-NEXT: shape: {{.*}}.cpp:[[@LINE-1]]: slice step cannot be zero in 'x(slice(0, _, step))'
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
  report([&] { (void)nested(three, four); });
  report([&] { (void)element(three, -4); });
  report([&] { row(rows, three); });
  report([&] { (void)steps(three, 0); });
}

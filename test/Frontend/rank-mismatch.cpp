// Ranks that differ are one error with both ranks, at the user's place, without a list of overloads.
// RUN: rm -f %t.cu
// RUN: %python %S/../Driver/Inputs/exits_with.py 1 %gpufuse %s -o %t.cu -- -ferror-limit=0 > %t.txt 2>&1
// RUN: FileCheck %s --implicit-check-not=error: --implicit-check-not=note: < %t.txt
// RUN: not ls %t.cu
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;
using Matrix = gf::array<float, 2>;

[[gpufuse::fuse]]
Vector result(const Matrix &m) {
  // CHECK: rank-mismatch.cpp:[[@LINE+1]]:10: error: 'm * 2' has rank 2, but rank 1 is needed [rank-mismatch]
  return m * 2;
}

[[gpufuse::fuse]]
void declaration(const Matrix &m, const Vector &v) {
  // CHECK: :[[@LINE+1]]:10: error: 'm + 1' has rank 2, but rank 1 is needed [rank-mismatch]
  Vector a = m + 1;
  // CHECK: :[[@LINE+1]]:10: error: 'v' has rank 1, but rank 2 is needed [rank-mismatch]
  Matrix b(v);
  // CHECK: :[[@LINE+1]]:10: error: 'm' has rank 2, but rank 1 is needed [rank-mismatch]
  Vector c{m};
  // CHECK: :[[@LINE+1]]:9: error: 'v + 1' has rank 1, but a number is needed [rank-mismatch]
  float d = v + 1;
}

[[gpufuse::fuse]]
void assignment(Vector &v, const Matrix &m) {
  // CHECK: :[[@LINE+1]]:5: error: 'm + 1' has rank 2, but rank 1 is needed [rank-mismatch]
  v = m + 1;
  // CHECK: :[[@LINE+1]]:8: error: 'v * 2' has rank 1, but a number is needed [rank-mismatch]
  v(0) = v * 2;
}

[[gpufuse::fuse]]
Vector index(const Vector &v, Matrix &m) {
  // CHECK: :[[@LINE+1]]:3: error: 'm' has rank 2, but 3 dimensions are indexed [rank-mismatch]
  m(0, 1, 2) = 1;
  // CHECK: :[[@LINE+1]]:10: error: 'v' has rank 1, but 2 dimensions are indexed [rank-mismatch]
  return v(0, gf::_) * 2;
}

[[gpufuse::fuse]]
void stacks(const Vector &v, const Matrix &m) {
  // CHECK: :[[@LINE+1]]:13: error: an array to stack has rank 2, but another has rank 1 [rank-mismatch]
  auto a1 = gf::stack({v, m});
  // CHECK: :[[@LINE+1]]:13: error: an array to stack has rank 2, but another has rank 1 [rank-mismatch]
  auto b1 = gf::stack(gf::axis(0), v, m);
}

void fill(Vector &out, const Vector &x) { out = x; }
struct Part {
  explicit Part(const Vector &x) : value(x) {}
  void set(const Vector &x) { value = x; }
  Vector value;
};

[[gpufuse::fuse]]
void parameters(Matrix &m, const Vector &v, Part &part) {
  // CHECK: :[[@LINE+2]]:3: error: an argument has rank 2, but rank 1 is needed [rank-mismatch]
  // CHECK: :[[@LINE-10]]:6: note: 'fill' is declared here
  fill(m, v);
  // CHECK: :[[@LINE+1]]:12: error: 'm' has rank 2, but rank 1 is needed [rank-mismatch]
  part.set(m);
  // CHECK: :[[@LINE+2]]:8: error: 'm' has rank 2, but rank 1 is needed [rank-mismatch]
  // CHECK: :[[@LINE-13]]:12: note: 'Part' is declared here
  Part other(m);
}

[[gpufuse::fuse]]
Vector choice(const Vector &v, const Matrix &m, bool first) {
  // CHECK: :[[@LINE+1]]:16: error: 'v' has rank 1, but 'm' has rank 2 [rank-mismatch]
  return first ? v : m;
}

template <class T> void generic(Vector &v, const gf::array<T, 2> &m) {
  // CHECK: :[[@LINE+1]]:5: error: 'm' has rank 2, but rank 1 is needed [rank-mismatch]
  v = m;
}

[[gpufuse::fuse]]
void compound(Vector &v, const Matrix &m) {
  generic(v, m);
  v += m;
  // CHECK: :[[@LINE-1]]:5: error: the value has rank 2, but it is stored in an array of rank 1 [rank-mismatch]
}

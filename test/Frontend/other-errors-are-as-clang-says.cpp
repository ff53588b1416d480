// What is no matter of ranks is told in Clang's words, with all its notes, in its order; warnings too.
// RUN: not %gpufuse %s -o %t.cu 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;
using Vector = gf::array<float, 1>;

void either(const Vector &x, int n);
void either(const gf::array<float, 2> &x, const char *name);

void f(const Vector &v, const gf::array<float, 2> &m) {
  // CHECK: :[[@LINE+1]]:13: warning: implicit conversion from 'double' to 'int'
  int few = 2.5;
  // CHECK: :[[@LINE+3]]:3: error: no matching function for call to 'either'
  // CHECK: note: candidate function not viable: no known conversion
  // CHECK: note: candidate function not viable: no known conversion
  either(m, few);
  // CHECK: :[[@LINE+2]]:21: error: no viable conversion from
  // CHECK: note: candidate
  gf::array<int, 1> integers = v;
  // CHECK: :[[@LINE+1]]:3: error: use of undeclared identifier 'nothing'
  nothing = v;
}

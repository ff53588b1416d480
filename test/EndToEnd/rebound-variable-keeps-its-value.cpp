// y is declared by one guarded region and rebound by another, next to a store into an array that may be the same: the
// kernel must read the old y and fill a new one. Eager and fused results are the same bits.
// RUN: %cxx %cpu-flags %s -o %t.eager
// RUN: %gpufuse %s --target=cpu -o %t.fused.cpp
// RUN: %cxx %cpu-flags %t.fused.cpp -o %t.fused
// RUN: %t.eager > %t.eager.txt && %t.fused > %t.fused.txt
// RUN: cmp %t.eager.txt %t.fused.txt
// RUN: FileCheck %s < %t.fused.txt
// RUN: %if emulator %{ %gpufuse %s -o %t.cu && %emulate %t.cu -o %t.emulated && %t.emulated > %t.emulated.txt && cmp %t.eager.txt %t.emulated.txt %}
#include <gpufuse/gpufuse.h>

#include <cstdio>

namespace gf = gpufuse;
using Vector = gf::array<double, 1>;

static void triple(Vector &out, const Vector &x) {
  out = x * 2.0;
  out += x;
}

[[gpufuse::fuse]]
Vector chain(const Vector &x, const Vector &w, Vector &o) {
  auto c = x + w;
  auto y = x * 0.5;
  triple(o, c);
  triple(y, o);
  Vector z = y;
  triple(z, z);
  return z + c;
}

int main() {
  Vector x{1, 2}, w{3, 4}, o;
  const Vector result = chain(x, w, o);
  for (double value : result.host())
    std::printf("%.17g ", value);
  // CHECK: 148 222
}

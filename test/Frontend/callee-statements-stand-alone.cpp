// RUN: %gpufuse %s --emit=ir | FileCheck %s
// What a callee wrote may be what its next statement reads under another name, as in `into(x, x)`: the two are
// statements of their own also where they are inlined.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using vector = gf::array<double, 1>;

static void into(vector &out, const vector &x) {
  out = x * 2.0;
  out += x;
}

// CHECK-LABEL: func.func @f
// CHECK: gf.statement [[BEGIN:[0-9]+]], [[END:[0-9]+]]
// CHECK: gf.assign
// CHECK-NEXT: gf.statement [[END]], [[END]]
// CHECK-NEXT: gf.read
// CHECK: gf.store
[[gpufuse::fuse]] void f(vector &out, const vector &x) { into(out, x); }

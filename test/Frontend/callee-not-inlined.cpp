// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Each remark says what could not be spelled at the call.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
class Secret {
  float key = 3;

public:
  array locked(const array &x) const { return x * key; }
};
array invisible(const array &x);
array recursive(const array &x) { return recursive(x * 2); }
array looping(const array &x) {
  auto y = x * 1;
  for (int i = 0; i < 3; ++i) y += x;
  return y;
}
[[gpufuse::fuse]] array f(const array &x, const Secret &s) {
  // CHECK: 'invisible' is called as it is: its body is not visible [callee-not-inlined]
  auto a = invisible(x);
  // CHECK: 'recursive' is called as it is: in 'recursive', it is recursive [callee-not-inlined]
  auto b = recursive(x);
  // CHECK: 'looping' is called as it is: it has a loop that is no array statement [callee-not-inlined]
  auto c = looping(x);
  // CHECK: 'locked' is called as it is: in 'key', 'key' is not accessible in the caller [callee-not-inlined]
  auto d = s.locked(x);
  return a + b + c + d;
}

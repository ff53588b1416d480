// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Each remark says what could not be spelled at the call.
#include <cstdio>
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
class Secret {
  float key = 3;
  array hidden;

public:
  array sum(const array &x) const { return hidden + x; }
  array locked(const array &x) const { return x * key; }
};
array invisible(const array &x);
array recursive(const array &x) { return recursive(x * 2); }
array looping(const array &x) {
  auto y = x * 1;
  for (int i = 0; i < 3; ++i) y += x;
  return y;
}
void print(const char *name, const array &x) { std::printf("%s %ld\n", name, long(x.size())); }
void print_twice(const char *name, const array &x) { print(name, x * 2); }
[[gpufuse::fuse]] array f(const array &x, const Secret &s) {
  // CHECK: 'invisible' is called as it is: its body is not visible [callee-not-inlined]
  auto a = invisible(x);
  // CHECK: 'recursive' is called as it is: in 'recursive', it is recursive [callee-not-inlined]
  auto b = recursive(x);
  // CHECK: 'looping' is called as it is: it has a loop that is no array statement [callee-not-inlined]
  auto c = looping(x);
  // CHECK: 'locked' is called as it is: in 'key', 'key' is not accessible in the caller [callee-not-inlined]
  auto d = s.locked(x);
  // CHECK: 'sum' is called as it is: in 'hidden', 'hidden' is not accessible in the caller [callee-not-inlined]
  auto e = s.sum(x);
  // A callee without an array statement is no loss:
  // CHECK-NOT: 'print' is called as it is
  print("e", e);
  // CHECK: 'print_twice' is called as it is: its argument for 'name' is no array, number or named object [callee-not-inlined]
  print_twice("e", e);
  return a + b + c + d + e;
}

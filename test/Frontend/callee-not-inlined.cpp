// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Each remark says what could not be spelled at the call.
#include <cstdio>
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
using array = gf::array<float, 1>;
#define TWICE(s) ((s) * 2)
class Secret {
  float key = 3;
  array hidden;

public:
  array sum(const array &x) const { return hidden + x; }
  array locked(const array &x) const { return x * key; }
};
array invisible(const array &x);
array recursive(const array &x) { return recursive(x * 2); }
array jumping(const array &x, int n) {
  auto y = x * 1;
again:
  y += x;
  if (--n > 0)
    goto again;
  return y;
}
void print(const char *name, const array &x) { std::printf("%s %ld\n", name, long(x.size())); }
array returning(const array &x) {
  auto y = x * 1;
  for (int i = 0; i < 3; ++i) {
    y += x;
    if (i > 1)
      return y;
  }
  return y;
}
array counting(const array &x) {
  static float calls = 0;
  calls += 1;
  return x * calls;
}
array switching(const array &x, int n) {
  auto y = x * 1;
  switch (n) {
  case 1:
    y += x;
  }
  return y;
}
array macro(const array &x, float s) {
  s = TWICE(s);
  return x * s;
}
array looking(gf::view<float, 1> part, array &x) {
  x += 1;
  return part * 2;
}
[[gpufuse::fuse]] array f(const array &x, const Secret &s, array &y) {
  // CHECK: 'invisible' is called as it is: its body is not visible [callee-not-inlined]
  auto a = invisible(x);
  // CHECK: 'recursive' is called as it is: in 'recursive', it is recursive [callee-not-inlined]
  auto b = recursive(x);
  // CHECK: 'jumping' is called as it is: it has a statement of another kind [callee-not-inlined]
  auto c = jumping(x, 2);
  // CHECK: 'locked' is called as it is: in 'key', 'key' is not accessible in the caller [callee-not-inlined]
  auto d = s.locked(x);
  // CHECK: 'returning' is called as it is: it returns in the middle [callee-not-inlined]
  auto e = returning(x);
  // CHECK: 'counting' is called as it is: its local 'calls' cannot be spelled here [callee-not-inlined]
  auto g = counting(x);
  // CHECK: 'switching' is called as it is: it has a statement of another kind [callee-not-inlined]
  auto h = switching(x, 1);
  // CHECK: 'macro' is called as it is: in 's = TWICE(s)', its text comes from a macro [callee-not-inlined]
  auto i = macro(x, 1);
  // CHECK: 'looking' is called as it is: what its view shows may change [callee-not-inlined]
  auto j = looking(y(gf::slice(0, 2)), y);
  // CHECK: 'sum' is called as it is: in 'hidden', 'hidden' is not accessible in the caller [callee-not-inlined]
  auto l = s.sum(x);
  // A callee without an array statement is no loss:
  // CHECK-NOT: 'print' is called as it is
  print("l", l);
  return a + b + c + d + e + g + h + i + j + l;
}

[[gpufuse::fuse]] array g(const array &x) {
  float k = 2;
  auto scaled = [&](const array &v) { return v * k; };
  array r = x * k;
  for (int k = 0; k < 3; ++k)
    // CHECK: 'operator()' is called as it is: 'k' may mean another variable at the call [callee-not-inlined]
    r += scaled(x);
  return r;
}

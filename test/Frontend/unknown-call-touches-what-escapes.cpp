// RUN: %gpufuse %s --emit=ir | FileCheck %s
// An unknown call may read and write reference parameters and globals, but not locals it is not given.
#include <gpufuse/gpufuse.h>
#include <cstdio>
namespace gf = gpufuse;
void unknown();

[[gpufuse::fuse]] gf::array<float, 1> f(gf::array<float, 1> &x) {
  auto a = x * 2;
  // CHECK: gf.host {{.*}} reads(%[[X:.*]] : {{.*}}) writes(%[[X]] : {{[^,]*}}) may_throw
  unknown();
  // CHECK-NEXT: gf.host {{[0-9, ]+}} line [[#@LINE+2]] observable{{$}}
  // CHECK-NEXT: gf.statement
  std::printf("known to touch nothing\n");
  // CHECK: "return $0;"
  return a + x;
}

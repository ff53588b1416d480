// RUN: %gpufuse %s -o %t.cu 
// RUN: FileCheck %s --input-file=%t.cu
// Text that stands for several expressions cannot be written once where the call stands.
#include <gpufuse/gpufuse.h>
#include <iostream>
namespace gf = gpufuse;

template <class... A> float shown(const A &...a) {
  ((std::cout << gf::to_string(a)), ...);
  return (0 + ... + a.extent(0));
}

[[gpufuse::fuse]] void f(const gf::array<float, 1> &x, const gf::array<float, 1> &y, gf::array<float, 1> &r) {
  r = x * 2;
  // CHECK: {{^}}  shown(x, y, r);
  shown(x, y, r);
  r += y;
}

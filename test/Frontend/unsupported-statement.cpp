// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
[[gpufuse::fuse]] gf::array<float, 1> f(gf::array<float, 1> x, int n) {
  // CHECK: remark: this 'switch' is left as it is: array statements inside it run eagerly [unsupported-statement]
  switch (n) {
  case 1: x += 1;
  }
  return x * 2;
}

// RUN: not %gpufuse %s -o %t.cu 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
[[gpufuse::fuse]] gf::array<float, 1> f(gf::random::generator &rng) {
  // CHECK: [[#@LINE+2]]:49: error: two draws in one expression have no defined order [unsequenced-draws]
  // CHECK: [[#@LINE+1]]:10: note: the other draw is here; draw it into a variable first
  return gf::random::uniform<float>(rng, {9}) + gf::random::normal<float>(rng, {9});
}

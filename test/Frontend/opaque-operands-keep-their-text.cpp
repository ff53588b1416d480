// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// An array that no name spells is declared before the statement, and the rest of the statement is lifted.
#include <gpufuse/gpufuse.h>
#include <vector>
namespace gf = gpufuse;
gf::array<float, 1> load(int i);

[[gpufuse::fuse]] gf::array<float, 1> f(const std::vector<gf::array<float, 1>> &layers) {
  // CHECK: remark: 'load' is called as it is: its body is not visible [callee-not-inlined]
  // CHECK: gf.host [[B:[0-9]+]], [[B]] line {{[0-9]+}} "const auto &operand = layers[1];"
  auto a = layers[1] * 2;
  // CHECK: gf.host [[C:[0-9]+]], [[C]] line {{[0-9]+}} "const auto result = load(3);"
  auto b = load(3) + a;
  return b;
}

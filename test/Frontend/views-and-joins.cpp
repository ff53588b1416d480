// RUN: %gpufuse %s --emit=ir 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// Other orders are permutations, reversals are slices, joins are stores into memory that nobody fills first.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] void orders(const gf::array<float, 3> &x, gf::array<float, 3> &r) {
  // CHECK: gf.view permute %{{.*}} [2, 1, 0]
  r = gf::transpose(x) * 2;
  // CHECK: gf.view permute %{{.*}} [1, 2, 0]
  r = gf::moveaxis(x, 0, -1) * 2;
  // CHECK: gf.slice %{{.*}} [4, 0, 4]
  r = gf::flip(x, gf::axes(0, -1)) * 2;
  // CHECK: gf.slice %{{.*}} [0, 4, 0]
  // CHECK: gf.view permute %{{.*}} [1, 0, 2]
  r = gf::rot90(x) * 2;
}

[[gpufuse::fuse]] void shapes(const gf::array<float, 2> &x, gf::array<float, 1> &r, std::int64_t n) {
  // CHECK: gf.view reshape %{{.*}} [](%{{.*}})
  r = gf::ravel(x) * 2;
  // CHECK: gf.view diagonal %{{.*}} [0, 1](%{{.*}})
  r = gf::diagonal(x, n) * 2;
  // CHECK: gf.view squeeze %{{.*}} [1]
  r = gf::squeeze(x, gf::axis(-1)) * 2;
}

[[gpufuse::fuse]] void joined(const gf::array<float, 1> &x, gf::array<float, 1> &r) {
  // CHECK: gf.joined_extent[%{{.*}}, %{{.*}}] rank 1 axis 0
  // CHECK: %[[MEMORY:.*]] = gf.empty[
  // CHECK: gf.assign %[[MEMORY]] to %[[ROOT:.*]] declares
  // CHECK: gf.store %{{.*}} to %[[ROOT]] [3]
  // CHECK: gf.store %{{.*}} to %[[ROOT]] [3]
  r = gf::concatenate({x * 2, x + 1}) * 2;
}

[[gpufuse::fuse]] void unknown(const gf::array<float, 2> &x, gf::array<float, 2> &r, int n) {
  r = gf::swapaxes(x, 0, n) * 2;
  r = gf::rot90(x, n) * 2;
  r = gf::transpose(x, gf::axes(0, 2)) * 2;
}
// REMARK: :[[#@LINE-4]]:7: remark: 'swapaxes' is evaluated as it is: its axis is no constant [unsupported-operation]
// REMARK: :[[#@LINE-4]]:7: remark: 'rot90' is evaluated as it is: its axis is no constant [unsupported-operation]
// REMARK: :[[#@LINE-4]]:7: remark: 'transpose' is evaluated as it is: its axis is out of range [unsupported-operation]

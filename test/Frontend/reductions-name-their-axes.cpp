// RUN: %gpufuse %s --emit=ir 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// Axes are normalised and sorted; all of them are the whole; callees hand them on; only constants are known.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

template <class A, class Where> auto spread(const A &a, Where along) { return gf::max(a, along) - gf::min(a, along); }

[[gpufuse::fuse]] void f(const gf::array<float, 3> &x, gf::array<float, 2> &r, gf::array<float, 3> &k, int n) {
  // CHECK: gf.reduce sum %{{.*}} axes [1] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  r = gf::sum(x, gf::axis(-2));
  // CHECK: gf.reduce max %{{.*}} axes [0, 2] keepdims : tensor<?x?x?xf32> -> tensor<1x?x1xf32>
  k = gf::max(x, gf::axes(-1, 0), gf::keepdims);
  // CHECK: gf.reduce mean %{{.*}} keepdims : tensor<?x?x?xf32> -> tensor<1x1x1xf32>
  k = gf::mean(x, gf::axes(2, 1, 0), gf::keepdims);
  constexpr gf::axis first(0);
  // CHECK: gf.reduce max %{{.*}} axes [0] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  // CHECK: gf.reduce min %{{.*}} axes [0] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  r = spread(x, first);
}

[[gpufuse::fuse]] void g(const gf::array<float, 2> &x, gf::array<float, 1> &r, int n) {
  r = gf::sum(x, gf::axis(n));
  r = gf::sum(x, gf::axis(2));
  r = gf::sum(x, gf::axis(0)) * 2;
}
// REMARK: :[[#@LINE-4]]:7: remark: 'sum' is evaluated as it is: its axis is no constant [unsupported-operation]
// REMARK: :[[#@LINE-4]]:7: remark: 'sum' is evaluated as it is: its axis is out of range [unsupported-operation]

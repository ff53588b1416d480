// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// Helpers become operations: parameters bound, names qualified, template arguments substituted, writes to the
// caller's variables.
#include <gpufuse/gpufuse.h>
#include <tuple>
namespace gf = gpufuse;
namespace physics {
float scale = 2;
template <class T> gf::array<T, 1> kinetic(const gf::array<T, 1> &v, T mass) { return T(0.5) * mass * scale * (v * v); }
void kick(gf::array<float, 1> &v, const gf::array<float, 1> &a, float dt = 0.5f) { v += a * dt; }
std::tuple<gf::array<float, 1>, gf::array<float, 1>> both(const gf::array<float, 1> &x) {
  auto s = sin(x);
  return {s, x * 2};
}
} // namespace physics

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, gf::array<float, 1> &v, float m) {
  // CHECK-NOT: remark
  // CHECK: %[[V:.*]] = gf.root "v" parameter escapes
  // CHECK: gf.scalar "float(0.5) * m * ::physics::scale"
  auto e = physics::kinetic(v, m);
  // CHECK: gf.store %{{.*}} to %[[V]]
  physics::kick(v, x);
  // CHECK: gf.elementwise "sin"
  // CHECK: gf.root "p" local
  // CHECK: gf.root "q" local
  auto [p, q] = physics::both(e);
  return p + q;
}

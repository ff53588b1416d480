// RUN: %gpufuse %s --emit=ir | FileCheck %s
// Each array statement becomes operations named after its variables; draws are taken at their statements.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// CHECK: gf.name = "random_uniform_unitary", gf.statements = 6
[[gpufuse::fuse]]
gf::array<float, 2> random_uniform_unitary(std::int64_t n, gf::random::generator &rng) {
  // CHECK: %[[N:.*]] = gf.scalar "n" as "n" "std::int64_t" direct : i64
  // CHECK: %[[D:.*]] = gf.draw "rng" as "theta_draw"
  // CHECK: gf.random uniform %[[D]][%[[N]]] : tensor<?xf32>
  auto theta = gf::random::uniform<float>(rng, {n}) * (2 * gf::pi);
  // CHECK: gf.draw "rng" as "phi_draw"
  auto phi = gf::random::uniform<float>(rng, {n}) * gf::pi;
  auto x = sin(phi) * cos(theta);
  auto y = sin(phi) * sin(theta);
  auto z = cos(phi);
  // CHECK: %[[R:.*]] = gf.stack %{{.*}}, %{{.*}}, %{{.*}} axis 1 : {{.*}} -> tensor<?x3xf32>
  // CHECK: gf.host {{.*}} "return $0;" holes(%[[R]] : tensor<?x3xf32>) exits
  return gf::stack({x, y, z}, gf::axis(-1));
}

// RUN: %gpufuse %s -o - | FileCheck %s
// RUN: %gpufuse %s --target=cpu -o - | FileCheck --check-prefix=CPU %s
// A CUDA program that sorts or multiplies matrices links the library, and says so.
// CHECK: // Build: nvcc {{.*}} PREFIX/lib/libgpufuse_library_cuda.a PREFIX/lib/libgpufuse_runtime_cuda.a
// CPU: // Build: g++ {{.*}} THIS-FILE, where
#include <gpufuse/gpufuse.h>
#include <gpufuse/linalg.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 2> &a, const gf::array<float, 1> &x) {
  return gf::matmul(a, x) * 2;
}

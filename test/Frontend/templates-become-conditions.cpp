// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
// One function an instantiation, told apart by a condition on the template's parameters.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

// CHECK: remark: template 'unused' is not used in this file; nothing to fuse [template-not-instantiated]
template <class T> [[gpufuse::fuse]] gf::array<T, 1> unused(const gf::array<T, 1> &x) { return x * 2; }

// CHECK: gf.condition = "std::is_same_v<T, float> && N == 2"
// CHECK: gf.condition = "std::is_same_v<T, double> && N == 3"
template <class T, int N> [[gpufuse::fuse]] gf::array<T, 1> f(const gf::array<T, 1> &x) { return x * N; }
template gf::array<float, 1> f<float, 2>(const gf::array<float, 1> &);
auto *use = &f<double, 3>;

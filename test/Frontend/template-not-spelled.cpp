// RUN: %gpufuse %s --emit=ir 2>&1 | FileCheck %s
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;
// CHECK: warning: instantiation {{.*}} is left eager: its template arguments cannot be compared in an 'if constexpr' [template-not-spelled]
template <class... T> [[gpufuse::fuse]] gf::array<float, 1> f(const gf::array<float, 1> &x, T...) { return x * 2; }
auto *use = &f<int, float>;

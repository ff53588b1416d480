// Names that generated code would take, macros, and odd but legal formatting.
// RUN: %build-example --examples %S names-of-the-user %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: names-of-the-user
#include "report.h"

using V = gf::array<double, 1>;
double result_1 = 5, f_1_dense = 7, f_shape = 1;
namespace app { namespace { double space = 3; static V f_1(const V &x) { return x + space; } } namespace inner { using gf::sum; V k = V{1, 2, 3}; 
[[gpufuse::fuse]] V f(const V &result, const V &x_1, double n, double i, double at, double k, V &theta_u, double stage, int space) {
  auto x_shape = result * n + at; auto result_shape = x_1 * i - k; V x = x_shape + result_shape; auto out = x * stage + f_1(x) + ::result_1; auto result_1 = out + space; theta_u = result_1 + ::f_1_dense; double value = sum(theta_u); auto x_new = theta_u * value; V b0 = x_new; auto t1 = b0 + 1.0; auto t2 = t1 * t1; double gpufuse = 2.0; auto std_ = t2 * gpufuse; auto i0 = std_ - inner::k(0); auto result_e = i0; theta_u = result_e + app::space; 
  return theta_u + result_e * f_shape; }
[[gpufuse::fuse]] V g(const V &blocks, V launch, int threadIdx, int blockIdx) { auto block = blocks + threadIdx; auto grid = block * blockIdx; launch += grid; auto data = launch; auto size = data * 2.0; auto e = size + data; const auto index = e; auto shape = index + 1.0; auto values = gf::mean(shape); return shape + values; }
} }
#define SCALE(x) ((x) * 2.0)
#define K 3.0
#define DECL(n) auto n = x + 1.0
#define RET return
#define LOOP for (int i = 0; i < 2; ++i)
[[gpufuse::fuse]] V m(const V &x) { auto a = SCALE(x) + K; DECL(b); auto c = a + K * b; LOOP { c += K; } LOOP c = c + SCALE(a); RET c * K; }
[[gpufuse::fuse]] V q(const V& x){auto y=x+1.0;return y;}
[[gpufuse::fuse]] V after(const V &x) { auto y = x + 1.0; return y * 2.0; auto z = y + 1.0; return z; }
[[gpufuse::fuse]] V odd  ( const V & x ) /* c1 */
{ // c2
  auto /* a */ y /* b */ = // trailing
     x /* inner */ + /* ; */ 1.0 // "quote' 
     ; /* end */ auto z=y
*2.0;;; {{ z += 1.0; }}
  const char *s = "return $0; // x"; char ch = '{'; auto raw = R"(} auto y = 3; )";
  auto w = z + double(s[0]) + ch + raw[0]; \
  return
    w
    ; }
[[gpufuse::fuse]] [[nodiscard]] static inline auto trailing(const V &x) noexcept(false) -> V { return x - 1.0; }
[[gpufuse::fuse, maybe_unused]] static V tern(const V &x, bool b) { auto y = b ? x + 1.0 : x * 2.0; double k = b ? 1 : 2; auto z = y * (b ? 3.0 : k); return b ? z : y; }
extern "C++" { [[gpufuse::fuse]] V ext(const V &x) { return x + 4.0; } }
int main() { V x = gf::linspace(1.0, 2.0, 3), t = x; report("f", app::inner::f(x, x, 1, 2, 3, 4, t, 5, 6)); report("t", t); report("g", app::inner::g(x, x, 2, 3)); report("m", m(x)); report("q", q(x)); report("a", after(x)); report("o", odd(x)); report("tr", trailing(x)); report("te", tern(x, true)); report("te", tern(x, false)); report("e", ext(x)); }

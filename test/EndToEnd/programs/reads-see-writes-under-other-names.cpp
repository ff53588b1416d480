// What a statement wrote is what the next one reads, also under another name: b(x, x), a table and its element.
// RUN: %build-example --examples %S reads-see-writes-under-other-names %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: reads-see-writes-under-other-names
#include "report.h"

#include <vector>

using V = gf::array<double, 1>;
[[gpufuse::fuse]] void a(V &x, V &y) {
  x += 1.0;
  y = y * x;
  x = x + 2.0;
  y += x;
}
[[gpufuse::fuse]] void b(V &x, V &y) {
  y = y * x;
  y += x;
}
[[gpufuse::fuse]] void c(V &x, V &y) {
  x = y + 2.0;
  y += x;
}
[[gpufuse::fuse]] void d(V &x, V &y, V &z) {
  z = z * x;
  y += z;
}
[[gpufuse::fuse]] void e(std::vector<V> &w, int i, const V &x) {
  w[i] = x * 2.0;
  w[0] += w[i];
}
static void into(V &out, const V &x) {
  out = x * 2.0;
  out += x;
}
[[gpufuse::fuse]] void g(V &out, const V &x) {
  out = x * 2.0;
  out += x;
}
[[gpufuse::fuse]] void h(V &out, const V &x) { into(out, x); }
[[gpufuse::fuse]] V i(const V &x) {
  V z = x + 1.0;
  into(z, z);
  return z;
}
int main() {
  for (int same : {0, 1}) {
    V x{1, 2}, y{3, 4}, z{5, 6};
    V &p = same ? x : y;
    report("same", same);
    a(x, p);
    report("a", x);
    report("a", p);
    b(x, p);
    report("b", x);
    report("b", p);
    c(x, p);
    report("c", x);
    report("c", p);
    d(x, p, z);
    report("d", p);
    d(x, z, p);
    report("d", p);
    report("d", z);
    d(z, x, p);
    report("d", x);
    report("d", z);
    std::vector<V> w{x, y};
    e(w, !same, z);
    report("e", w[0]);
    report("e", w[1]);
    e(w, !same, w[0]);
    report("e", w[0]);
    report("e", w[1]);
    g(x, p);
    report("g", x);
    h(x, p);
    report("h", x);
    report("i", i(x));
  }
}

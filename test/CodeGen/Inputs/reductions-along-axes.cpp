// What reductions-along-axes.test reads.
#include <gpufuse/gpufuse.h>
namespace gf = gpufuse;

[[gpufuse::fuse]] gf::array<float, 1> rows(const gf::array<float, 2> &x) {
  auto s = gf::sum(x * 2.0f, gf::axis(1));
  return s;
}

[[gpufuse::fuse]] gf::array<float, 1> columns(const gf::array<float, 2> &x) {
  auto m = gf::max(x, gf::axis(0));
  return m;
}

[[gpufuse::fuse]] gf::array<float, 1> apart(const gf::array<float, 3> &x) {
  auto s = gf::min(x, gf::axes(0, 2));
  return s;
}

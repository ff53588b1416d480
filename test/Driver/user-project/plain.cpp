// A source of a target without definitions and include folders.
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<float, 1> squares(std::int64_t n) {
  auto x = gf::arange(n).astype<float>();
  return x * x;
}

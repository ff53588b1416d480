// A source of a target without definitions and include folders; it sorts, for which a GPU needs a library.
#include <gpufuse/gpufuse.h>
#include <gpufuse/sorting.h>

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<float, 1> squares(std::int64_t n) {
  auto x = gf::arange(n).astype<float>();
  return gf::sort(x * x);
}

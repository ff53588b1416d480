// Needs its project's definitions and include folder.
#include <cstdio>

#include <gpufuse/gpufuse.h>
#include <scaling/scaled.h>

namespace gf = gpufuse;

[[gpufuse::fuse]]
float scaled_sum(const gf::array<float, 1> &x) {
  return sum(scaled(x) + OFFSET);
}

int main() { std::printf("%s: %g\n", LABEL, static_cast<double>(scaled_sum(gf::arange(0.0f, 4.0f)))); }

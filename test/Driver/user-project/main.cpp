// Ordinary C++ beside a fused source.
#include <cstdio>

#include <gpufuse/gpufuse.h>

gpufuse::array<float, 1> squares(std::int64_t n);

int main() { std::printf("last square: %g\n", static_cast<double>(squares(5)(-1))); }

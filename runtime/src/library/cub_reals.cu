// CUB's sorting of reals.
#include "cub.cuh"

namespace gpufuse::cuda_library {

#define GPUFUSE_KEYS(Key)                                                                                              \
  template void sort_keys(const Key *, Key *, std::int64_t, std::int64_t);                                             \
  template void select_flagged(const Key *, const std::uint8_t *, Key *, std::int64_t *, std::int64_t);
GPUFUSE_KEYS(half)
GPUFUSE_KEYS(bfloat16)
GPUFUSE_KEYS(float)
GPUFUSE_KEYS(double)
#undef GPUFUSE_KEYS

} // namespace gpufuse::cuda_library

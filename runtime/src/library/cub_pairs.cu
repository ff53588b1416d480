// CUB's sorting of unsigned keys that take positions along.
#include "cub.cuh"

namespace gpufuse::cuda_library {

#define GPUFUSE_PAIRS(Key)                                                                                             \
  template void sort_pairs(const Key *, Key *, const std::int64_t *, std::int64_t *, std::int64_t, std::int64_t);
GPUFUSE_PAIRS(std::uint8_t)
GPUFUSE_PAIRS(std::uint16_t)
GPUFUSE_PAIRS(std::uint32_t)
GPUFUSE_PAIRS(std::uint64_t)
#undef GPUFUSE_PAIRS

} // namespace gpufuse::cuda_library

// CUB's sorting of unsigned keys.
#include "cub.cuh"

namespace gpufuse::cuda_library {

#define GPUFUSE_KEYS(Key)                                                                                              \
  template void sort_keys(const Key *, Key *, std::int64_t, std::int64_t);                                             \
  template void select_flagged(const Key *, const std::uint8_t *, Key *, std::int64_t *, std::int64_t);
GPUFUSE_KEYS(std::uint8_t)
GPUFUSE_KEYS(std::uint16_t)
GPUFUSE_KEYS(std::uint32_t)
GPUFUSE_KEYS(std::uint64_t)
#undef GPUFUSE_KEYS

} // namespace gpufuse::cuda_library

// Full reductions in the order of gpufuse/reduction_order.h, step by step, bit for bit what the host computes.
#pragma once

#include <gpufuse/device/vector.h>
#include <gpufuse/reduction_order.h>
#include <gpufuse/runtime/partials.h>

#include <cstdint>

namespace gpufuse::device {

namespace order = gpufuse::reduction;

/// The elements one thread meets in one tile: `vectors` groups of `lanes` neighbours, a row of the block apart.
/// Block b walks the tiles b, b + gridDim.x, ...; the grid has `reduction_blocks(n)` blocks of `threads` threads.
class tile {
public:
  __device__ __forceinline__ explicit tile(std::int64_t n)
      : n(n), block(blockIdx.x * static_cast<std::int64_t>(order::tile)),
        mine(block + std::int64_t{threadIdx.x} * order::lanes) {}

  __device__ __forceinline__ bool valid() const { return block < n; }

  __device__ __forceinline__ void advance() {
    const std::int64_t stride = gridDim.x * static_cast<std::int64_t>(order::tile);
    block += stride;
    mine += stride;
  }

  /// Whether every element of this tile exists: the same answer in the whole block.
  __device__ __forceinline__ bool full() const { return block + order::tile <= n; }

  /// The number of lane `k` of vector `u`.
  __device__ __forceinline__ std::int64_t element(int u, int k) const {
    return mine + std::int64_t{u} * order::row + k;
  }

  /// Whether lane `k` of vector `u` is an element.
  __device__ __forceinline__ bool contains(int u, int k) const { return full() || element(u, k) < n; }

  /// All vectors at once, so that their loads are in flight together; lanes past the end are zero.
  template <typename T>
  __device__ __forceinline__ void load(vector<T, order::lanes> (&values)[order::vectors], const T *x) const {
    if (full()) {
#pragma unroll
      for (int u = 0; u < order::vectors; ++u)
        values[u] = device::load<order::lanes>(x + mine + u * order::row);
    } else {
#pragma unroll
      for (int u = 0; u < order::vectors; ++u)
        values[u] = device::load_or<order::lanes>(x, element(u, 0), n);
    }
  }

private:
  std::int64_t n;
  std::int64_t block; ///< first element of the tile
  std::int64_t mine;  ///< first element of this thread in it
};

/// This block's first tile of n elements.
__device__ __forceinline__ tile first_tile(std::int64_t n) { return tile(n); }

/// One thread's accumulators, a lane each.
template <typename Kind, typename Acc> struct reduction {
  Acc lanes[order::lanes];

  __device__ __forceinline__ reduction() {
#pragma unroll
    for (Acc &lane : lanes)
      lane = Kind::template identity<Acc>();
  }

  /// Combines `value` into lane `k`; call in order of tile, then vector.
  template <typename T> __device__ __forceinline__ void add(int k, T value) {
    lanes[k] = Kind::combine(lanes[k], static_cast<Acc>(value));
  }

  /// The same where the value may be of a lane past the end, which changes nothing: combining with the identity is
  /// exact. Without a branch around it the bodies of a tile overlap in time.
  template <typename T> __device__ __forceinline__ void add(int k, T value, bool present) {
    add(k, present ? static_cast<Acc>(value) : Kind::template identity<Acc>());
  }
};

namespace detail {

/// `value` of the thread `offset` lanes up.
template <typename T> __device__ __forceinline__ T shuffle_down(T value, int offset) {
  if constexpr (sizeof(T) < 4)
    return static_cast<T>(__shfl_down_sync(0xffffffffu, static_cast<int>(value), offset));
  else
    return __shfl_down_sync(0xffffffffu, value, offset);
}

/// Steps 3 and 4: the combination of `value` over a block of `warps` warps, in thread 0. Called by all its threads.
template <typename Kind, int warps = order::warps, typename Acc>
__device__ __forceinline__ Acc combine_block(Acc value) {
  using order::warp;
  __shared__ Acc results[warps];
#pragma unroll
  for (int offset = warp / 2; offset > 0; offset /= 2)
    value = Kind::combine(value, shuffle_down(value, offset));
  __syncthreads(); // an earlier use of `results` is over
  if (threadIdx.x % warp == 0)
    results[threadIdx.x / warp] = value;
  __syncthreads();
  if (threadIdx.x < warp) {
    value = threadIdx.x < warps ? results[threadIdx.x] : Kind::template identity<Acc>();
    // The step with offset 16 would combine with the identity.
#pragma unroll
    for (int offset = warps / 2; offset > 0; offset /= 2)
      value = Kind::combine(value, shuffle_down(value, offset));
  }
  return value;
}

} // namespace detail

/// Steps 2 to 5: combines lanes, threads and blocks, and has the last block to arrive write the answer to `*out`.
/// The counter in `partials` is zero before and after. Called once by all threads of the grid.
template <typename Kind, typename Acc, typename T>
__device__ __forceinline__ void finish(std::int64_t n, const reduction<Kind, Acc> &r, rt::partials<Acc> partials,
                                       T *out) {
  __shared__ bool last;
  const auto &l = r.lanes;
  Acc value = Kind::combine(Kind::combine(l[0], l[1]), Kind::combine(l[2], l[3]));
  value = detail::combine_block<Kind>(value);
  if (threadIdx.x == 0) {
    partials.values[blockIdx.x] = value;
    __threadfence();
    last = atomicAdd(partials.ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last)
    return;
  __threadfence();
  value = Kind::template identity<Acc>();
  for (unsigned block = threadIdx.x; block < gridDim.x; block += order::threads)
    value = Kind::combine(value, static_cast<const volatile Acc *>(partials.values)[block]);
  value = detail::combine_block<Kind>(value);
  if (threadIdx.x == 0) {
    *out = static_cast<T>(Kind::finish(value, n));
    *partials.ticket = 0;
  }
}

} // namespace gpufuse::device

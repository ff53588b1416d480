// The one order in which a full reduction combines its elements, for eager code, the CPU target, and as the
// specification that the CUDA device code follows: the result depends on n and the type only.
//
//   blocks  = reduction_blocks(n); a block has 512 threads, a thread 4 lanes, 4 vectors in flight.
//   tile t  = elements 8192 t .. 8192 t + 8191; block b takes the tiles b, b + blocks, b + 2 blocks, ...
//   in a tile, element e has u = e / 2048, r = e % 2048, thread = r / 4, lane = r % 4.
//   1. Each (block, thread, lane) starts at the identity and adds its elements in order of tile, then u.
//   2. A thread combines its lanes: (l0 + l1) + (l2 + l3).
//   3. A warp combines its 32 threads by shuffle-down with offsets 16, 8, 4, 2, 1 (lane 0's result).
//   4. The first warp does the same with the 16 warp results; the lanes above hold the identity.
//   5. Thread j of the last block combines the block results j, j + 512, ... from the identity, and
//      steps 3 and 4 give the total; `finish` makes the answer of it.
// combine(identity, x) and combine(x, identity) are exactly x, so lanes without elements change nothing.
#pragma once

#include <cstdint>

#include <gpufuse/scalar_functions.h>
#include <gpufuse/types.h>

namespace gpufuse::reduction {

inline constexpr int threads = 512;         ///< of a block
inline constexpr int lanes = 4;             ///< accumulators of a thread: one 16-byte vector of floats
inline constexpr int vectors = 4;           ///< vectors of a thread in a tile
inline constexpr int row = threads * lanes; ///< elements between two vectors of a thread: 2048
inline constexpr int tile = row * vectors;  ///< 8192
inline constexpr int warp = 32;
inline constexpr int warps = threads / warp;
inline constexpr std::int64_t max_blocks = 528; ///< 4 a multiprocessor on an H100; fixed for every GPU

/// NumPy's `sum`. The identity of reals is -0, so that a sum of -0 stays -0; the sum of nothing is +0.
struct sum {
  template <class T> static GPUFUSE_HD constexpr T identity() {
    if constexpr (std::is_floating_point_v<T>)
      return -T(0);
    else
      return T(0);
  }
  template <class T> static GPUFUSE_HD constexpr T combine(T a, T b) { return scalar::add(a, b); }
  template <class T> static GPUFUSE_HD constexpr T finish(T total, std::int64_t n) { return n == 0 ? T(0) : total; }
};

/// NumPy's `mean`: a sum divided by n; NaN of nothing.
struct mean : sum {
  template <class T> static GPUFUSE_HD constexpr T finish(T total, std::int64_t n) { return total / T(n); }
};

/// NumPy's `prod`; 1 of nothing.
struct prod {
  template <class T> static GPUFUSE_HD constexpr T identity() { return T(1); }
  template <class T> static GPUFUSE_HD constexpr T combine(T a, T b) { return scalar::multiply(a, b); }
  template <class T> static GPUFUSE_HD constexpr T finish(T total, std::int64_t) { return total; }
};

/// NumPy's `min`: NaN wins, -0 < +0. Callers refuse n == 0.
struct min {
  template <class T> static GPUFUSE_HD constexpr T identity() { return scalar::greatest<T>; }
  template <class T> static GPUFUSE_HD constexpr T combine(T a, T b) { return scalar::minimum(a, b); }
  template <class T> static GPUFUSE_HD constexpr T finish(T total, std::int64_t) { return total; }
};

/// NumPy's `max`: NaN wins, -0 < +0. Callers refuse n == 0.
struct max {
  template <class T> static GPUFUSE_HD constexpr T identity() { return scalar::least<T>; }
  template <class T> static GPUFUSE_HD constexpr T combine(T a, T b) { return scalar::maximum(a, b); }
  template <class T> static GPUFUSE_HD constexpr T finish(T total, std::int64_t) { return total; }
};

} // namespace gpufuse::reduction

namespace gpufuse {

/// How many blocks share n elements: clamp(ceil(n / 8192), 1, 528).
GPUFUSE_HD constexpr std::int64_t reduction_blocks(std::int64_t n) {
  const std::int64_t tiles = n / reduction::tile + (n % reduction::tile != 0);
  return tiles < 1 ? 1 : tiles > reduction::max_blocks ? reduction::max_blocks : tiles;
}

namespace detail {

/// Steps 3 and 4: the thread results of a block, in values[0, active); the rest count as the identity.
/// Overwrites values, which has room for a whole block. O(active).
template <class Kind, class Acc> Acc combine_threads(Acc *values, int active) {
  const int active_warps = (active + reduction::warp - 1) / reduction::warp;
  for (int i = active; i < active_warps * reduction::warp; ++i)
    values[i] = Kind::template identity<Acc>();
  Acc warp_results[reduction::warps];
  for (int w = 0; w < reduction::warps; ++w) {
    if (w >= active_warps) {
      warp_results[w] = Kind::template identity<Acc>();
      continue;
    }
    Acc *v = values + w * reduction::warp;
    for (int offset = reduction::warp / 2; offset > 0; offset /= 2)
      for (int lane = 0; lane < offset; ++lane)
        v[lane] = Kind::combine(v[lane], v[lane + offset]);
    warp_results[w] = v[0];
  }
  // The step with offset 16 combines with the identity and so does nothing.
  for (int offset = reduction::warps / 2; offset > 0; offset /= 2)
    for (int w = 0; w < offset; ++w)
      warp_results[w] = Kind::combine(warp_results[w], warp_results[w + offset]);
  return warp_results[0];
}

} // namespace detail

/// Steps 1 to 4 for one block: what block `b` of reduction_blocks(n) contributes. `element(i)` gives element
/// i of n and is called once for each, in ascending order inside a tile. Blocks are independent of each
/// other, so a caller may run them in parallel. O(elements of the block), at least 32 combines.
template <class Kind, class Acc, class Get> Acc reduce_block(std::int64_t b, std::int64_t n, Get element) {
  constexpr int row = reduction::row;
  const std::int64_t stride = reduction_blocks(n) * reduction::tile;
  const std::int64_t first = b * reduction::tile;
  const std::int64_t count = n - first;
  const int used = count <= 0 ? 0 : count < row ? static_cast<int>(count) : row;
  const int active = (used + reduction::lanes - 1) / reduction::lanes;
  Acc acc[row];
  for (int r = 0; r < active * reduction::lanes; ++r)
    acc[r] = Kind::template identity<Acc>();
  for (std::int64_t base = first; base < n; base += stride) {
    for (int u = 0; u < reduction::vectors; ++u) {
      const std::int64_t start = base + std::int64_t{u} * row;
      if (start + row <= n) {
        for (int r = 0; r < row; ++r)
          acc[r] = Kind::combine(acc[r], static_cast<Acc>(element(start + r)));
      } else {
        for (int r = 0; start + r < n; ++r)
          acc[r] = Kind::combine(acc[r], static_cast<Acc>(element(start + r)));
      }
    }
  }
  Acc thread_results[reduction::threads];
  for (int t = 0; t < active; ++t) {
    const Acc *lane = acc + t * reduction::lanes;
    thread_results[t] = Kind::combine(Kind::combine(lane[0], lane[1]), Kind::combine(lane[2], lane[3]));
  }
  return detail::combine_threads<Kind>(thread_results, active);
}

/// Step 5: the answer from the results of all blocks, `partials[0, reduction_blocks(n))`.
template <class Kind, class Acc> Acc reduce_partials(const Acc *partials, std::int64_t n) {
  const std::int64_t blocks = reduction_blocks(n);
  const int active = static_cast<int>(blocks < reduction::threads ? blocks : reduction::threads);
  Acc thread_results[reduction::threads];
  for (int j = 0; j < active; ++j) {
    thread_results[j] = Kind::template identity<Acc>();
    for (std::int64_t p = j; p < blocks; p += reduction::threads)
      thread_results[j] = Kind::combine(thread_results[j], partials[p]);
  }
  return Kind::finish(detail::combine_threads<Kind>(thread_results, active), n);
}

/// The whole reduction of `element(0) .. element(n - 1)` in the canonical order, on one thread.
/// Acc is the accumulator and result type; elements are converted to it one by one.
template <class Kind, class Acc, class Get> Acc reduce_in_order(std::int64_t n, Get element) {
  Acc partials[reduction::max_blocks];
  const std::int64_t blocks = reduction_blocks(n);
  for (std::int64_t b = 0; b < blocks; ++b)
    partials[b] = reduce_block<Kind, Acc>(b, n, element);
  return reduce_partials<Kind>(partials, n);
}

} // namespace gpufuse

// Staged stores for arrays stacked on their last axis: registers to shared memory to coalesced 16-byte stores.
#pragma once

#include <gpufuse/device/vector.h>

#include <cstdint>

namespace gpufuse::device {

/// Shared memory through which a block of `Threads` threads stores V elements a thread, each of K values, to one row
/// of K * n values. Stored directly, neighbouring threads would write V * K * sizeof(T) bytes apart; staged, every
/// store instruction of a warp covers 512 consecutive bytes (1.8 times faster for K = 3 floats on an H200).
///
/// Declared `__shared__` in the kernel; every thread of the block calls `store` exactly once, with no early
/// return before it. The block stages as one: in hand-written kernels that was as fast as a stage per warp or
/// faster; bench/device_helpers.cu times both.
template <typename T, int K, int Threads, int V = (sizeof(T) < 16 ? 16 / static_cast<int>(sizeof(T)) : 1)>
class interleave {
public:
  /// Writes `values[k * K + j]` to `out[(first + k) * K + j]`, where `first` is V times the thread's number, for all
  /// elements before `n`. `out` need only be aligned for T: the 16-byte path is taken where its address allows.
  __device__ __forceinline__ void store(T *out, std::int64_t n, const vector<T, V * K> &values) {
    stage(values);
    __syncthreads();
    const std::int64_t first = blockIdx.x * static_cast<std::int64_t>(Threads) * V * K;
    const std::int64_t left = n * K - first; // values of `out` from this block's first one on
    if (reinterpret_cast<std::uintptr_t>(out) % 16 == 0)
      store_wide(out + first, left);
    else
      store_narrow(out + first, left);
  }

private:
  static constexpr int thread_bytes = V * K * static_cast<int>(sizeof(T));
  static constexpr int block_bytes = Threads * thread_bytes;
  static constexpr int bytes_per_piece = detail::piece_bytes<thread_bytes>;
  static constexpr int pieces_per_thread = thread_bytes / bytes_per_piece;
  // An even number of pieces per thread would put several threads on the same banks; one idle piece in eight
  // spreads them, and keeps reads in order free of conflicts.
  static constexpr bool padded = bytes_per_piece == 16 && pieces_per_thread % 2 == 0;
  static constexpr int slot_count = block_bytes / 16;
  static_assert(block_bytes % 16 == 0, "a block stages a whole number of 16-byte pieces");
  static_assert(16 % sizeof(T) == 0, "a value does not cross a 16-byte piece");
  static_assert(slot_count * 16 + (padded ? slot_count / 8 * 16 : 0) <= 48 * 1024,
                "the stage must fit static shared memory");

  __device__ static constexpr int slot(int piece) { return padded ? piece + piece / 8 : piece; }

  __device__ __forceinline__ void stage(const vector<T, V * K> &values) {
    using piece = typename detail::piece<bytes_per_piece>::type;
    piece pieces[pieces_per_thread];
    std::memcpy(pieces, &values, thread_bytes);
    auto *to = reinterpret_cast<piece *>(slots);
#pragma unroll
    for (int c = 0; c < pieces_per_thread; ++c)
      to[slot(static_cast<int>(threadIdx.x) * pieces_per_thread + c)] = pieces[c];
  }

  __device__ __forceinline__ void store_wide(T *out, std::int64_t left) const {
    constexpr int per_slot = 16 / static_cast<int>(sizeof(T));
    auto *to = reinterpret_cast<uint4 *>(out);
    if (left >= std::int64_t{slot_count} * per_slot) {
#pragma unroll
      for (int s = 0; s < (slot_count + Threads - 1) / Threads; ++s) {
        const int piece = static_cast<int>(threadIdx.x) + s * Threads;
        if (slot_count % Threads == 0 || piece < slot_count)
          to[piece] = slots[slot(piece)];
      }
      return;
    }
    const int whole = left > 0 ? static_cast<int>(left / per_slot) : 0;
    for (int piece = static_cast<int>(threadIdx.x); piece < whole; piece += Threads)
      to[piece] = slots[slot(piece)];
    const int rest = static_cast<int>(left) - whole * per_slot;
    if (static_cast<int>(threadIdx.x) < rest)
      out[whole * per_slot + threadIdx.x] = reinterpret_cast<const T *>(&slots[slot(whole)])[threadIdx.x];
  }

  __device__ __forceinline__ void store_narrow(T *out, std::int64_t left) const {
    constexpr int per_slot = 16 / static_cast<int>(sizeof(T));
    for (int i = static_cast<int>(threadIdx.x); i < Threads * V * K && i < left; i += Threads)
      out[i] = reinterpret_cast<const T *>(&slots[slot(i / per_slot)])[i % per_slot];
  }

  uint4 slots[slot_count + (padded ? slot_count / 8 : 0)];
};

} // namespace gpufuse::device

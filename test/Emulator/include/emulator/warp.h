// What the threads of a warp exchange: shuffles, votes, and the barrier of a warp.
#pragma once

#include <cstring>
#include <type_traits>

#include "builtins.h"

namespace gpufuse::emulator {

enum class warp_step { barrier, shuffle, ballot };

/// The lanes of `mask` meet here. Each brings 8 bytes and names the lane whose bytes it wants; a ballot brings a bit.
/// Returns what it wants, or the ballot.
unsigned long long meet_warp(place where, warp_step step, unsigned mask, unsigned long long mine, int wanted);
int lane();

/// The types that CUDA's shuffles take.
template <typename T>
concept exchangeable = std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, long> ||
                       std::is_same_v<T, unsigned long> || std::is_same_v<T, long long> ||
                       std::is_same_v<T, unsigned long long> || std::is_same_v<T, float> || std::is_same_v<T, double>;

template <exchangeable T> T shuffle(place where, unsigned mask, T value, int wanted) {
  unsigned long long bytes = 0;
  std::memcpy(&bytes, &value, sizeof(T));
  bytes = meet_warp(where, warp_step::shuffle, mask, bytes, wanted);
  std::memcpy(&value, &bytes, sizeof(T));
  return value;
}

inline int first_of(int width) { return lane() / width * width; }

} // namespace gpufuse::emulator

inline void __syncwarp(unsigned mask = 0xffffffffu, GPUFUSE_EMULATOR_PLACE) {
  gpufuse::emulator::meet_warp({file, line}, gpufuse::emulator::warp_step::barrier, mask, 0, 0);
}

template <gpufuse::emulator::exchangeable T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, GPUFUSE_EMULATOR_PLACE) {
  namespace e = gpufuse::emulator;
  return e::shuffle({file, line}, mask, value, e::first_of(width) + (source & (width - 1)));
}
template <gpufuse::emulator::exchangeable T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, GPUFUSE_EMULATOR_PLACE) {
  namespace e = gpufuse::emulator;
  const int source = e::lane() - static_cast<int>(delta);
  return e::shuffle({file, line}, mask, value, source < e::first_of(width) ? e::lane() : source);
}
template <gpufuse::emulator::exchangeable T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, GPUFUSE_EMULATOR_PLACE) {
  namespace e = gpufuse::emulator;
  const int source = e::lane() + static_cast<int>(delta);
  return e::shuffle({file, line}, mask, value, source >= e::first_of(width) + width ? e::lane() : source);
}
template <gpufuse::emulator::exchangeable T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32, GPUFUSE_EMULATOR_PLACE) {
  namespace e = gpufuse::emulator;
  const int source = e::lane() ^ lanes;
  return e::shuffle({file, line}, mask, value, source >= e::first_of(width) + width ? e::lane() : source);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, GPUFUSE_EMULATOR_PLACE) {
  namespace e = gpufuse::emulator;
  return static_cast<unsigned>(e::meet_warp({file, line}, e::warp_step::ballot, mask, predicate != 0, 0));
}
inline int __any_sync(unsigned mask, int predicate, GPUFUSE_EMULATOR_PLACE) {
  return __ballot_sync(mask, predicate, file, line) != 0;
}
inline int __all_sync(unsigned mask, int predicate, GPUFUSE_EMULATOR_PLACE) {
  return __ballot_sync(mask, predicate, file, line) == mask;
}

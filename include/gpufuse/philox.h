// Philox4x32-10 and what a draw's elements are: pure functions of (draw, element index), for eager code,
// the CPU target and device code alike.
//
// The generator is that of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
#pragma once

#include <cmath>
#include <cstdint>

#include <gpufuse/types.h>

namespace gpufuse::random {

/// A ticket for one array of random numbers, taken on the host where the program asks for it. The numbers
/// depend on it and on the element's index only, not on the shape, the grid, or the target.
struct draw {
  std::uint64_t key;    ///< the generator's seed
  std::uint32_t number; ///< how many draws came before
};

/// The four 32-bit words of one counter.
struct words {
  std::uint32_t word[4];
  GPUFUSE_HD constexpr std::uint32_t operator[](int k) const { return word[k]; }
  friend constexpr bool operator==(const words &, const words &) = default;
};

/// Philox4x32-10 as published: ten rounds over `counter` with the key (key0, key1).
GPUFUSE_HD constexpr words philox4x32(words counter, std::uint32_t key0, std::uint32_t key1) {
  std::uint32_t c0 = counter.word[0], c1 = counter.word[1], c2 = counter.word[2], c3 = counter.word[3];
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53u} * c0;
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57u} * c2;
    c0 = static_cast<std::uint32_t>(product1 >> 32) ^ c1 ^ key0;
    c2 = static_cast<std::uint32_t>(product0 >> 32) ^ c3 ^ key1;
    c1 = static_cast<std::uint32_t>(product1);
    c3 = static_cast<std::uint32_t>(product0);
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

/// The words of group g of a draw: counter (g low, g high, draw number, attempt), key = seed (low, high).
/// A 32-bit element i reads word i % 4 of group i / 4; a 64-bit element i the words 2 (i % 2) and
/// 2 (i % 2) + 1 of group i / 2. `attempt` counts rejections, for distributions that reject.
GPUFUSE_HD constexpr words words_of(draw d, std::int64_t group, std::uint32_t attempt = 0) {
  const auto g = static_cast<std::uint64_t>(group);
  return philox4x32({{static_cast<std::uint32_t>(g), static_cast<std::uint32_t>(g >> 32), d.number, attempt}},
                    static_cast<std::uint32_t>(d.key), static_cast<std::uint32_t>(d.key >> 32));
}

/// How many elements of T one group gives: 4 floats, 2 doubles.
template <class T> inline constexpr int elements_per_group = 16 / static_cast<int>(sizeof(T));

/// Element `k` of a group as a uniform in [0, 1): the 24 high bits of a word for float; for double the
/// 53 high bits of two words, the word with the odd place being the high one.
template <class T> GPUFUSE_HD constexpr T uniform_of(const words &group, int k) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "uniform numbers are float or double");
  if constexpr (std::is_same_v<T, float>) {
    return static_cast<float>(group[k] >> 8) * 0x1p-24f;
  } else {
    const std::uint64_t both = std::uint64_t{group[2 * k + 1]} << 32 | group[2 * k];
    return static_cast<double>(both >> 11) * 0x1p-53;
  }
}

/// Two independent standard normals from two uniforms (Box-Muller): r cos and r sin of 2 pi u2,
/// with r = sqrt(-2 log(1 - u1)).
template <class T> GPUFUSE_HD void normal_pair(T u1, T u2, T &first, T &second) {
  const T radius = std::sqrt(T(-2) * std::log(T(1) - u1));
  const T angle = T(6.283185307179586476925286766559) * u2;
  first = radius * std::cos(angle);
  second = radius * std::sin(angle);
}

/// Element i of a uniform draw, in [0, 1).
template <class T> GPUFUSE_HD constexpr T uniform_at(draw d, std::int64_t i) {
  constexpr int per_group = elements_per_group<T>;
  return uniform_of<T>(words_of(d, i / per_group), static_cast<int>(i % per_group));
}

/// Element i of a standard normal draw: elements 2k and 2k + 1 are a pair, made of the uniforms 2k and 2k
/// + 1.
template <class T> GPUFUSE_HD T normal_at(draw d, std::int64_t i) {
  constexpr int per_group = elements_per_group<T>;
  const words group = words_of(d, i / per_group);
  const int k = static_cast<int>(i % per_group) / 2 * 2;
  T first, second;
  normal_pair(uniform_of<T>(group, k), uniform_of<T>(group, k + 1), first, second);
  return i % 2 == 0 ? first : second;
}

} // namespace gpufuse::random

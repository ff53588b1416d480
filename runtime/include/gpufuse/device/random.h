// Random numbers of a draw inside a kernel: whole vectors from as few Philox blocks as hold them.
#pragma once

#include <gpufuse/device/vector.h>
#include <gpufuse/philox.h>

#include <cstdint>

namespace gpufuse::device {

/// A draw as a kernel parameter: what depends on the ticket alone is worked out on the host, once a launch, so that
/// round keys are read from constant memory (a tenth of the instructions of a generating kernel otherwise).
struct draw {
  std::uint32_t key0[10], key1[10]; ///< the keys of the ten rounds
  std::uint32_t first;              ///< round 0's word 0 before the group's high half: high(M1 * number) ^ key0[0]
  std::uint32_t second;             ///< what round 1 adds to its word 0: low(M1 * number) ^ key0[1]

  draw(random::draw ticket) { // NOLINT(google-explicit-constructor): launches convert to the kernel's parameters
    for (int round = 0; round < 10; ++round) {
      key0[round] = static_cast<std::uint32_t>(ticket.key) + 0x9E3779B9u * static_cast<std::uint32_t>(round);
      key1[round] = static_cast<std::uint32_t>(ticket.key >> 32) + 0xBB67AE85u * static_cast<std::uint32_t>(round);
    }
    const std::uint64_t product = std::uint64_t{0xCD9E8D57u} * ticket.number;
    first = static_cast<std::uint32_t>(product >> 32) ^ key0[0];
    second = static_cast<std::uint32_t>(product) ^ key0[1];
  }
};

namespace detail {

/// `random::words_of(ticket, group)` from the prepared draw.
__device__ __forceinline__ random::words words_of(const draw &d, std::uint64_t group) {
  const auto high = [](std::uint64_t product) { return static_cast<std::uint32_t>(product >> 32); };
  const auto low = [](std::uint64_t product) { return static_cast<std::uint32_t>(product); };
  constexpr std::uint64_t m0 = 0xD2511F53u, m1 = 0xCD9E8D57u;
  std::uint64_t product0 = m0 * static_cast<std::uint32_t>(group);
  std::uint32_t c0 = static_cast<std::uint32_t>(group >> 32) ^ d.first, c2 = high(product0) ^ d.key1[0],
                c3 = low(product0);
  product0 = m0 * c0;
  std::uint64_t product1 = m1 * c2;
  c0 = high(product1) ^ d.second;
  std::uint32_t c1 = low(product1);
  c2 = high(product0) ^ c3 ^ d.key1[1];
  c3 = low(product0);
#pragma unroll
  for (int round = 2; round < 10; ++round) {
    product0 = m0 * c0;
    product1 = m1 * c2;
    c0 = high(product1) ^ c1 ^ d.key0[round];
    c2 = high(product0) ^ c3 ^ d.key1[round];
    c1 = low(product1);
    c3 = low(product0);
  }
  return {{c0, c1, c2, c3}};
}

/// The words of the group that holds element `i`, shifted so that word 0 is the first of element `i`.
/// Selects instead of indexing: a run-time index would put the words into local memory.
template <typename T> __device__ __forceinline__ random::words words_from(const draw &d, std::int64_t i) {
  constexpr unsigned per_group = random::elements_per_group<T>;
  random::words w = words_of(d, static_cast<std::uint64_t>(i) / per_group);
  const unsigned skip = static_cast<unsigned>(i) % per_group * (4 / per_group);
  if (skip & 2)
    w = {{w[2], w[3], w[2], w[3]}};
  if (skip & 1)
    w = {{w[1], w[1], w[3], w[3]}};
  return w;
}

} // namespace detail

/// Elements i .. i+V-1 of a uniform draw, in [0, 1). `i` is a multiple of V, and V a power of two.
template <typename T, int V = 1> __device__ __forceinline__ auto uniform(const draw &d, std::int64_t i) {
  constexpr int per_group = random::elements_per_group<T>;
  static_assert((V & (V - 1)) == 0, "a vector of random numbers has a power of two elements");
  if constexpr (V == 1) {
    return random::uniform_of<T>(detail::words_from<T>(d, i), 0);
  } else if constexpr (V < per_group) {
    vector<T, V> values;
    const random::words group = detail::words_from<T>(d, i);
#pragma unroll
    for (int k = 0; k < V; ++k)
      values[k] = random::uniform_of<T>(group, k);
    return values;
  } else {
    vector<T, V> values;
#pragma unroll
    for (int g = 0; g < V / per_group; ++g) {
      const random::words group = detail::words_from<T>(d, i + std::int64_t{g} * per_group);
#pragma unroll
      for (int k = 0; k < per_group; ++k)
        values[g * per_group + k] = random::uniform_of<T>(group, k);
    }
    return values;
  }
}

/// Elements i .. i+V-1 of a standard normal draw. `i` is a multiple of V, and V a power of two.
template <typename T, int V = 1> __device__ __forceinline__ auto normal(const draw &d, std::int64_t i) {
  if constexpr (V == 1) {
    const vector<T, 2> u = uniform<T, 2>(d, i - i % 2);
    T first, second;
    random::normal_pair(u[0], u[1], first, second);
    return i % 2 == 0 ? first : second;
  } else {
    vector<T, V> values = uniform<T, V>(d, i);
#pragma unroll
    for (int k = 0; k < V; k += 2)
      random::normal_pair(values[k], values[k + 1], values[k], values[k + 1]);
    return values;
  }
}

} // namespace gpufuse::device

// Register vectors and the widest loads and stores their alignment allows, for every emitted kernel.
#pragma once

#include <cstdint>
#include <cstring>

namespace gpufuse::device {

namespace detail {

/// The widest access, at most 16 bytes, that tiles `Bytes` evenly.
template <int Bytes>
inline constexpr int piece_bytes = Bytes % 16 == 0  ? 16
                                   : Bytes % 8 == 0 ? 8
                                   : Bytes % 4 == 0 ? 4
                                   : Bytes % 2 == 0 ? 2
                                                    : 1;

template <int Bytes> struct piece;
template <> struct piece<1> {
  using type = unsigned char;
};
template <> struct piece<2> {
  using type = unsigned short;
};
template <> struct piece<4> {
  using type = unsigned int;
};
template <> struct piece<8> {
  using type = uint2;
};
template <> struct piece<16> {
  using type = uint4;
};

} // namespace detail

/// N values of one thread, meant to live in registers: index it with constants or in unrolled loops only.
template <typename T, int N> struct alignas(detail::piece_bytes<N * sizeof(T)>) vector {
  static_assert(N > 0);
  T lanes[N];

  __device__ __forceinline__ T &operator[](int k) { return lanes[k]; }
  __device__ __forceinline__ const T &operator[](int k) const { return lanes[k]; }
};

/// `p[0] .. p[V-1]`; `p` is aligned to V * sizeof(T) bytes, or to 16 where that is less. One instruction per 16 bytes.
template <int V, typename T> __device__ __forceinline__ vector<T, V> load(const T *p) {
  constexpr int bytes = detail::piece_bytes<V * sizeof(T)>;
  constexpr int count = V * static_cast<int>(sizeof(T)) / bytes;
  using piece = typename detail::piece<bytes>::type;
  const auto *from = reinterpret_cast<const piece *>(p);
  piece pieces[count];
#pragma unroll
  for (int c = 0; c < count; ++c)
    pieces[c] = from[c];
  vector<T, V> values;
  std::memcpy(&values, pieces, sizeof(values));
  return values;
}

/// `x[i] .. x[i+V-1]`, with zero for every lane at or past `n`. `x + i` is aligned as for `load`.
template <int V, typename T>
__device__ __forceinline__ vector<T, V> load_or(const T *x, std::int64_t i, std::int64_t n) {
  if (i + V <= n)
    return load<V>(x + i);
  vector<T, V> values;
#pragma unroll
  for (int k = 0; k < V; ++k)
    values[k] = i + k < n ? x[i + k] : T{};
  return values;
}

/// Writes `p[0] .. p[V-1]`; the mirror of `load`.
template <typename T, int V> __device__ __forceinline__ void store(T *p, const vector<T, V> &values) {
  constexpr int bytes = detail::piece_bytes<V * sizeof(T)>;
  constexpr int count = V * static_cast<int>(sizeof(T)) / bytes;
  using piece = typename detail::piece<bytes>::type;
  piece pieces[count];
  std::memcpy(pieces, &values, sizeof(values));
  auto *to = reinterpret_cast<piece *>(p);
#pragma unroll
  for (int c = 0; c < count; ++c)
    to[c] = pieces[c];
}

} // namespace gpufuse::device

// Extents and positions of fixed rank, for arrays on the host and for kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include <gpufuse/types.h>

namespace gpufuse {

/// A position in a space of rank R: one index for each dimension.
template <int R> struct index {
  std::int64_t at[R > 0 ? R : 1] = {};
  GPUFUSE_HD constexpr std::int64_t &operator[](int d) { return at[d]; }
  GPUFUSE_HD constexpr std::int64_t operator[](int d) const { return at[d]; }
};

/// The extents of an array of rank R; rank 0 has one element. Trivially copyable; passed to kernels by value.
template <int R> class shape {
  static_assert(R >= 0, "a rank is not negative");

public:
  static constexpr int rank = R;

  /// Zero extents.
  constexpr shape() = default;

  /// One extent of any integer type for each dimension.
  template <detail::integer... Extents>
    requires(sizeof...(Extents) == R && R > 0)
  GPUFUSE_HD constexpr explicit(R == 1) shape(Extents... extents) : extents_{static_cast<std::int64_t>(extents)...} {}

  GPUFUSE_HD constexpr std::int64_t &operator[](int d) { return extents_[d]; }
  GPUFUSE_HD constexpr std::int64_t operator[](int d) const { return extents_[d]; }

  /// How many elements: the product of the extents, 1 for rank 0.
  [[nodiscard]] GPUFUSE_HD constexpr std::int64_t size() const {
    std::uint64_t elements = 1; // unsigned, because an array without elements may have any other extents
    for (int d = 0; d < R; ++d)
      elements *= static_cast<std::uint64_t>(extents_[d]);
    return static_cast<std::int64_t>(elements);
  }

  /// The position of the element that is number i in row-major order. Needs 0 <= i < size().
  [[nodiscard]] GPUFUSE_HD constexpr gpufuse::index<R> index(std::int64_t i) const {
    gpufuse::index<R> position;
    for (int d = R - 1; d > 0; --d) {
      position[d] = i % extents_[d];
      i /= extents_[d];
    }
    if constexpr (R > 0)
      position[0] = i;
    return position;
  }

  /// The inverse of index: the row-major number of the element at a position.
  [[nodiscard]] GPUFUSE_HD constexpr std::int64_t offset(const gpufuse::index<R> &position) const {
    std::int64_t i = 0;
    for (int d = 0; d < R; ++d)
      i = i * extents_[d] + position[d];
    return i;
  }

  GPUFUSE_HD friend constexpr bool operator==(const shape &a, const shape &b) {
    for (int d = 0; d < R; ++d)
      if (a[d] != b[d])
        return false;
    return true;
  }

private:
  std::int64_t extents_[R > 0 ? R : 1] = {};
};

/// One extent in a braced list of mixed integer types: `gf::zeros<float>({n, 3})`.
struct extent {
  std::int64_t value;
  template <detail::integer I> constexpr extent(I extent_value) : value(static_cast<std::int64_t>(extent_value)) {}
};

namespace detail {

template <int R> shape<R> shape_from(const extent (&extents)[R]) {
  shape<R> result;
  for (int d = 0; d < R; ++d)
    result[d] = extents[d].value;
  return result;
}

} // namespace detail

} // namespace gpufuse

// Operands of a strided kernel: a pointer and the steps that each dimension of the iteration space takes in it.
#pragma once

#include <cstdint>

#include <gpufuse/index.h>
#include <gpufuse/shape.h>

namespace gpufuse::rt {

/// An array seen from a space of rank R; a dimension that it lacks, or has once, has stride 0. Passed by value.
template <typename T, int R> struct strided {
  T *data = nullptr;
  std::int64_t strides[R > 0 ? R : 1] = {};
  /// Bit d: the space has more than one index in dimension d, and this array does not.
  std::uint32_t lacking = 0;

  /// Elements between the first one and the one at a position.
  [[nodiscard]] GPUFUSE_HD std::int64_t offset(const index<R> &at) const {
    std::int64_t elements = 0;
    for (int d = 0; d < R; ++d)
      elements += at[d] * strides[d];
    return elements;
  }
  [[nodiscard]] GPUFUSE_HD T &operator[](const index<R> &at) const { return data[offset(at)]; }

  /// Whether the element at a position is to be stored: of the many positions that share an element, the first.
  [[nodiscard]] GPUFUSE_HD bool owns(const index<R> &at) const {
    bool first = true;
    for (int d = 0; d < R; ++d)
      first = first && ((lacking >> d & 1) == 0 || at[d] == 0);
    return first;
  }
};

/// Only a numbering of the space's positions, without memory.
template <int R> struct strided<void, R> {
  std::int64_t strides[R > 0 ? R : 1] = {};

  [[nodiscard]] GPUFUSE_HD std::int64_t offset(const index<R> &at) const {
    std::int64_t number = 0;
    for (int d = 0; d < R; ++d)
      number += at[d] * strides[d];
    return number;
  }
};

namespace detail {

/// Lays a layout over a space that it broadcasts to. Leading dimensions beyond the space's have extent 1.
template <typename T, int R, int S>
[[nodiscard]] strided<T, R> align(const gpufuse::detail::layout<S> &where, const shape<R> &space) {
  static_assert(R <= 32, "one bit for each dimension");
  strided<T, R> aligned;
  for (int d = 0; d < R; ++d) {
    const int own = d - (R - S);
    const bool lacks = own < 0 || (where.extents[own] == 1 && space[d] != 1);
    aligned.strides[d] = lacks || where.extents[own] == 1 ? 0 : where.strides[own];
    if constexpr (!std::is_void_v<T>)
      if (lacks && space[d] != 1)
        aligned.lacking |= 1u << d;
  }
  return aligned;
}

} // namespace detail

/// The row-major number, in an array of shape `own`, of the element at a position of `space`.
template <int S, int R> [[nodiscard]] strided<void, R> linear(const shape<S> &own, const shape<R> &space) {
  return detail::align<void>(gpufuse::detail::row_major(own), space);
}

} // namespace gpufuse::rt

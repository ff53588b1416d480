// The arrays of a library call as kernels see them, and memory for the time of a call; for the routines of this folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <gpufuse/library.h>
#include <gpufuse/runtime/cuda.h>

namespace gpufuse::cuda_library {

using gpufuse::detail::library_array;
using gpufuse::detail::library_call;

/// Where the elements of a space are, from the first one on; the space is numbered in row-major order. Passed by value.
struct positions {
  int rank = 0;
  std::int64_t extents[library_array::most_dimensions];
  std::int64_t strides[library_array::most_dimensions];

  [[nodiscard]] GPUFUSE_HD std::int64_t offset(std::int64_t number) const {
    if (rank == 1)
      return number * strides[0];
    std::int64_t elements = 0;
    for (int d = rank - 1; d >= 0; --d) {
      elements += number % extents[d] * strides[d];
      number /= extents[d];
    }
    return elements;
  }

  /// Adds a dimension behind the others; one that continues the last one becomes part of it.
  void append(std::int64_t extent, std::int64_t stride) {
    if (extent == 1)
      return;
    if (rank > 0 && strides[rank - 1] == stride * extent) {
      extents[rank - 1] *= extent;
      strides[rank - 1] = stride;
      return;
    }
    extents[rank] = extent;
    strides[rank++] = stride;
  }
};

/// The dimensions [first, last) of an array.
inline positions positions_of(const library_array &array, int first, int last) {
  positions where;
  for (int d = first; d < last; ++d)
    where.append(array.extents[d], array.strides[d]);
  return where;
}
inline positions positions_of(const library_array &array) { return positions_of(array, 0, array.rank); }

/// All dimensions, that number `axis` behind the others: an array's lines along it, one after the other.
inline positions lines_of(const library_array &array, int axis) {
  positions where;
  for (int d = 0; d < array.rank; ++d)
    if (d != axis)
      where.append(array.extents[d], array.strides[d]);
  where.append(array.extents[axis], array.strides[axis]);
  return where;
}

/// The first element on the device, for work on the current stream.
template <class T> const T *first_of(const library_array &array) {
  return static_cast<const T *>(gpufuse::detail::device_read(*array.node)) + array.offset;
}
/// The first element of a result, whose elements are all to be written.
template <class T> T *room_for(const library_array &result) {
  void *elements = result.node->device_write();
  cuda_runtime::track_write(elements);
  return static_cast<T *>(elements);
}

/// Device memory for the time of a call; later work of the stream may have it as soon as the call returns.
template <class T> class scratch {
public:
  explicit scratch(std::int64_t count) : memory(static_cast<std::size_t>(count) * sizeof(T)) {
    if (count > 0) {
      elements = static_cast<T *>(memory.device_write());
      cuda_runtime::track_write(elements);
    }
  }
  [[nodiscard]] T *get() const { return elements; }

private:
  storage memory;
  T *elements = nullptr;
};

/// Launches a kernel that has one thread an element, and whose first parameter is the number of elements.
template <class... Parameters, class... Arguments>
void for_each(void (*kernel)(std::int64_t, Parameters...), std::int64_t n, Arguments &&...arguments) {
  constexpr int threads = 256;
  rt::launch(kernel, rt::blocks(n, threads), threads, 0, n, std::forward<Arguments>(arguments)...);
}

/// Calls action<T>() with the C++ type of an element type.
template <class Action> void with_type(type_id type, Action action) {
  switch (type) {
#define GPUFUSE_TYPE(name, cpp)                                                                                        \
  case type_id::name:                                                                                                  \
    return action.template operator()<cpp>();
    GPUFUSE_ELEMENT_TYPES(GPUFUSE_TYPE)
#undef GPUFUSE_TYPE
  default:
    return;
  }
}

} // namespace gpufuse::cuda_library

// Array functions that a library computes (sorting, matrix products): what such a call is, and how a GPU's library
// takes it over. For the headers that declare the functions and for the runtime that has the library.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include <gpufuse/array.h>

namespace gpufuse::detail {

/// The functions. A new one is an enumerator, a header with its meaning on the CPU, and a routine in
/// runtime/src/library.
enum class library_function : unsigned char { sort, argsort, unique, matmul };
inline constexpr int library_functions = 4;

/// An array or view without its static type. Its elements are not on any side in particular.
struct library_array {
  static constexpr int most_dimensions = 16;

  storage *node = nullptr; ///< null where there are no elements
  type_id type = type_id::none;
  int rank = 0;
  std::int64_t offset = 0; ///< of the first element in the storage
  std::int64_t extents[most_dimensions] = {};
  std::int64_t strides[most_dimensions] = {}; ///< in elements

  [[nodiscard]] std::int64_t size() const {
    std::int64_t elements = 1;
    for (int d = 0; d < rank; ++d)
      elements *= extents[d];
    return elements;
  }
};

/// A call whose arguments are checked, and whose result has elements.
struct library_call {
  library_array operands[2];
  library_array result; ///< new and row-major; the routine writes all that it returns
  int axis = 0;         ///< of the functions that work along one
};

/// Does the work on the device, in the order of the current stream. Returns how many elements it wrote.
using library_routine = std::int64_t (*)(const library_call &);

/// The routines in use, installed by a GPU runtime before main; null where a function is computed on the host.
inline std::atomic<library_routine> library[library_functions]{};

inline void install(library_function function, library_routine routine) {
  library[static_cast<int>(function)].store(routine, std::memory_order_release);
}

template <class T, int R> library_array erased(const std::shared_ptr<storage> &node, const layout<R> &where) {
  static_assert(R <= library_array::most_dimensions, "a library call takes arrays of up to 16 dimensions");
  library_array array{node.get(), id_of<T>, R, where.offset, {}, {}};
  for (int d = 0; d < R; ++d) {
    array.extents[d] = where.extents[d];
    array.strides[d] = where.strides[d];
  }
  return array;
}
template <array_like A> library_array erased(const A &a) { return erased<value_of<A>>(a.node(), a.layout()); }

/// Lets the library compute `call`. Nothing where none is installed: the caller then computes it on the host.
inline std::optional<std::int64_t> try_library(library_function function, const library_call &call) {
  if (const library_routine routine = library[static_cast<int>(function)].load(std::memory_order_acquire))
    return routine(call);
  return std::nullopt;
}

} // namespace gpufuse::detail

// Sorting: `#include <gpufuse/sorting.h>`. The compiler leaves the calls as they are, between regions. In a program for
// a GPU they run there, by CUB, when the program links gpufuse::library_cuda.
//
// The order is NumPy's, and stable: NaNs come last, -0 and 0 are equal, and what is equal keeps its order. Every target
// gives the same bits (of a NaN only that it is one).
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gpufuse/create.h>
#include <gpufuse/library.h>

// Emitted CUDA files say so before they include anything else.
#if defined(GPUFUSE_TARGET_CUDA)
#include <gpufuse/runtime/sorting_on_device.h>
#endif

namespace gpufuse {
namespace detail {

template <class T> bool sorts_before(T a, T b) {
  if constexpr (kind_of(id_of<T>) == type_kind::floating)
    return a < b || (b != b && a == a);
  else
    return a < b;
}
template <class T> bool sorts_alike(T a, T b) { return !sorts_before(a, b) && !sorts_before(b, a); }

/// Calls line(first) for the lines along dimension `axis` of a row-major array, with the row-major number of each
/// one's first element, and returns the distance between neighbours in a line.
template <int R, class Line> std::int64_t for_each_line(const shape<R> &extents, int axis, Line line) {
  std::int64_t inner = 1;
  for (int d = axis + 1; d < R; ++d)
    inner *= extents[d];
  const std::int64_t lines = extents.size() / extents[axis];
  for (std::int64_t l = 0; l < lines; ++l)
    line(l / inner * inner * extents[axis] + l % inner, inner);
  return inner;
}

template <class T> void sort_line(T *first, T *last) {
  if constexpr (kind_of(id_of<T>) == type_kind::floating) {
    // Of what is equal only zeros can be told apart; they are put back in their order. std::stable_sort is slower.
    std::vector<T> zeros;
    std::copy_if(first, last, std::back_inserter(zeros), [](T a) { return a == 0; });
    last = std::partition(first, last, [](T a) { return a == a; });
    const auto before = [](T a, T b) { return a < b; };
    std::sort(first, last, before);
    std::copy(zeros.begin(), zeros.end(), std::lower_bound(first, last, T(0), before));
  } else {
    std::sort(first, last);
  }
}

/// Sorts a row-major array on the host along a dimension.
template <class T, int R> void sort_lines(const shape<R> &extents, int axis, T *elements) {
  const std::int64_t n = extents[axis];
  const std::unique_ptr<T[]> line(new T[static_cast<std::size_t>(n)]);
  for_each_line(extents, axis, [&](std::int64_t first, std::int64_t step) {
    if (step == 1)
      return sort_line(elements + first, elements + first + n);
    for (std::int64_t i = 0; i < n; ++i)
      line[i] = elements[first + i * step];
    sort_line(line.get(), line.get() + n);
    for (std::int64_t i = 0; i < n; ++i)
      elements[first + i * step] = line[i];
  });
}

/// The stable order of the lines of a row-major array.
template <class T, int R>
void order_lines(const shape<R> &extents, int axis, const T *elements, std::int64_t *positions) {
  const std::int64_t n = extents[axis];
  std::vector<std::pair<T, std::int64_t>> line(static_cast<std::size_t>(n));
  for_each_line(extents, axis, [&](std::int64_t first, std::int64_t step) {
    for (std::int64_t i = 0; i < n; ++i)
      line[static_cast<std::size_t>(i)] = {elements[first + i * step], i};
    std::sort(line.begin(), line.end(), [](const auto &a, const auto &b) {
      return sorts_before(a.first, b.first) || (!sorts_before(b.first, a.first) && a.second < b.second);
    });
    for (std::int64_t i = 0; i < n; ++i)
      positions[first + i * step] = line[static_cast<std::size_t>(i)].second;
  });
}

/// The elements of `a` in row-major order and sorted, on the host.
template <array_like A> array<value_of<A>, 1> sorted_on_host(const A &a) {
  using T = value_of<A>;
  array<T, 1> all = allocated<T>(shape<1>(a.size()));
  store<T>(*all.node(), row_major(a.shape()), a);
  T *elements = all.host_mut().data();
  sort_line(elements, elements + a.size());
  return all;
}

/// The first `count` elements of an array that lies on the device.
template <class T> array<T, 1> front_on_device(const array<T, 1> &all, std::int64_t count) {
  array<T, 1> front = allocated<T>(shape<1>(count));
  device.load(std::memory_order_acquire)
      ->copy_on_device(front.node()->device_write(), all.node()->device_read(), front.node()->bytes());
  return front;
}

} // namespace detail

/// A sorted copy (`numpy.sort`, kind "stable") along a dimension, the last unless told otherwise. Throws a shape error
/// for an axis out of range.
template <detail::array_like A>
  requires(detail::rank_of<A> > 0)
[[nodiscard]] auto sort(const A &a, axis along = axis(-1)) {
  using T = detail::value_of<A>;
  const int dimension = detail::checked_axis(along.value, detail::rank_of<A>);
  array<T, detail::rank_of<A>> result = detail::allocated<T>(a.shape());
  if (a.size() == 0 ||
      detail::try_library(detail::library_function::sort, {{detail::erased(a), {}}, detail::erased(result), dimension}))
    return result;
  detail::store<T>(*result.node(), result.layout(), a);
  detail::sort_lines(a.shape(), dimension, result.host_mut().data());
  return result;
}

/// The positions in `a`, along a dimension, of the elements of `sort(a)`, as int64 (`numpy.argsort`, kind "stable").
/// Throws a shape error for an axis out of range.
template <detail::array_like A>
  requires(detail::rank_of<A> > 0)
[[nodiscard]] auto argsort(const A &a, axis along = axis(-1)) {
  using T = detail::value_of<A>;
  constexpr int R = detail::rank_of<A>;
  const int dimension = detail::checked_axis(along.value, R);
  array<std::int64_t, R> result = detail::allocated<std::int64_t>(a.shape());
  if (a.size() == 0 || detail::try_library(detail::library_function::argsort,
                                           {{detail::erased(a), {}}, detail::erased(result), dimension}))
    return result;
  const array<T, R> dense(a);
  detail::order_lines(a.shape(), dimension, dense.host_elements(), detail::written(result));
  return result;
}

/// The different elements, sorted, of an array of any rank (`numpy.unique`); one NaN stands for all, and of -0 and 0
/// the first. How many there are comes to the host, which waits for the device.
template <detail::array_like A> [[nodiscard]] array<detail::value_of<A>, 1> unique(const A &a) {
  using T = detail::value_of<A>;
  if (a.size() == 0)
    return detail::allocated<T>(shape<1>(0));
  const array<T, 1> room = detail::allocated<T>(shape<1>(a.size()));
  if (const auto count =
          detail::try_library(detail::library_function::unique, {{detail::erased(a), {}}, detail::erased(room), 0}))
    return detail::front_on_device(room, *count);
  array<T, 1> all = detail::sorted_on_host(a);
  T *first = all.host_mut().data();
  const auto count = std::unique(first, first + all.size(), detail::sorts_alike<T>) - first;
  return array<T, 1>(std::span<const T>(first, static_cast<std::size_t>(count)));
}

} // namespace gpufuse

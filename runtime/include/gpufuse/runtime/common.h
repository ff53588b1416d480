// What emitted host code calls on every target: shapes, guards, allocation. See docs/emitted-code.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include <gpufuse/array.h>
#include <gpufuse/philox.h>
#include <gpufuse/rearrange.h>
#include <gpufuse/reduction_order.h>
#include <gpufuse/runtime/operands.h>
#include <gpufuse/runtime/partials.h>
#include <gpufuse/runtime/strided.h>

namespace gpufuse::rt {

using gpufuse::shape;
using gpufuse::random::draw;

using gpufuse::reduction_blocks;
using gpufuse::reduction::max;
using gpufuse::reduction::mean;
using gpufuse::reduction::min;
using gpufuse::reduction::prod;
using gpufuse::reduction::sum;

/// A statement of the user's: literals, for messages.
struct where {
  const char *file;
  int line;
  const char *text;
};

namespace detail {

[[noreturn]] inline void fail(error_kind kind, const where &place, const std::string &what) {
  throw error(kind, what + " in '" + place.text + "'", place.file, place.line);
}

/// The bytes [first, last) of a storage from the first to the last element of a layout that has elements.
struct range {
  std::int64_t first, last;
};
template <typename A> [[nodiscard]] range extent_of(const A &a) {
  const auto &where = a.layout();
  range touched{where.offset, where.offset + 1};
  for (int d = 0; d < A::rank; ++d)
    (where.strides[d] < 0 ? touched.first : touched.last) += (where.extents[d] - 1) * where.strides[d];
  constexpr auto bytes = static_cast<std::int64_t>(sizeof(gpufuse::detail::value_of<A>));
  return {touched.first * bytes, touched.last * bytes};
}

/// Whether whoever holds this pointer is the only one to see the elements.
[[nodiscard]] inline bool is_single_owner(const std::shared_ptr<storage> &node) {
  if (node.use_count() != 1 || node->is_shared())
    return false;
  gpufuse::detail::acquire_from_former_owners(node); // a view that was just dropped elsewhere has done its reads
  return true;
}

template <int R, typename A> [[nodiscard]] bool is_dense_over(const shape<R> &space, const A &a) {
  using T = gpufuse::detail::value_of<A>;
  if constexpr (gpufuse::detail::rank_of<A> != R) {
    return gpufuse::detail::rank_of<A> == 0; // one element, passed as a pointer in every kernel
  } else {
    const auto &where = a.layout();
    return where.extents == space && where.is_row_major() &&
           (!a.node() || a.node()->is_aligned(where.offset * static_cast<std::int64_t>(sizeof(T))));
  }
}

} // namespace detail

/// NumPy's broadcast. Throws kind shape with the user's place, the statement's text and all the shapes.
template <int... Ranks> [[nodiscard]] auto broadcast(const where &place, const shape<Ranks> &...shapes) {
  try {
    return broadcast_shapes(shapes...);
  } catch (const error &mismatch) {
    detail::fail(mismatch.kind(), place, mismatch.what());
  }
}

/// The shape of arrays to be stacked: throws kind shape unless both are equal.
template <int R> [[nodiscard]] shape<R> equal_shapes(const where &place, const shape<R> &first, const shape<R> &other) {
  if (first != other)
    detail::fail(error::shape, place, "cannot stack shapes " + to_string(first) + " and " + to_string(other));
  return first;
}

/// The part `a(indices...)`. An index out of bounds throws kind shape with the user's place.
template <class A, class... Indices> [[nodiscard]] auto part(const where &place, A &&a, const Indices &...indices) {
  try {
    return a(indices...);
  } catch (const error &wrong) {
    detail::fail(wrong.kind(), place, wrong.what());
  }
}

/// What `view` makes, an array in another order or shape. Where the extents do not fit, throws kind shape with the
/// user's place.
template <class View> [[nodiscard]] auto shown(const where &place, const View &view) {
  try {
    return view();
  } catch (const error &wrong) {
    detail::fail(wrong.kind(), place, wrong.what());
  }
}

/// The extent of arrays of these shapes joined along `axis`: throws kind shape unless their other extents agree.
template <int R, typename... Shapes>
[[nodiscard]] std::int64_t joined_extent(const where &place, int axis, const shape<R> &first, const Shapes &...others) {
  return shown(place, [&] { return gpufuse::detail::joined_extent(axis, first, others...); });
}

/// Throws kind shape unless `value` broadcasts to `target` (a store never grows its target).
template <int S, int R> void require_shape(const where &place, const shape<S> &value, const shape<R> &target) {
  bool fits = true;
  for (int d = 0; d < S; ++d) {
    const int at = d + R - S;
    fits = fits && (value[d] == 1 || (at >= 0 && value[d] == target[at]));
  }
  if (!fits)
    detail::fail(error::shape, place, "cannot store shape " + to_string(value) + " into shape " + to_string(target));
}

/// Throws kind shape where there are no elements along `Axes`, or anywhere, which `min` and `max` need.
template <int... Axes, int R> void require_elements(const where &place, const shape<R> &space) {
  const bool isEmpty = sizeof...(Axes) == 0 ? space.size() == 0 : ((space[Axes] == 0) || ...);
  if (isEmpty)
    detail::fail(error::shape, place, "no elements in shape " + to_string(space));
}

template <gpufuse::detail::array_like A> [[nodiscard]] shape<A::rank> shape_of(const A &a) { return a.shape(); }

/// An array whose storage is touched on neither side yet.
template <typename T, int R> [[nodiscard]] array<T, R> allocate(const shape<R> &extents) {
  const std::size_t bytes = static_cast<std::size_t>(gpufuse::detail::checked(extents).size()) * sizeof(T);
  return array<T, R>(extents, std::make_shared<storage>(bytes));
}

/// Memory for a value that `old` is about to be rebound to, by a kernel that reads each element of `old` no later than
/// it writes that element: `old` itself under a second handle if no view, no copy and no other array has its elements
/// and it has this shape, else as `allocate`. None of `others`, which the kernel reads at any place, may be the
/// variable `old`. To be passed to the kernel by `update`, whichever it is: nothing is lost when the launch fails.
template <typename T, int R, typename... Others>
[[nodiscard]] array<T, R> reuse_or_allocate(const array<T, R> &old, const shape<R> &extents, const Others &...others) {
  const bool is_other = ((static_cast<const void *>(&others) == static_cast<const void *>(&old)) || ...);
  if (!is_other && old.node() && old.shape() == extents && detail::is_single_owner(old.node()))
    return array<T, R>(extents, old.node());
  return allocate<T>(extents);
}

/// Whether the dense kernel may be used: every operand has exactly this shape (or rank 0), is row-major and
/// starts on a 16-byte boundary.
template <int R, typename... A> [[nodiscard]] bool dense(const shape<R> &space, const A &...operands) {
  return (detail::is_dense_over(space, operands) && ...);
}

/// Whether there are elements and nothing broadcasts: the shapes are pairwise equal, those of lower rank to the ends of
/// the others.
template <int R> [[nodiscard]] bool same_shape(const shape<R> &only) { return only.size() != 0; }
template <int R, int... Rs> [[nodiscard]] bool same_shape(const shape<R> &first, const shape<Rs> &...others) {
  const auto ends_alike = [&first]<int S>(const shape<S> &other) {
    for (int back = 1; back <= (R < S ? R : S); ++back)
      if (first[R - back] != other[S - back])
        return false;
    return true;
  };
  return first.size() != 0 && (ends_alike(others) && ...) && same_shape(others...);
}

/// Whether no element of the one can be an element of the other. Parts that interleave count as overlapping.
/// One variable under two names is never disjoint from itself, also while it is empty: it may be rebound.
template <typename A, typename B> [[nodiscard]] bool disjoint(const A &a, const B &b) {
  if (static_cast<const void *>(&a) == static_cast<const void *>(&b))
    return false;
  if (!a.node() || !b.node() || a.size() == 0 || b.size() == 0 || !a.node()->overlaps(*b.node()))
    return true;
  const auto between = static_cast<std::int64_t>(b.node()->origin() - a.node()->origin()); // 0 within one storage
  const detail::range x = detail::extent_of(a), y = detail::extent_of(b);
  return x.last <= y.first + between || y.last + between <= x.first;
}

/// Whether both name the same elements at the same positions, so that a write may meet a read only there.
template <typename A, typename B> [[nodiscard]] bool same_elements(const A &a, const B &b) {
  if constexpr (A::rank != B::rank) {
    return false;
  } else {
    const auto x = a.layout(), y = b.layout();
    constexpr auto bytes = static_cast<std::int64_t>(sizeof(gpufuse::detail::value_of<A>));
    if (bytes != sizeof(gpufuse::detail::value_of<B>) || !(x.extents == y.extents))
      return false;
    if (a.node() != b.node() && (!a.node() || !b.node() || !a.node()->overlaps(*b.node())))
      return false;
    const auto between = a.node() ? static_cast<std::int64_t>(b.node()->origin() - a.node()->origin()) : 0;
    if (x.offset * bytes != y.offset * bytes + between)
      return false;
    for (int d = 0; d < A::rank; ++d)
      if (x.extents[d] > 1 && x.strides[d] != y.strides[d])
        return false;
    return true;
  }
}

/// ceil(n / per_block). Throws kind memory beyond what one launch can hold, 2^31 - 1.
[[nodiscard]] inline std::int64_t blocks(std::int64_t n, std::int64_t per_block) {
  const std::int64_t count = n / per_block + (n % per_block != 0);
  if (count > INT32_MAX)
    throw error(error::memory, std::to_string(n) + " elements are too many for one launch");
  return count;
}

} // namespace gpufuse::rt

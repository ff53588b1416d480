// The loops behind every eager array statement: walks the rows of a space over strided operands.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include <gpufuse/index.h>
#include <gpufuse/operand.h>
#include <gpufuse/storage.h>

namespace gpufuse::detail {

/// Calls row(starts, steps, n) for the rows of `space` in row-major order: `starts[k]` is the element offset
/// of operand k at the row's first element, `steps[k]` its stride along the row. Dimensions that all operands
/// walk as one are merged, so that dense operands give a single row.
template <int R, int N, class Row>
void for_each_row(const shape<R> &space, const std::int64_t (&strides)[N][R > 0 ? R : 1], Row row) {
  if (space.size() == 0)
    return;
  constexpr int room = R > 0 ? R : 1;
  std::int64_t extents[room] = {1}, merged[N][room] = {};
  int rank = 0;
  for (int d = 0; d < R; ++d) {
    if (space[d] == 1)
      continue;
    bool continues = rank > 0;
    for (int k = 0; k < N && continues; ++k)
      continues = merged[k][rank - 1] == strides[k][d] * space[d];
    if (!continues)
      extents[rank++] = 1;
    extents[rank - 1] *= space[d];
    for (int k = 0; k < N; ++k)
      merged[k][rank - 1] = strides[k][d];
  }
  const int inner = rank > 0 ? rank - 1 : 0;
  std::int64_t starts[N] = {}, steps[N], at[room] = {};
  for (int k = 0; k < N; ++k)
    steps[k] = merged[k][inner];
  for (;;) {
    row(starts, steps, extents[inner]);
    int d = inner - 1;
    for (; d >= 0; --d) {
      for (int k = 0; k < N; ++k)
        starts[k] += merged[k][d];
      if (++at[d] < extents[d])
        break;
      for (int k = 0; k < N; ++k)
        starts[k] -= merged[k][d] * extents[d];
      at[d] = 0;
    }
    if (d < 0)
      return;
  }
}

/// An operand as the loops read it: an array's elements seen in the space of rank R, or one value.
/// `Computing` is the type that scalars are converted to; arrays are read in their own.
template <class T, int R> struct source {
  using value_type = T;
  const T *elements;
  layout<R> where;
  T value;
  [[nodiscard]] const T *begin() const { return elements != nullptr ? elements + where.offset : &value; }
};

template <class Computing, int R, operand A> auto source_of(const A &a, const shape<R> &space) {
  if constexpr (array_like<A>)
    return source<value_of<A>, R>{a.host_elements(), stretched<R>(a.layout(), space), {}};
  else if constexpr (std::is_void_v<Computing>)
    return source<typename scalar_traits<A>::value_type, R>{nullptr, {}, a};
  else
    return source<Computing, R>{nullptr, {}, weak_value<Computing>(a)};
}

/// out[i] = f(data[i * steps]...) for one row; the steps are constants where they are all 1.
template <class Out, class F, std::size_t... K, class... T>
void apply_row(Out *__restrict__ out, F f, std::int64_t n, const std::int64_t *steps, std::index_sequence<K...>,
               const T *...data) {
  if (((steps[K] == 1) && ...)) {
    for (std::int64_t i = 0; i < n; ++i)
      out[i] = f(data[i]...);
    return;
  }
  if constexpr (sizeof...(T) == 2) {
    // An array with one value, the commonest mix, is worth a loop without strides.
    const auto with_value = [&](const auto *left, const auto *right) {
      const auto value = *right;
      for (std::int64_t i = 0; i < n; ++i)
        out[i] = f(left[i], value);
    };
    const auto value_with = [&](const auto *left, const auto *right) {
      const auto value = *left;
      for (std::int64_t i = 0; i < n; ++i)
        out[i] = f(value, right[i]);
    };
    if (steps[0] == 1 && steps[1] == 0)
      return with_value(data...);
    if (steps[0] == 0 && steps[1] == 1)
      return value_with(data...);
  }
  for (std::int64_t i = 0; i < n; ++i)
    out[i] = f(data[i * steps[K]]...);
}

/// out[i] = f(elements of the sources...) for the whole space; out is row-major and disjoint from the
/// sources.
template <int R, class Out, class F, class... Sources>
void apply(const shape<R> &space, Out *out, F f, const Sources &...sources) {
  constexpr int count = sizeof...(Sources);
  std::int64_t strides[count][R > 0 ? R : 1];
  int k = 0;
  ((std::memcpy(strides[k++], sources.where.strides, sizeof strides[0])), ...);
  [&]<std::size_t... K>(std::index_sequence<K...> places) {
    for_each_row<R, count>(space, strides, [&](const auto &starts, const auto &steps, std::int64_t n) {
      apply_row(out, f, n, steps, places, (sources.begin() + starts[K])...);
      out += n;
    });
  }(std::make_index_sequence<count>{});
}

/// Whether a layout covers a storage of `elements` elements from its start to its end in row-major order.
template <int R> bool covers(const layout<R> &where, std::int64_t elements) {
  return where.offset == 0 && where.is_row_major() && where.extents.size() == elements;
}

/// Writes one element type's values over the elements of `target` in the node: target[i] = T(value[i]).
/// The source must not overlap the node.
template <class T, int R, class Source> void scatter(storage &node, const layout<R> &target, const Source &value) {
  const bool whole = covers(target, static_cast<std::int64_t>(node.bytes() / sizeof(T)));
  T *elements = static_cast<T *>(whole ? node.host_write() : node.host_update());
  constexpr int room = R > 0 ? R : 1;
  std::int64_t strides[2][room];
  std::memcpy(strides[0], target.strides, sizeof strides[0]);
  std::memcpy(strides[1], value.where.strides, sizeof strides[1]);
  for_each_row<R, 2>(target.extents, strides, [&](const auto &starts, const auto &steps, std::int64_t n) {
    T *to = elements + target.offset + starts[0];
    const auto *from = value.begin() + starts[1];
    for (std::int64_t i = 0; i < n; ++i)
      to[i * steps[0]] = scalar::convert<T>(from[i * steps[1]]);
  });
  node.finish_host_write();
}

/// `target = value` element by element: broadcasts, converts, and reads a value of the same storage whole
/// before writing. Throws a shape error, with nothing written, where the value does not broadcast to the
/// target.
template <class T, int R, operand E> void store(storage &node, const layout<R> &target, const E &value) {
  if constexpr (scalar_operand<E>) {
    scatter<T>(node, target, source_of<T, R>(value, target.extents));
  } else {
    static_assert(rank_of<E> <= R, "the value has a higher rank than the array that it is stored in");
    shape<R> space = target.extents;
    if (!broadcast_into(space, value.shape()) || !(space == target.extents))
      throw error(error::shape,
                  "cannot store shape " + to_string(value.shape()) + " into shape " + to_string(target.extents));
    if (value.node() && value.node()->overlaps(node)) {
      scatter<T>(node, target, source_of<void, R>(array<value_of<E>, rank_of<E>>(value), space)); // of a copy
    } else {
      scatter<T>(node, target, source_of<void, R>(value, space));
    }
  }
}

} // namespace gpufuse::detail

// Views: parts of an array that read and write the array's own storage, as NumPy's slices do.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>

#include <gpufuse/evaluate.h>

namespace gpufuse {

/// One element of a writable array: `a(i, j)`. It reads the element when it is made and converts to T from
/// then on, so `auto x = a(0)` is a value; `a(0) = x` and `a(0) += x` write through. Only the expression
/// `a(...)` itself can be assigned to. An expression takes it as a scalar, by kind.
template <class T> class element {
public:
  using element_value = T;

  element(std::shared_ptr<storage> node, std::int64_t position)
      : node_(std::move(node)), position_(position), value_(static_cast<const T *>(node_->host_read())[position]) {}
  element(const element &) = default;

  operator T() const { return value_; }
  operator float() const
    requires(detail::is_half_type<T>)
  {
    return value_;
  }

  /// Stores a number, an element or a rank-0 array. An integer that T cannot hold is a type error.
  template <detail::operand S>
    requires(detail::rank_of<S> == 0)
  element &operator=(const S &value) && {
    if constexpr (detail::array_like<S>)
      write(scalar::convert<T>(static_cast<detail::value_of<S>>(value)));
    else
      write(detail::weak_value<T>(value));
    return *this;
  }
  element &operator=(const element &other) && { // NOLINT(bugprone-unhandled-self-assignment): stores a number
    write(other.value_);
    return *this;
  }

  template <detail::scalar_operand S> element &operator+=(const S &s) && {
    return combine(s, [](auto a, auto b) { return scalar::add(a, b); });
  }
  template <detail::scalar_operand S> element &operator-=(const S &s) && {
    return combine(s, [](auto a, auto b) { return scalar::subtract(a, b); });
  }
  template <detail::scalar_operand S> element &operator*=(const S &s) && {
    return combine(s, [](auto a, auto b) { return scalar::multiply(a, b); });
  }
  template <detail::scalar_operand S>
    requires(kind_of(id_of<T>) == type_kind::floating)
  element &operator/=(const S &s) && {
    return combine(s, [](auto a, auto b) { return a / b; });
  }

private:
  void write(T value) {
    static_cast<T *>(node_->host_update())[position_] = value;
    node_->finish_host_write();
    value_ = value;
  }
  template <class S, class F> element &combine(const S &s, F f) {
    static_assert(detail::weak_kind<S>() <= kind_of(id_of<T>), "the result is of a higher kind than the element");
    using C = detail::computed<T>;
    write(static_cast<T>(f(static_cast<C>(value_), static_cast<C>(detail::weak_value<T>(s)))));
    return *this;
  }

  std::shared_ptr<storage> node_;
  std::int64_t position_;
  T value_;
};

/// A part of an array with its own extents and strides. It shares the array's storage and keeps it alive, so
/// it never dangles. `view<const T, R>`, a part of a const array, is read-only. Assignment, of views too,
/// writes the elements: `a(gf::_, 0) = a(gf::_, 1)`.
///
/// A view may also be made of foreign memory, which nobody owns here and which must outlive the view and all its parts:
/// it is read and written where it is, so that what its owner writes is seen by the next array statement and the other
/// way round. (A fused function does not expect to find its own scalar parameters, members or globals in there.) Memory
/// on the side that does not compute is copied there and back by each statement. See also gpufuse::array_view and
/// gpufuse::from_dlpack.
template <class T, int R> class view {
  static_assert(element_type<std::remove_const_t<T>>, "not an element type");

public:
  using value_type = std::remove_const_t<T>;
  static constexpr int rank = R;

  /// For the library and the runtime: a part of a node.
  view(std::shared_ptr<storage> node, const detail::layout<R> &where) : node_(std::move(node)), layout_(where) {}
  view(const view &) = default;

  /// Foreign memory: `first` is the first of its elements, in row-major order. Throws kind memory for null or
  /// misaligned memory, kind shape for a negative extent.
  template <std::same_as<gpufuse::shape<R>> Shape>
  view(T *first, const Shape &extents, memory_space side = memory_space::host)
      : view(first, extents, detail::strides_of(detail::row_major(extents)), side) {}
  template <int N>
    requires(N == R)
  view(T *first, const gpufuse::extent (&extents)[N], memory_space side = memory_space::host)
      : view(first, detail::shape_from(extents), side) {}
  /// The same with strides in elements, which may be negative; those of a view that is only read may be 0 or make
  /// windows that overlap, else it is an error of kind shape. The elements between those of the view belong to it while
  /// a statement writes it.
  template <int N>
    requires(N == R)
  view(T *first, const gpufuse::extent (&extents)[N], const std::array<std::int64_t, R> &strides,
       memory_space side = memory_space::host)
      : view(first, detail::shape_from(extents), strides, side) {}
  template <std::same_as<gpufuse::shape<R>> Shape>
  view(T *first, const Shape &extents, const std::array<std::int64_t, R> &strides,
       memory_space side = memory_space::host)
      : layout_{0, detail::checked(extents), {}} {
    std::int64_t last = 0;
    for (int d = 0; d < R; ++d) {
      layout_.strides[d] = strides[d];
      if (extents.size() != 0)
        (strides[d] < 0 ? layout_.offset : last) += (extents[d] - 1) * strides[d] * (strides[d] < 0 ? -1 : 1);
    }
    if (extents.size() == 0)
      return;
    if constexpr (!std::is_const_v<T>)
      if (detail::may_repeat(layout_))
        throw error(error::shape, "a writable view would hold elements twice");
    if (first == nullptr || reinterpret_cast<std::uintptr_t>(first) % alignof(T) != 0)
      throw error(error::memory, first == nullptr ? "a view of null" : "a view of memory that is not aligned");
    node_ = std::make_shared<storage>(const_cast<value_type *>(first - layout_.offset),
                                      static_cast<std::size_t>(layout_.offset + last + 1) * sizeof(T), side);
  }

  /// A writable view is also a read-only one.
  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<U, value_type>)
  view(const view<U, R> &other) : node_(other.node()), layout_(other.layout()) {}

  [[nodiscard]] const gpufuse::shape<R> &shape() const { return layout_.extents; }
  /// The extent of dimension d; negative d counts from the end. Throws a shape error out of range.
  [[nodiscard]] std::int64_t extent(int d) const { return layout_.extents[detail::checked_axis(d, R)]; }
  [[nodiscard]] std::int64_t size() const { return layout_.extents.size(); }
  /// The distance in elements between neighbours along dimension d; may be negative or 0.
  [[nodiscard]] std::int64_t stride(int d) const { return layout_.strides[detail::checked_axis(d, R)]; }
  /// The number of the first element in the storage.
  [[nodiscard]] std::int64_t offset() const { return layout_.offset; }
  [[nodiscard]] const detail::layout<R> &layout() const { return layout_; }
  /// The storage shared with the array; null only for views of empty arrays.
  [[nodiscard]] const std::shared_ptr<storage> &node() const { return node_; }
  /// The first element of the whole storage on the host (not of the view).
  [[nodiscard]] const value_type *host_elements() const {
    return node_ ? static_cast<const value_type *>(node_->host_read()) : nullptr;
  }

  /// The first element on the device, for CUDA code of your own on gpufuse::current_stream(), copied there if need be;
  /// null where there are no elements. Throws kind device without a GPU runtime.
  [[nodiscard]] const value_type *device_data() const {
    return node_ ? static_cast<const value_type *>(detail::device_read(*node_)) + layout_.offset : nullptr;
  }

  /// The value of a view of rank 0.
  operator value_type() const
    requires(R == 0)
  {
    return host_elements()[layout_.offset];
  }
  operator float() const
    requires(R == 0 && detail::is_half_type<std::remove_const_t<T>>)
  {
    return host_elements()[layout_.offset];
  }

  /// An element (integers for all dimensions) or a part. Throws a shape error for an index out of bounds.
  template <class... I>
    requires detail::indices_of_rank<R, I...>
  auto operator()(const I &...indices) const {
    const auto part = detail::select(layout_, indices...);
    if constexpr (!detail::selects_element<R, I...>)
      return view<T, detail::selected_rank<R, I...>>(node_, part);
    else if constexpr (std::is_const_v<T>)
      return host_elements()[part.offset];
    else
      return element<T>(node_, part.offset);
  }

  /// Writes the elements; the value broadcasts to the view and is converted as by astype. A value of the same
  /// storage is read whole first. Throws a shape error where it does not broadcast.
  template <detail::operand E>
    requires(!std::is_const_v<T>)
  view &operator=(const E &value) {
    write(value);
    return *this;
  }
  view &operator=(const view &value) // NOLINT(bugprone-unhandled-self-assignment): write() allows overlap
    requires(!std::is_const_v<T>)
  {
    write(value);
    return *this;
  }

  /// A new array of the elements converted to U; see gpufuse::astype.
  template <element_type U> [[nodiscard]] array<U, R> astype() const;

private:
  template <class E> void write(const E &value) {
    if (node_)
      detail::store<value_type>(*node_, layout_, value);
  }

  std::shared_ptr<storage> node_;
  detail::layout<R> layout_;
};

template <class T, int N> view(T *, const extent (&)[N], memory_space = memory_space::host) -> view<T, N>;

/// A view of foreign memory: `gf::array_view<float, 2> image(pixels, {height, width})`.
template <class T, int R> using array_view = view<T, R>;

} // namespace gpufuse

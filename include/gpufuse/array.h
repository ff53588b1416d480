// The array: a value with NumPy's identity rules, always dense and row-major.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>

#include <gpufuse/view.h>

namespace gpufuse {
namespace detail {

template <class T, int R> struct nested_list {
  using type = std::initializer_list<typename nested_list<T, R - 1>::type>;
};
template <class T> struct nested_list<T, 1> {
  using type = std::initializer_list<computed<T>>;
};
template <class T> struct nested_list<T, 0> {
  struct type {}; // rank 0 has no list
};

/// std::vector, std::span, std::array and their like.
template <class C>
concept contiguous_range = !array_like<C> && requires(const C &values) {
  values.data();
  values.size();
  typename C::value_type;
  requires element_type<typename C::value_type>;
};

/// The extents of a braced list. Throws a shape error for a ragged one.
template <int D, int R, class List> void measure(const List &list, shape<R> &extents, bool is_first) {
  const auto extent = static_cast<std::int64_t>(list.size());
  if (is_first)
    extents[D] = extent;
  else if (extents[D] != extent)
    throw error(error::shape, "ragged list: dimension " + std::to_string(D) + " has extents " +
                                  std::to_string(extents[D]) + " and " + std::to_string(extent));
  if constexpr (D + 1 < R)
    for (const auto &part : list)
      measure<D + 1>(part, extents, is_first && &part == list.begin());
}

template <int D, class T, class List> void flatten(const List &list, T *&to) {
  for (const auto &part : list)
    if constexpr (D > 1)
      flatten<D - 1>(part, to);
    else
      *to++ = static_cast<T>(part);
}

} // namespace detail

/// R-dimensional array of T (`numpy.ndarray` with a static type and rank).
///
/// An array is a value: a copy never sees later changes of the original (the memory is shared until one of
/// them is written). Views, `a(...)`, share the array's storage. `a = expression` gives `a` a new storage,
/// and earlier views keep the old one; `a += expression` and `a(...) = expression` write into the storage.
/// std::swap swaps storages. One array must not be used by two threads at once without a lock; different
/// arrays may.
template <element_type T, int R> class array {
public:
  using value_type = T;
  static constexpr int rank = R;

  /// An array of zero extents; of rank 0, one indeterminate element.
  array() {
    if constexpr (R == 0)
      node_ = std::make_shared<storage>(sizeof(T));
  }

  /// For the factories and the runtime: an array of that shape over a node that holds exactly its elements.
  array(const gpufuse::shape<R> &extents, std::shared_ptr<storage> node) : node_(std::move(node)), extents_(extents) {}

  /// The listed elements: `gf::array<float, 2>{{1, 2}, {3, 4}}`. Throws a shape error for a ragged list.
  array(typename detail::nested_list<T, R>::type list)
    requires(R > 0)
  {
    gpufuse::shape<R> extents;
    detail::measure<0>(list, extents, true);
    allocate(extents);
    T *to = host_mut().data();
    detail::flatten<R>(list, to);
  }

  /// The elements of a vector or span.
  template <detail::contiguous_range C>
    requires(R == 1 && std::is_same_v<typename C::value_type, T>)
  explicit array(const C &values) : array(values, gpufuse::shape<1>(values.size())) {}
  /// The same in row-major order with a shape: `gf::array<float, 2>(values, {n, 3})`. Throws a shape error
  /// where the values do not fill it.
  template <detail::contiguous_range C>
    requires(std::is_same_v<typename C::value_type, T>)
  array(const C &values, const gpufuse::shape<R> &extents) {
    if (static_cast<std::int64_t>(values.size()) != detail::checked(extents).size())
      throw error(error::shape, std::to_string(values.size()) + " values do not fill shape " + to_string(extents));
    allocate(extents);
    if (size() > 0)
      std::memcpy(host_mut().data(), values.data(), values.size() * sizeof(T));
  }

  /// A rank-0 array of a number.
  template <detail::scalar_operand S>
    requires(R == 0)
  array(const S &value) : array() {
    host_mut()[0] = detail::weak_value<T>(value);
  }

  /// The elements of a view, or of an array of another type that converts without losing its kind (double to
  /// float, int to float; float to int needs astype). O(1) for a view of a whole array of this type (of foreign memory
  /// it is a copy).
  template <detail::array_like A>
    requires(!std::is_same_v<A, array> && detail::rank_of<A> == R && same_kind(id_of<detail::value_of<A>>, id_of<T>))
  array(const A &other) : extents_(other.shape()) {
    if (!other.node())
      return;
    if constexpr (std::is_same_v<detail::value_of<A>, T>) {
      if (!other.node()->is_foreign() &&
          detail::covers(other.layout(), static_cast<std::int64_t>(other.node()->bytes() / sizeof(T)))) {
        node_ = std::make_shared<storage>(*other.node());
        return;
      }
    }
    allocate(extents_);
    detail::scatter<T>(*node_, layout(), detail::source_of<void, R>(other, extents_));
  }

  array(const array &other)
      : node_(other.node_ ? std::make_shared<storage>(*other.node_) : nullptr), extents_(other.extents_) {}
  array(array &&other) noexcept : node_(std::move(other.node_)), extents_(other.extents_) { other.extents_ = {}; }
  array &operator=(const array &other) {
    *this = array(other);
    return *this;
  }
  array &operator=(array &&other) noexcept {
    node_ = std::move(other.node_);
    extents_ = other.extents_;
    if (this != &other)
      other.extents_ = {};
    return *this;
  }

  [[nodiscard]] const gpufuse::shape<R> &shape() const { return extents_; }
  /// The extent of dimension d; negative d counts from the end. Throws a shape error out of range.
  [[nodiscard]] std::int64_t extent(int d) const { return extents_[detail::checked_axis(d, R)]; }
  [[nodiscard]] std::int64_t size() const { return extents_.size(); }
  [[nodiscard]] detail::layout<R> layout() const { return detail::row_major(extents_); }
  /// The storage that views share; null for an array without elements that was never given one.
  [[nodiscard]] const std::shared_ptr<storage> &node() const { return node_; }
  /// The elements on the host; null where there are none.
  [[nodiscard]] const T *host_elements() const {
    if (node_)
      return static_cast<const T *>(node_->host_read());
    if constexpr (R == 0)
      throw error(error::memory, "the array was moved from");
    return nullptr;
  }

  /// The elements in row-major order, copied back from the device if need be. Invalid after the next
  /// statement that writes the array.
  [[nodiscard]] std::span<const T> host() const { return {host_elements(), static_cast<std::size_t>(size())}; }
  /// The same, writable; the device's copy is out of date from here on.
  [[nodiscard]] std::span<T> host_mut() {
    return {node_ ? static_cast<T *>(node_->host_update()) : nullptr, static_cast<std::size_t>(node_ ? size() : 0)};
  }

  /// The elements on the device in row-major order, for CUDA code of your own on gpufuse::current_stream(), copied
  /// there if need be; null where there are none. Throws kind device without a GPU runtime. Invalid as host() is.
  [[nodiscard]] const T *device_data() const {
    return node_ ? static_cast<const T *>(detail::device_read(*node_)) : nullptr;
  }
  /// The same, writable; the host's copy is out of date from here on.
  [[nodiscard]] T *device_data_mut() { return node_ ? static_cast<T *>(detail::device_update(*node_)) : nullptr; }

  /// The value of a rank-0 array.
  operator T() const
    requires(R == 0)
  {
    return *host_elements();
  }
  operator float() const
    requires(R == 0 && detail::is_half_type<T>)
  {
    return *host_elements();
  }

  /// Integers for all dimensions give an element: of a const array its value, otherwise one that can be
  /// assigned to. Anything else gives a view. Indices may be negative; out of bounds throws a shape error.
  template <class... I>
    requires detail::indices_of_rank<R, I...>
  auto operator()(const I &...indices) {
    return view<T, R>(node_, layout())(indices...);
  }
  template <class... I>
    requires detail::indices_of_rank<R, I...>
  auto operator()(const I &...indices) const {
    const auto part = detail::select(layout(), indices...);
    if constexpr (detail::selects_element<R, I...>)
      return host_elements()[part.offset];
    else
      return view<const T, detail::selected_rank<R, I...>>(node_, part);
  }

  /// A new array of the elements converted to U; see gpufuse::astype.
  template <element_type U> [[nodiscard]] array<U, R> astype() const;

  friend void swap(array &a, array &b) noexcept {
    std::swap(a.node_, b.node_);
    std::swap(a.extents_, b.extents_);
  }

private:
  void allocate(const gpufuse::shape<R> &extents) {
    extents_ = extents;
    node_ = std::make_shared<storage>(static_cast<std::size_t>(extents.size()) * sizeof(T));
  }

  std::shared_ptr<storage> node_;
  gpufuse::shape<R> extents_;
};

template <class T, int R> array(const view<T, R> &) -> array<std::remove_const_t<T>, R>;
template <detail::contiguous_range C> array(const C &) -> array<typename C::value_type, 1>;

/// The elements converted to T (`ndarray.astype`). A real beyond an integer's range gives the nearest
/// integer, NaN gives 0. Always a new array.
template <element_type T, detail::array_like A> [[nodiscard]] array<T, detail::rank_of<A>> astype(const A &a) {
  constexpr int R = detail::rank_of<A>;
  array<T, R> result(a.shape(), std::make_shared<storage>(static_cast<std::size_t>(a.size()) * sizeof(T)));
  detail::store<T>(*result.node(), result.layout(), a);
  return result;
}

template <class T, int R> template <element_type U> array<U, R> view<T, R>::astype() const {
  return gpufuse::astype<U>(*this);
}
template <element_type T, int R> template <element_type U> array<U, R> array<T, R>::astype() const {
  return gpufuse::astype<U>(*this);
}

} // namespace gpufuse

// What may take part in array expressions, and the type in which operands meet; for the eager functions.
#pragma once

#include <gpufuse/error.h>
#include <gpufuse/scalar_functions.h>
#include <gpufuse/types.h>

namespace gpufuse {

template <element_type T, int R> class array;
template <class T, int R> class view;
template <class T> class element;

namespace detail {

template <class A> struct array_traits {
  static constexpr bool is_array = false;
  static constexpr bool is_writable = false;
  static constexpr int rank = 0;
};
template <class T, int R> struct array_traits<array<T, R>> {
  static constexpr bool is_array = true;
  static constexpr bool is_writable = true;
  static constexpr int rank = R;
  using value_type = T;
};
template <class T, int R> struct array_traits<view<T, R>> {
  static constexpr bool is_array = true;
  static constexpr bool is_writable = !std::is_const_v<T>;
  static constexpr int rank = R;
  using value_type = std::remove_const_t<T>;
};

template <class S> struct scalar_traits {
  static constexpr bool is_scalar = false;
};
template <number S> struct scalar_traits<S> {
  static constexpr bool is_scalar = true;
  using value_type = S;
};
template <class T> struct scalar_traits<element<T>> {
  static constexpr bool is_scalar = true;
  using value_type = T;
};

/// array or view.
template <class A>
concept array_like = array_traits<A>::is_array;

template <class A> inline constexpr bool is_view = false;
template <class T, int R> inline constexpr bool is_view<view<T, R>> = true;

/// A C++ number, or one element of an array; it counts by its kind only.
template <class S>
concept scalar_operand = scalar_traits<S>::is_scalar;

template <class A>
concept operand = array_like<A> || scalar_operand<A>;

/// Operands of an array expression: at least one is an array.
template <class... A>
concept array_operands = (operand<A> && ...) && (array_like<A> || ...);

template <class A> inline constexpr int rank_of = array_traits<A>::rank;
template <array_like A> using value_of = typename array_traits<A>::value_type;

template <class A> constexpr type_id strong_type() {
  if constexpr (array_like<A>)
    return id_of<value_of<A>>;
  else
    return type_id::none;
}
template <class A> constexpr type_kind weak_kind() {
  if constexpr (scalar_operand<A>)
    return scalar_kind<typename scalar_traits<A>::value_type>;
  else
    return type_kind::none;
}

/// The type in which operands meet: the arrays promote, then the scalars count by kind; scalars alone give
/// bool, int64 or float64.
template <class... A> constexpr type_id promoted_type() {
  const type_id arrays[] = {strong_type<A>()...};
  const type_id strong = promote_all(arrays);
  type_id weak = type_id::none;
  for (const type_kind kind : {weak_kind<A>()...})
    if (kind != type_kind::none && (weak == type_id::none || kind > kind_of(weak)))
      weak = default_type(kind);
  if (strong == type_id::none)
    return weak;
  return weak == type_id::none ? strong : promote_weak(strong, weak);
}

/// A scalar in the type an expression computes in. An integer that the type cannot hold is a type error; a
/// real beyond a float's range is infinite, as in NumPy.
template <element_type T, scalar_operand S> T weak_value(const S &scalar_value) {
  using value_type = typename scalar_traits<S>::value_type;
  const auto value = static_cast<value_type>(scalar_value);
  if constexpr (integer<value_type> && integer<T>) {
    const T converted = static_cast<T>(value);
    if (static_cast<value_type>(converted) != value || scalar::is_negative(converted) != scalar::is_negative(value))
      throw error(error::type, "the scalar " + std::to_string(value) + " does not fit " + name_of(id_of<T>));
    return converted;
  } else {
    return scalar::convert<T>(value);
  }
}

} // namespace detail
} // namespace gpufuse

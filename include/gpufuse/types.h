// Which C++ types may be elements of an array; for every header of the language.
#pragma once

#include <cstdint>
#include <type_traits>

#include <gpufuse/half.h>
#include <gpufuse/promotion.h>

namespace gpufuse {

/// The type_id of a C++ element type; `none` for every other type. A new element type is one line in
/// GPUFUSE_ELEMENT_TYPES, one enumerator and its row in promotion.h.
template <class T> inline constexpr type_id id_of = type_id::none;

namespace detail {

template <type_id> struct cpp_type {};

} // namespace detail

/// Every element type: the enumerator and the C++ type.
#define GPUFUSE_ELEMENT_TYPES(TYPE)                                                                                    \
  TYPE(boolean, bool)                                                                                                  \
  TYPE(int8, std::int8_t)                                                                                              \
  TYPE(int16, std::int16_t)                                                                                            \
  TYPE(int32, std::int32_t)                                                                                            \
  TYPE(int64, std::int64_t)                                                                                            \
  TYPE(uint8, std::uint8_t)                                                                                            \
  TYPE(uint16, std::uint16_t)                                                                                          \
  TYPE(uint32, std::uint32_t)                                                                                          \
  TYPE(uint64, std::uint64_t)                                                                                          \
  TYPE(float16, ::gpufuse::half)                                                                                       \
  TYPE(bfloat16, ::gpufuse::bfloat16)                                                                                  \
  TYPE(float32, float)                                                                                                 \
  TYPE(float64, double)

#define GPUFUSE_TYPE(name, type)                                                                                       \
  template <> inline constexpr type_id id_of<type> = type_id::name;                                                    \
  template <> struct detail::cpp_type<type_id::name> {                                                                 \
    using cpp = type;                                                                                                  \
  };
GPUFUSE_ELEMENT_TYPES(GPUFUSE_TYPE)
#undef GPUFUSE_TYPE

/// A type that arrays may hold: bool, the integers of 8 to 64 bits, half, bfloat16, float, double.
template <class T>
concept element_type = id_of<T> != type_id::none;

namespace detail {

/// A constant, because device code may not call the functions of promotion.h.
template <class T> inline constexpr bool is_half_type = is_half(id_of<T>);

/// The C++ type in which functions compute elements of T: float for halves.
template <class T> using computed = std::conditional_t<is_half_type<T>, float, T>;

/// A C++ number of any width.
template <class T>
concept arithmetic = std::is_arithmetic_v<T>;

/// A number that takes part in expressions, by its kind only.
template <class T>
concept number = arithmetic<T> || is_half_type<T>;

template <number T>
inline constexpr type_kind scalar_kind = std::is_same_v<T, bool> ? type_kind::boolean
                                         : std::is_integral_v<T> ? type_kind::integral
                                                                 : type_kind::floating;

/// The integral types that count things: no bool.
template <class T>
concept integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

} // namespace detail

/// The C++ type of an element type.
template <type_id Id> using type_of = typename detail::cpp_type<Id>::cpp;

} // namespace gpufuse

// Which C++ types may be elements of an array, and the host-device marker; for every header of the language.
#pragma once

#include <cstdint>
#include <type_traits>

#include <gpufuse/promotion.h>

/// Marks what device code may call too; empty outside CUDA.
#if defined(__CUDACC__)
#define GPUFUSE_HD __host__ __device__
#else
#define GPUFUSE_HD
#endif

namespace gpufuse {

/// The type_id of a C++ element type; `none` for every other type. A new element type is one line here,
/// one enumerator and its row in each switch of promotion.h.
template <class T> inline constexpr type_id id_of = type_id::none;
template <> inline constexpr type_id id_of<bool> = type_id::boolean;
template <> inline constexpr type_id id_of<std::int32_t> = type_id::int32;
template <> inline constexpr type_id id_of<std::int64_t> = type_id::int64;
template <> inline constexpr type_id id_of<float> = type_id::float32;
template <> inline constexpr type_id id_of<double> = type_id::float64;

/// A type that arrays may hold: bool, std::int32_t, std::int64_t, float, double.
template <class T>
concept element_type = id_of<T> != type_id::none;

namespace detail {

template <type_id> struct cpp_type {};
template <> struct cpp_type<type_id::boolean> {
  using type = bool;
};
template <> struct cpp_type<type_id::int32> {
  using type = std::int32_t;
};
template <> struct cpp_type<type_id::int64> {
  using type = std::int64_t;
};
template <> struct cpp_type<type_id::float32> {
  using type = float;
};
template <> struct cpp_type<type_id::float64> {
  using type = double;
};

/// A C++ number of any width, and how it counts: by kind only.
template <class T>
concept arithmetic = std::is_arithmetic_v<T>;

template <arithmetic T>
inline constexpr type_kind scalar_kind = std::is_same_v<T, bool> ? type_kind::boolean
                                         : std::is_integral_v<T> ? type_kind::integral
                                                                 : type_kind::floating;

/// The integral types that count things: no bool.
template <class T>
concept integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

} // namespace detail

/// The C++ type of an element type.
template <type_id Id> using type_of = typename detail::cpp_type<Id>::type;

} // namespace gpufuse

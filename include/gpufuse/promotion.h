// NumPy 2's type promotion as constexpr functions, for the array language and for the compiler's frontend.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace gpufuse {

/// The element types of arrays. `none` is the answer where NumPy has no such operation (bool minus bool).
enum class type_id : std::uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  none
};

/// Every element type, narrow ones of a kind first.
inline constexpr type_id element_types[] = {type_id::boolean, type_id::int8,    type_id::int16,    type_id::int32,
                                            type_id::int64,   type_id::uint8,   type_id::uint16,   type_id::uint32,
                                            type_id::uint64,  type_id::float16, type_id::bfloat16, type_id::float32,
                                            type_id::float64};

/// The kinds by which a C++ scalar counts (NEP 50): bool < integer < real.
enum class type_kind : std::uint8_t { boolean, integral, floating, none };

namespace detail {

struct type_row {
  type_kind kind;
  int size;         ///< bytes
  bool is_unsigned; ///< of integers only
  int exact_bits;   ///< the widest unsigned integers that the type holds
  const char *name; ///< NumPy's
};

/// What is known of each element type, in the order of the enumerators.
inline constexpr type_row type_rows[] = {
    {type_kind::boolean, 1, false, 0, "bool"},      {type_kind::integral, 1, false, 7, "int8"},
    {type_kind::integral, 2, false, 15, "int16"},   {type_kind::integral, 4, false, 31, "int32"},
    {type_kind::integral, 8, false, 63, "int64"},   {type_kind::integral, 1, true, 8, "uint8"},
    {type_kind::integral, 2, true, 16, "uint16"},   {type_kind::integral, 4, true, 32, "uint32"},
    {type_kind::integral, 8, true, 64, "uint64"},   {type_kind::floating, 2, false, 11, "float16"},
    {type_kind::floating, 2, false, 8, "bfloat16"}, {type_kind::floating, 4, false, 24, "float32"},
    {type_kind::floating, 8, false, 53, "float64"}, {type_kind::none, 0, false, 0, "none"}};

constexpr const type_row &row_of(type_id type) { return type_rows[static_cast<int>(type)]; }

} // namespace detail

/// Classes of element types, as the `types` column of elementwise_functions.def names them, and marks that a function
/// may have; a bit set.
namespace type_class {
inline constexpr unsigned boolean = 1;
inline constexpr unsigned integral = 2;
inline constexpr unsigned floating = 4;
inline constexpr unsigned arithmetic = integral | floating;
inline constexpr unsigned all = boolean | arithmetic;
inline constexpr unsigned refuses_bool = 8; ///< there is no such operation on bools
inline constexpr unsigned in_double = 16;   ///< bools and integers compute in float64
inline constexpr unsigned own_type = 32;    ///< halves are not computed in float
} // namespace type_class

constexpr type_kind kind_of(type_id type) { return detail::row_of(type).kind; }

/// Whether it is an integer without sign; a bool is not.
constexpr bool is_unsigned(type_id type) { return detail::row_of(type).is_unsigned; }

/// Bytes of one element; 0 for `none`.
constexpr int size_of(type_id type) { return detail::row_of(type).size; }

/// Whether it is one of the reals that are computed in float: each operation rounds once more, to the type itself.
constexpr bool is_half(type_id type) { return type == type_id::float16 || type == type_id::bfloat16; }

/// The class that holds exactly the types of this type's kind; 0 for `none`.
constexpr unsigned class_of(type_id type) {
  switch (kind_of(type)) {
  case type_kind::boolean:
    return type_class::boolean;
  case type_kind::integral:
    return type_class::integral;
  case type_kind::floating:
    return type_class::floating;
  case type_kind::none:
    break;
  }
  return 0;
}

/// Whether a row of these classes computes in this type.
constexpr bool contains(unsigned classes, type_id type) { return (classes & class_of(type)) != 0; }

/// The narrowest real type that holds every bool or integer of this type, as far as one does: float16 of 8 bits,
/// float32 of 16, else float64. Reals stay what they are.
constexpr type_id real_of(type_id type) {
  if (kind_of(type) == type_kind::floating || type == type_id::none)
    return type;
  return size_of(type) == 1 ? type_id::float16 : size_of(type) == 2 ? type_id::float32 : type_id::float64;
}

/// The type two array operands meet in (`numpy.promote_types`): the narrowest that holds both. bool with T is T; a
/// signed with an unsigned integer is a signed one (float64 where none is wide enough); an integer with a real is at
/// least `real_of` the integer (bfloat16 holds 8 bits too); float16 with bfloat16 is float32.
constexpr type_id promote(type_id a, type_id b) {
  if (a == type_id::none || b == type_id::none)
    return type_id::none;
  if (a == b)
    return a;
  if (kind_of(a) > kind_of(b))
    return promote(b, a);
  if (kind_of(a) == type_kind::boolean)
    return b;
  if (kind_of(a) == type_kind::integral && kind_of(b) == type_kind::floating)
    return size_of(a) == 1 ? b : promote(real_of(a), b);
  if (size_of(a) == size_of(b) && is_half(a))
    return type_id::float32;
  if (kind_of(a) == type_kind::integral && is_unsigned(a) != is_unsigned(b)) {
    const int bytes = size_of(is_unsigned(a) ? a : b), others = size_of(is_unsigned(a) ? b : a);
    const int least = bytes < others ? others : 2 * bytes;
    return least == 2 ? type_id::int16 : least == 4 ? type_id::int32 : least == 8 ? type_id::int64 : type_id::float64;
  }
  return size_of(a) > size_of(b) ? a : b;
}

/// The type that several arrays meet in (`numpy.result_type`), whatever their order; `none` of none. Reals come first,
/// since each integer then needs its own real only (int8 with uint8 and float16 is float16).
template <class Types> constexpr type_id promote_all(const Types &types) {
  type_id met = type_id::none;
  for (const type_kind kind : {type_kind::floating, type_kind::integral, type_kind::boolean})
    for (const type_id type : types)
      if (kind_of(type) == kind)
        met = met == type_id::none ? type : promote(met, type);
  return met;
}

/// The type in which a C++ scalar takes part where no array operand decides: bool, int64 or float64.
constexpr type_id default_type(type_kind kind) {
  switch (kind) {
  case type_kind::boolean:
    return type_id::boolean;
  case type_kind::integral:
    return type_id::int64;
  case type_kind::floating:
    return type_id::float64;
  case type_kind::none:
    break;
  }
  return type_id::none;
}

/// The type in which an array meets a C++ scalar. The scalar counts by kind only: a float array times a
/// double is float, an int32 array plus an int64 is int32 (a value that does not fit is an error), an
/// int32 array times 0.5f is float64, a bool array plus 1 is int64.
constexpr type_id promote_weak(type_id array, type_id scalar) {
  if (array == type_id::none || scalar == type_id::none)
    return type_id::none;
  if (kind_of(scalar) <= kind_of(array))
    return array;
  return default_type(kind_of(scalar));
}

/// The type in which a function whose rows and marks are `classes` computes operands promoted to `type`: the type
/// itself where a row has it; else of bools int8 where there are rows for integers, and of bools and integers `real_of`
/// where there are rows for reals (`sin`; float64 for `/`); otherwise `none`.
constexpr type_id computing_type(unsigned classes, type_id type) {
  if (type == type_id::none || contains(classes, type))
    return type;
  if (type == type_id::boolean && (classes & type_class::refuses_bool) != 0)
    return type_id::none;
  if (type == type_id::boolean && (classes & type_class::integral) != 0)
    return type_id::int8;
  if ((classes & type_class::floating) == 0 || kind_of(type) > type_kind::floating)
    return type_id::none;
  return (classes & type_class::in_double) != 0 ? type_id::float64 : real_of(type);
}

/// The result of `sum` and `prod`: bools and integers widen to 64 bits.
constexpr type_id sum_type(type_id type) {
  if (kind_of(type) == type_kind::boolean || kind_of(type) == type_kind::integral)
    return is_unsigned(type) ? type_id::uint64 : type_id::int64;
  return type;
}

/// The result of `mean`: bools and integers in float64.
constexpr type_id mean_type(type_id type) {
  return kind_of(type) == type_kind::boolean || kind_of(type) == type_kind::integral ? type_id::float64 : type;
}

/// The type in which a reduction to `result` accumulates: float for halves, else the result's own.
constexpr type_id accumulator_type(type_id result) { return is_half(result) ? type_id::float32 : result; }

/// Whether `to` may silently receive `from` (NumPy's `same_kind` rule, used by `a += b`): bool < unsigned < signed <
/// real must not drop.
constexpr bool same_kind(type_id from, type_id to) {
  if (kind_of(from) != kind_of(to))
    return kind_of(from) < kind_of(to);
  return kind_of(from) != type_kind::integral || is_unsigned(from) || !is_unsigned(to);
}

/// Whether every value of `from` is one of `to`, both of them integers.
constexpr bool holds(type_id to, type_id from) {
  return detail::row_of(from).exact_bits <= detail::row_of(to).exact_bits && (is_unsigned(from) || !is_unsigned(to));
}

/// NumPy's name of the type, for messages.
constexpr const char *name_of(type_id type) { return detail::row_of(type).name; }

} // namespace gpufuse

// NumPy 2's type promotion as constexpr functions, for the array language and for the compiler's frontend.
#pragma once

#include <cstdint>

namespace gpufuse {

/// The element types of arrays. `none` is the answer where NumPy has no such operation (bool minus bool)
/// or where its result type is not one of ours yet (the int8 of `left_shift` on bools).
enum class type_id : std::uint8_t { boolean, int32, int64, float32, float64, none };

/// The kinds by which a C++ scalar counts (NEP 50): bool < integer < real.
enum class type_kind : std::uint8_t { boolean, integral, floating, none };

/// Classes of element types, as the `types` column of elementwise_functions.def names them; a bit set.
namespace type_class {
inline constexpr unsigned boolean = 1;
inline constexpr unsigned integral = 2;
inline constexpr unsigned floating = 4;
inline constexpr unsigned arithmetic = integral | floating;
inline constexpr unsigned all = boolean | arithmetic;
} // namespace type_class

constexpr type_kind kind_of(type_id type) {
  switch (type) {
  case type_id::boolean:
    return type_kind::boolean;
  case type_id::int32:
  case type_id::int64:
    return type_kind::integral;
  case type_id::float32:
  case type_id::float64:
    return type_kind::floating;
  case type_id::none:
    break;
  }
  return type_kind::none;
}

/// Bytes of one element; 0 for `none`.
constexpr int size_of(type_id type) {
  switch (type) {
  case type_id::boolean:
    return 1;
  case type_id::int32:
  case type_id::float32:
    return 4;
  case type_id::int64:
  case type_id::float64:
    return 8;
  case type_id::none:
    break;
  }
  return 0;
}

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

/// The type two array operands meet in (`numpy.promote_types`): bool with T is T, two of one kind take
/// the wider, an integer with a real is float64 (no float32 holds an int32).
constexpr type_id promote(type_id a, type_id b) {
  if (a == type_id::none || b == type_id::none)
    return type_id::none;
  if (a == b)
    return a;
  if (kind_of(a) == kind_of(b))
    return size_of(a) > size_of(b) ? a : b;
  if (a == type_id::boolean)
    return b;
  if (b == type_id::boolean)
    return a;
  return type_id::float64;
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

/// The type in which a function whose rows cover `classes` computes operands promoted to `type`:
/// the type itself where a row has it, float64 where only real rows exist (`sin` or `/` of integers),
/// otherwise `none`.
constexpr type_id computing_type(unsigned classes, type_id type) {
  if (type == type_id::none || contains(classes, type))
    return type;
  if (classes == type_class::floating)
    return type_id::float64;
  return type_id::none;
}

/// The accumulator, and result, of `sum` and `prod`: bools and integers widen to int64.
constexpr type_id sum_type(type_id type) {
  return type == type_id::boolean || type == type_id::int32 ? type_id::int64 : type;
}

/// The accumulator, and result, of `mean`: bools and integers in float64.
constexpr type_id mean_type(type_id type) {
  return kind_of(type) == type_kind::boolean || kind_of(type) == type_kind::integral ? type_id::float64 : type;
}

/// Whether `to` may silently receive `from` (NumPy's `same_kind` rule, used by `a += b`): the kind must not
/// drop.
constexpr bool same_kind(type_id from, type_id to) { return kind_of(from) <= kind_of(to); }

/// NumPy's name of the type, for messages.
constexpr const char *name_of(type_id type) {
  switch (type) {
  case type_id::boolean:
    return "bool";
  case type_id::int32:
    return "int32";
  case type_id::int64:
    return "int64";
  case type_id::float32:
    return "float32";
  case type_id::float64:
    return "float64";
  case type_id::none:
    break;
  }
  return "none";
}

} // namespace gpufuse

// The elementwise functions and operators on arrays, all generated from elementwise_functions.def.
#pragma once

#include <numbers>

#include <gpufuse/array.h>

namespace gpufuse {
namespace detail {

/// One tag for each name of the table.
namespace function {
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)          \
  struct name;
#include <gpufuse/elementwise_functions.def>
} // namespace function

/// The row of a function for one class of types; the primary template is "no such row".
template <class Function, unsigned Class> struct function_row {
  static constexpr bool exists = false;
};

#define GPUFUSE_PARAMETERS_1 T a
#define GPUFUSE_PARAMETERS_2 T a, T b
#define GPUFUSE_PARAMETERS_3 A a, T b, T c
#define GPUFUSE_RESULT_same T
#define GPUFUSE_RESULT_boolean bool
#define GPUFUSE_PREDICATE_same false
#define GPUFUSE_PREDICATE_boolean true
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)          \
  template <> struct function_row<function::name, type_class::types> {                                       \
    static constexpr bool exists = true;                                                                     \
    static constexpr bool is_predicate = GPUFUSE_PREDICATE_##result;                                         \
    template <class T, class A = T> static GPUFUSE_RESULT_##result apply(GPUFUSE_PARAMETERS_##arity) {       \
      return host_code;                                                                                      \
    }                                                                                                        \
  };
#include <gpufuse/elementwise_functions.def>
#undef GPUFUSE_PARAMETERS_1
#undef GPUFUSE_PARAMETERS_2
#undef GPUFUSE_PARAMETERS_3
#undef GPUFUSE_RESULT_same
#undef GPUFUSE_RESULT_boolean
#undef GPUFUSE_PREDICATE_same
#undef GPUFUSE_PREDICATE_boolean

/// The marks that a function has.
template <class Function> inline constexpr unsigned marks_of = 0;
#define GPUFUSE_ELEMENTWISE_MARK(name, mark)                                                                 \
  template <> inline constexpr unsigned marks_of<function::name> = type_class::mark;
#include <gpufuse/elementwise_functions.def>

/// The classes that a function has rows for, and its marks.
template <class Function, unsigned... Class>
inline constexpr unsigned classes_among = (marks_of<Function> | ... |
                                           (function_row<Function, Class>::exists ? Class : 0u));
template <class Function>
inline constexpr unsigned classes_of =
    classes_among<Function, type_class::boolean, type_class::integral, type_class::floating,
                  type_class::arithmetic, type_class::all>;

/// The narrowest row that contains the type: the table lists narrow classes first.
template <class Function, type_id Type> constexpr unsigned class_for() {
  if (function_row<Function, class_of(Type)>::exists)
    return class_of(Type);
  if (function_row<Function, type_class::arithmetic>::exists && contains(type_class::arithmetic, Type))
    return type_class::arithmetic;
  return type_class::all;
}
template <class Function, type_id Type> using row_for = function_row<Function, class_for<Function, Type>()>;

/// The type a function computes these operands in; the condition of `where` does not count.
template <class Function, class... A> constexpr type_id computing_type_of() {
  if constexpr (std::is_same_v<Function, function::where>)
    return
        []<class Condition, class B, class C>(const std::type_identity<Condition> *,
                                              const std::type_identity<B> *, const std::type_identity<C> *) {
          return promoted_type<B, C>();
        }(static_cast<const std::type_identity<A> *>(nullptr)...);
  else
    return computing_type(classes_of<Function>, promoted_type<A...>());
}

/// Operands that NumPy has this function for.
template <class Function, class... A>
concept defined_for = array_operands<A...> && computing_type_of<Function, A...>() != type_id::none;

template <class Function, class... A> constexpr type_id result_type_of() {
  constexpr type_id computing = computing_type_of<Function, A...>();
  return row_for<Function, computing>::is_predicate ? type_id::boolean : computing;
}
template <class Function, class... A> struct result_of {};
template <class Function, class... A>
  requires defined_for<Function, A...>
struct result_of<Function, A...> {
  using type = array<type_of<result_type_of<Function, A...>()>, greatest_rank<rank_of<A>...>>;
};
/// What a function returns; a substitution failure for other operands, because clang substitutes return types
/// before it checks constraints.
template <class Function, class... A> using result_array = typename result_of<Function, A...>::type;

template <operand A> auto shape_of(const A &a) {
  if constexpr (array_like<A>)
    return a.shape();
  else
    return shape<0>{};
}

/// A new array of that shape with indeterminate elements; memory is taken when they are written.
template <element_type T, int R> array<T, R> allocated(const shape<R> &extents) {
  return {extents, std::make_shared<storage>(static_cast<std::size_t>(checked(extents).size()) * sizeof(T))};
}
template <class T, int R> T *written(array<T, R> &a) { return static_cast<T *>(a.node()->host_write()); }

/// Evaluates a function of the table on whole operands, with broadcasting. Throws a shape error.
template <class Function, class... A> result_array<Function, A...> evaluate(const A &...operands) {
  using result = result_array<Function, A...>;
  constexpr type_id computing = computing_type_of<Function, A...>();
  using C = type_of<computing>;
  using row = row_for<Function, computing>;
  const auto space = broadcast_shapes(shape_of(operands)...);
  result out = allocated<typename result::value_type>(space);
  if constexpr (std::is_same_v<Function, function::where>)
    apply(
        space, written(out),
        [](auto a, auto b, auto c) {
          return row::template apply<C, bool>(a != 0, scalar::convert<C>(b), scalar::convert<C>(c));
        },
        source_of<C, result::rank>(operands, space)...);
  else
    apply(
        space, written(out),
        [](auto... a) {
          using T = std::conditional_t<(marks_of<Function> & type_class::own_type) != 0, C, computed<C>>;
          return static_cast<typename result::value_type>(
              row::template apply<T>(static_cast<T>(scalar::convert<C>(a))...));
        },
        source_of<C, result::rank>(operands, space)...);
  return out;
}

/// A power whose exponent is a C++ number takes the small exponents as products.
template <class Function, class Exponent>
using power_function =
    std::conditional_t<std::is_same_v<Function, function::power> && scalar_operand<Exponent>,
                       function::power_scalar, Function>;

} // namespace detail

#define GPUFUSE_FUNCTION_1(name)                                                                             \
  template <detail::operand A>                                                                               \
    requires detail::defined_for<detail::function::name, A>                                                  \
  [[nodiscard]] detail::result_array<detail::function::name, A> name(const A &a) {                           \
    return detail::evaluate<detail::function::name>(a);                                                      \
  }
#define GPUFUSE_FUNCTION_2(name)                                                                             \
  template <detail::operand A, detail::operand B>                                                            \
    requires detail::defined_for<detail::function::name, A, B>                                               \
  [[nodiscard]] detail::result_array<detail::function::name, A, B> name(const A &a, const B &b) {            \
    return detail::evaluate<detail::power_function<detail::function::name, B>>(a, b);                        \
  }
#define GPUFUSE_FUNCTION_3(name)                                                                             \
  template <detail::operand A, detail::operand B, detail::operand C>                                         \
    requires detail::defined_for<detail::function::name, A, B, C>                                            \
  [[nodiscard]] detail::result_array<detail::function::name, A, B, C> name(const A &a, const B &b,           \
                                                                           const C &c) {                     \
    return detail::evaluate<detail::function::name>(a, b, c);                                                \
  }
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)          \
  GPUFUSE_FUNCTION_##arity(name)
#define GPUFUSE_ELEMENTWISE_ALSO(...)
#define GPUFUSE_ELEMENTWISE_ALIAS(alias, name)                                                               \
  template <detail::operand... A>                                                                            \
    requires detail::defined_for<detail::function::name, A...>                                               \
  [[nodiscard]] auto alias(const A &...operands) {                                                           \
    return gpufuse::name(operands...);                                                                       \
  }
#define GPUFUSE_OPERATOR(token, name)                                                                        \
  template <detail::operand A, detail::operand B>                                                            \
    requires detail::defined_for<detail::function::name, A, B>                                               \
  [[nodiscard]] detail::result_array<detail::function::name, A, B> operator token(const A & a,               \
                                                                                  const B & b) {             \
    return detail::evaluate<detail::function::name>(a, b);                                                   \
  }
#define GPUFUSE_UNARY_OPERATOR(token, name)                                                                  \
  template <detail::array_like A>                                                                            \
    requires detail::defined_for<detail::function::name, A>                                                  \
  [[nodiscard]] detail::result_array<detail::function::name, A> operator token(const A & a) {                \
    return detail::evaluate<detail::function::name>(a);                                                      \
  }
#include <gpufuse/elementwise_functions.def>
#undef GPUFUSE_FUNCTION_1
#undef GPUFUSE_FUNCTION_2
#undef GPUFUSE_FUNCTION_3

namespace detail {

template <class A>
concept writable = array_traits<std::remove_reference_t<A>>::is_writable;

/// `target op= value`: the result must have the target's shape and not be of a higher kind.
template <class A, class B> void store_result(A &target, const B &result) {
  static_assert(same_kind(id_of<value_of<B>>, id_of<value_of<A>>),
                "the result is of a higher kind than the array that it is stored in: use astype");
  static_assert(rank_of<B> <= rank_of<A>, "the result has a higher rank than the array that it is stored in");
  if (target.node())
    store<value_of<A>>(*target.node(), target.layout(), result);
}

} // namespace detail

/// Compound assignment writes into the storage of the array or view (`numpy.add(a, b, out=a)`): its views see
/// it. Throws a shape error, with nothing written, where the result has not the target's shape.
#define GPUFUSE_COMPOUND(token)                                                                              \
  template <detail::writable A, detail::operand B> A &&operator token##=(A && a, const B & b) {              \
    detail::store_result(a, a token b);                                                                      \
    return static_cast<A &&>(a);                                                                             \
  }
GPUFUSE_COMPOUND(+)
GPUFUSE_COMPOUND(-)
GPUFUSE_COMPOUND(*)
GPUFUSE_COMPOUND(/)
GPUFUSE_COMPOUND(%)
GPUFUSE_COMPOUND(&)
GPUFUSE_COMPOUND(|)
GPUFUSE_COMPOUND(^)
GPUFUSE_COMPOUND(<<)
GPUFUSE_COMPOUND(>>)
#undef GPUFUSE_COMPOUND

/// f of the elements, one by one, with broadcasting; the element type is what f returns. A C++ number is
/// handed to f as it is. The lambda has C++'s meaning: no promotion, no weak scalars.
template <class F, detail::operand... A>
  requires detail::array_operands<A...>
[[nodiscard]] auto map(F f, const A &...operands) {
  constexpr int R = detail::greatest_rank<detail::rank_of<A>...>;
  const auto space = broadcast_shapes(detail::shape_of(operands)...);
  using result = decltype(f(detail::source_of<void, R>(operands, space).value...));
  static_assert(element_type<std::remove_cvref_t<result>>, "gf::map: the function returns no element type");
  auto out = detail::allocated<std::remove_cvref_t<result>>(space);
  detail::apply(space, detail::written(out), f, detail::source_of<void, R>(operands, space)...);
  return out;
}

/// Archimedes' and Euler's constants. They are weak scalars: a float array times gf::pi is float.
inline constexpr double pi = std::numbers::pi;
inline constexpr double e = std::numbers::e;

} // namespace gpufuse

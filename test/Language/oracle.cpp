// Evaluates every row of elementwise_functions.def for every type on operands read from a file; oracle.py
// writes the operands and compares the results with NumPy's.
//
//   language_oracle rows               prints one line for each row and type:
//                                      name arity type result-type numpy lo hi ulp
//   language_oracle promotion          prints what types meet in: `arrays A B TYPE`, `scalar A KIND TYPE`, `sum A
//   TYPE`,
//                                      `mean A TYPE`, `into A B 0|1` (whether `b += a` is allowed)
//   language_oracle run INPUT OUTPUT   in that order, INPUT holds an int64 count and the operands' elements,
//                                      OUTPUT gets the results' elements
#include <gpufuse/elementwise.h>

#include <cstdio>
#include <cstring>

namespace gf = gpufuse;

namespace {

std::FILE *input, *output;

template <class T> gf::array<T, 1> read(std::int64_t n) {
  auto a = gf::detail::allocated<T>(gf::shape<1>(n));
  if (std::fread(a.host_mut().data(), sizeof(T), static_cast<std::size_t>(n), input) != static_cast<std::size_t>(n))
    std::exit(2);
  return a;
}

template <class Function, int Arity, class T> void evaluate() {
  std::int64_t n = 0;
  if (std::fread(&n, sizeof n, 1, input) != 1)
    std::exit(2);
  const auto write = [](const auto &result) {
    std::fwrite(result.host().data(), sizeof(result.host()[0]), result.host().size(), output);
  };
  if constexpr (Arity == 1) {
    write(gf::detail::evaluate<Function>(read<T>(n)));
  } else if constexpr (Arity == 2) {
    const auto a = read<T>(n), b = read<T>(n);
    write(gf::detail::evaluate<Function>(a, b));
  } else {
    using First = std::conditional_t<std::is_same_v<Function, gf::detail::function::where>, bool, T>;
    const auto a = read<First>(n);
    const auto b = read<T>(n), c = read<T>(n);
    write(gf::detail::evaluate<Function>(a, b, c));
  }
}

struct row_text {
  const char *name, *numpy, *lo, *hi, *ulp;
};

/// The type of a function's result from operands of type T; `none` where there is no such function.
template <class Function, int Arity, class T> constexpr gf::type_id result_type() {
  using namespace gf::detail;
  using A = gf::array<T, 1>;
  using First = std::conditional_t<std::is_same_v<Function, function::where>, gf::array<bool, 1>, A>;
  const auto of = []<class... Operands>(const std::type_identity<Operands> *...) {
    if constexpr (defined_for<Function, Operands...>)
      return result_type_of<Function, Operands...>();
    else
      return gf::type_id::none;
  };
  constexpr const std::type_identity<A> *a = nullptr;
  constexpr const std::type_identity<First> *first = nullptr;
  if constexpr (Arity == 1)
    return of(first);
  else if constexpr (Arity == 2)
    return of(first, a);
  else
    return of(first, a, a);
}

/// A row serves a type that is computed in one of its classes.
template <class Function, unsigned Classes, int Arity, class T> void visit(bool lists, const row_text &row) {
  constexpr gf::type_id computing = gf::computing_type(gf::detail::classes_of<Function>, gf::id_of<T>);
  if constexpr (gf::contains(Classes, computing)) {
    if (lists)
      std::printf("%s %d %s %s %s %s %s %s\n", row.name, Arity, gf::name_of(gf::id_of<T>),
                  gf::name_of(result_type<Function, Arity, T>()), row.numpy, row.lo, row.hi, row.ulp);
    else
      evaluate<Function, Arity, T>();
  }
}

template <class Function, unsigned Classes, int Arity> void visit_types(bool lists, const row_text &row) {
#define GPUFUSE_TYPE(name, type) visit<Function, Classes, Arity, type>(lists, row);
  GPUFUSE_ELEMENT_TYPES(GPUFUSE_TYPE)
#undef GPUFUSE_TYPE
}

void visit_table(bool lists) {
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)                    \
  visit_types<gf::detail::function::name, gf::type_class::types, arity>(lists, {#name, numpy, #lo, #hi, #ulp});
#include <gpufuse/elementwise_functions.def>
}

void list_promotion() {
  using gf::type_kind;
  const auto name = [](gf::type_id type) { return gf::name_of(type); };
  for (const gf::type_id a : gf::element_types) {
    for (const gf::type_id b : gf::element_types) {
      std::printf("arrays %s %s %s\n", name(a), name(b), name(gf::promote(a, b)));
      std::printf("into %s %s %d\n", name(a), name(b), gf::same_kind(a, b));
    }
    for (const type_kind kind : {type_kind::boolean, type_kind::integral, type_kind::floating}) {
      const char *const spelled = kind == type_kind::boolean ? "bool" : kind == type_kind::integral ? "int" : "float";
      std::printf("scalar %s %s %s\n", name(a), spelled, name(gf::promote_weak(a, gf::default_type(kind))));
    }
    std::printf("sum %s %s\n", name(a), name(gf::sum_type(a)));
    std::printf("mean %s %s\n", name(a), name(gf::mean_type(a)));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 2 && std::strcmp(argv[1], "rows") == 0) {
    visit_table(true);
    return 0;
  }
  if (argc == 2 && std::strcmp(argv[1], "promotion") == 0) {
    list_promotion();
    return 0;
  }
  if (argc != 4 || std::strcmp(argv[1], "run") != 0)
    return 2;
  input = std::fopen(argv[2], "rb");
  output = std::fopen(argv[3], "wb");
  if (input == nullptr || output == nullptr)
    return 2;
  visit_table(false);
  return std::fclose(output) == 0 ? 0 : 2;
}

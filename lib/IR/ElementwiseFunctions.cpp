// Turns the one table of elementwise functions into data for the compiler.
#include "IR/ElementwiseFunctions.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace gpufuse {
namespace {

constexpr ElementwiseFunction kTable[] = {
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)                    \
  {#name,        arity, ElementwiseFunction::Types::types, ElementwiseFunction::Result::result, #host_code,            \
   #device_code, numpy, lo,                                hi,                                  ulp},
#include "gpufuse/elementwise_functions.def"
};

bool contains(ElementwiseFunction::Types types, Type type) {
  const bool boolean = type.isInteger(1), integral = !boolean && isa<IntegerType>(type), floating = isa<FloatType>(type);
  switch (types) {
  case ElementwiseFunction::Types::boolean:
    return boolean;
  case ElementwiseFunction::Types::integral:
    return integral;
  case ElementwiseFunction::Types::floating:
    return floating;
  case ElementwiseFunction::Types::arithmetic:
    return integral || floating;
  case ElementwiseFunction::Types::all:
    return boolean || integral || floating;
  }
  return false;
}

} // namespace

const ElementwiseFunction *findElementwise(StringRef name, Type computingType) {
  for (const ElementwiseFunction &row : kTable)
    if (row.name == name && contains(row.types, computingType))
      return &row;
  return nullptr;
}

ArrayRef<ElementwiseFunction> elementwiseFunctions() { return kTable; }

StringRef canonicalElementwiseName(StringRef name) {
  name = llvm::StringSwitch<StringRef>(name)
#define GPUFUSE_ELEMENTWISE_ALIAS(alias, name) .Case(#alias, #name)
#include "gpufuse/elementwise_functions.def"
             .Default(name);
  const auto hasName = [&](const ElementwiseFunction &row) { return row.name == name; };
  return llvm::any_of(kTable, hasName) ? name : StringRef();
}

StringRef elementwiseNameOfOperator(StringRef token, int arity) {
  struct Row {
    StringRef token, name;
  };
  static constexpr Row kOperators[] = {
#define GPUFUSE_OPERATOR(token, name) {#token, #name},
#include "gpufuse/elementwise_functions.def"
  };
  for (const Row &row : kOperators)
    if (row.token == token)
      for (const ElementwiseFunction &function : kTable)
        if (function.name == row.name && function.arity == arity)
          return row.name;
  return {};
}

} // namespace gpufuse

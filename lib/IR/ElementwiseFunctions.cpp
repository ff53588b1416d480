// Turns the one table of elementwise functions into data for the compiler.
#include "IR/ElementwiseFunctions.h"

#include "IR/ElementTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace gpufuse {
namespace {

constexpr ElementwiseFunction kTable[] = {
#define GPUFUSE_ELEMENTWISE(name, arity, types, result, host_code, device_code, numpy, lo, hi, ulp)                    \
  {#name,        arity, type_class::types, ElementwiseFunction::Result::result, #host_code,            \
   #device_code, numpy, lo,                                hi,                                  ulp},
#include "gpufuse/elementwise_functions.def"
};

} // namespace

const ElementwiseFunction *findElementwise(StringRef name, Type computingType) {
  for (const ElementwiseFunction &row : kTable)
    if (row.name == name && contains(row.types, idOf(computingType)))
      return &row;
  return nullptr;
}

unsigned classesOf(StringRef name) {
  unsigned classes = llvm::StringSwitch<unsigned>(name)
#define GPUFUSE_ELEMENTWISE_MARK(name, mark) .Case(#name, type_class::mark)
#include "gpufuse/elementwise_functions.def"
                         .Default(0);
  for (const ElementwiseFunction &row : kTable)
    if (row.name == name)
      classes |= row.types;
  return classes;
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

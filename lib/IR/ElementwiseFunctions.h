// The compiler's view of `include/gpufuse/elementwise_functions.def`, for the frontend, the verifier and the printers.
#pragma once

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace gpufuse {

/// One row of the table. Strings live as long as the program.
struct ElementwiseFunction {
  enum class Types { boolean, integral, floating, arithmetic, all };
  enum class Result { same, boolean };

  llvm::StringRef name;
  int arity;
  Types types;
  Result result;
  llvm::StringRef hostCode;   ///< expression over a, b, c and T
  llvm::StringRef deviceCode; ///< the same for CUDA
  llvm::StringRef numpyName;
  double lo, hi; ///< domain for random tests
  int ulp;       ///< allowed difference between targets
};

/// The row for `name` whose classes contain the computing type, or null.
[[nodiscard]] const ElementwiseFunction *findElementwise(llvm::StringRef name, mlir::Type computingType);

/// All rows, in the table's order.
[[nodiscard]] llvm::ArrayRef<ElementwiseFunction> elementwiseFunctions();

/// `name` with aliases resolved (`arcsin` gives `asin`), or empty when no row has it.
[[nodiscard]] llvm::StringRef canonicalElementwiseName(llvm::StringRef name);

/// The row's name for a C++ operator such as "+" with this number of operands, or empty.
[[nodiscard]] llvm::StringRef elementwiseNameOfOperator(llvm::StringRef token, int arity);

} // namespace gpufuse

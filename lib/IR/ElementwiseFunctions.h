// The compiler's view of `include/gpufuse/elementwise_functions.def`, for the frontend, the verifier and the printers.
#pragma once

#include "gpufuse/promotion.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace gpufuse {

/// One row of the table. Strings live as long as the program.
struct ElementwiseFunction {
  enum class Result { same, boolean };

  llvm::StringRef name;
  int arity;
  unsigned types; ///< of type_class
  Result result;
  llvm::StringRef hostCode;   ///< expression over a, b, c and T
  llvm::StringRef deviceCode; ///< the same for CUDA
  llvm::StringRef numpyName;
  double lo, hi; ///< domain for random tests
  int ulp;       ///< allowed difference between targets
};

/// The row for `name` whose classes contain the computing type, or null.
[[nodiscard]] const ElementwiseFunction *findElementwise(llvm::StringRef name, mlir::Type computingType);

/// The classes that this name has rows for, and its marks; see `computing_type`.
[[nodiscard]] unsigned classesOf(llvm::StringRef name);

/// All rows, in the table's order.
[[nodiscard]] llvm::ArrayRef<ElementwiseFunction> elementwiseFunctions();

/// `name` with aliases resolved (`arcsin` gives `asin`), or empty when no row has it.
[[nodiscard]] llvm::StringRef canonicalElementwiseName(llvm::StringRef name);

/// The row's name for a C++ operator such as "+" with this number of operands, or empty.
[[nodiscard]] llvm::StringRef elementwiseNameOfOperator(llvm::StringRef token, int arity);

} // namespace gpufuse

// C++ expressions as text with a precedence, so that operands get the parentheses they need and no others.
#pragma once

#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace gpufuse {

/// How tightly an expression's outermost operator binds; higher is tighter.
enum Precedence : int {
  kConditional = 1,
  kLogicalOr,
  kLogicalAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEquality,
  kRelational,
  kShift,
  kAdditive,
  kMultiplicative,
  kUnary,
  kPrimary,
};

struct Expression {
  std::string text;
  int precedence = kPrimary;

  /// A name or a literal: repeating it costs nothing.
  [[nodiscard]] bool isAtom() const;
};

/// `code`, an expression over a, b, c and T, with these operands and this type in their places. The structure of
/// `code` is kept exactly: nothing is reassociated. Parentheses that only silence compilers are added.
[[nodiscard]] Expression instantiate(llvm::StringRef code, llvm::ArrayRef<Expression> operands, llvm::StringRef type);

/// The elementwise operation of which `code` is the row's host or device code, with these operands in their places.
/// What is computed in halves is computed in float, and rounds.
[[nodiscard]] Expression instantiate(llvm::StringRef code, llvm::ArrayRef<Expression> operands, gf::ElementwiseOp op);

/// How often operand `index` occurs in `code`.
[[nodiscard]] int countOperand(llvm::StringRef code, int index);

/// The C++ type of an element type of the gf dialect.
[[nodiscard]] llvm::StringRef cppType(mlir::Type type);

/// The C++ type in which a reduction to elements of this type accumulates.
[[nodiscard]] llvm::StringRef accumulatorType(mlir::Type result);

/// A constant, exactly; reals in the shortest form that reads back the same.
[[nodiscard]] Expression literal(mlir::Attribute value);

/// An integer constant as people write an index or an extent, without its type.
[[nodiscard]] std::string plainInteger(int64_t value);

/// The value converted to another element type, with the meaning that NumPy and the eager headers give it.
[[nodiscard]] Expression convert(const Expression &value, mlir::Type from, mlir::Type to);

} // namespace gpufuse

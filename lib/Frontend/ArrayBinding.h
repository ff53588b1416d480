// The one place that knows an array library's syntax: what is an array, and which calls are which operations.
#pragma once

#include "gpufuse/promotion.h"

#include "clang/AST/ExprCXX.h"

#include <memory>
#include <optional>

namespace gpufuse {

/// What an expression or variable of array type holds.
struct ArrayClass {
  type_id element = type_id::none;
  int rank = 0;
  bool isView = false;     ///< a part of another array, not one of its own
  bool isWritable = false; ///< not a read-only view
};

/// One argument of an indexing.
struct IndexItem {
  enum Kind { index, whole, range, newAxis, ellipsis } kind;
  const clang::Expr *lower = nullptr; ///< the index itself, or a bound; null where it is left open
  const clang::Expr *upper = nullptr;
  const clang::Expr *step = nullptr;
};

/// Where the extents of a new array come from: one of the three.
struct ShapeSource {
  llvm::SmallVector<const clang::Expr *, 4> extents;
  const clang::Expr *like = nullptr;  ///< an array of that shape
  const clang::Expr *value = nullptr; ///< a shape object
};

/// What an argument says about where a reduction goes: dimensions, not normalised, or that they are kept.
struct ReductionPlace {
  llvm::SmallVector<int64_t, 4> axes;
  bool keepsDimensions = false;
};

/// An expression of the array library, taken apart. Which members are set depends on the kind.
struct ArrayOperation {
  enum Kind {
    copy,        ///< the elements of operand 0, also of a view
    cast,        ///< operand 0 converted to the type of the expression
    elementwise, ///< `name` of the table, applied to `operands`
    empty,       ///< `shape`, no values
    fill,        ///< `shape`, value `operands[0]`, or `constant` where there is none
    rangeAlong,  ///< 0, 1, ... along the dimension of operand 0 in `places`, beside extents of 1
    arange,      ///< operands: stop, or start, stop, or start, stop, step
    linspace,    ///< operands: start, stop, count
    random,      ///< `name` uniform or normal, `generator`, operands: none, or two parameters; `shape`
    stack,       ///< operands along the new axis in `places`
    concatenate, ///< operands along the axis in `places`
    reduce,      ///< `name` of operand 0, where `places` say
    slice,       ///< `indices` of operand 0, or the one of them along the dimension in `places`; gives a view
    repeat,      ///< operand 0 as often as `shape` says: `name` repeat (each element, along `places`) or tile
    view,        ///< operand 0 as the function `name` shows it: dimensions in `places`, numbers in `numbers`, `shape`
    elementRead, ///< `indices` (all numbers) of operand 0, gives a scalar
    map,         ///< `function` applied to operands
    assign,      ///< operand 0 = operand 1; rebinds an array, writes through a view
    compound,    ///< operand 0 `name`= operand 1
    extent,      ///< extent number `axis` of operand 0, or the product of those in `places`
    size,        ///< number of elements of operand 0
    shape_,      ///< the shape of operand 0
    toScalar     ///< the element of a rank-0 array, as a C++ number
  } kind;
  llvm::StringRef name;
  llvm::SmallVector<const clang::Expr *, 4> operands;
  ShapeSource shape;
  llvm::SmallVector<IndexItem, 4> indices;
  llvm::SmallVector<const clang::Expr *, 2> places;
  llvm::SmallVector<const clang::Expr *, 3> numbers;
  const clang::Expr *generator = nullptr;
  const clang::Expr *function = nullptr;
  int64_t axis = 0; ///< of an extent
  double constant = 0;
};

class ArrayBinding {
public:
  virtual ~ArrayBinding();

  /// What an object of this type (or a reference to one) is, if an array.
  [[nodiscard]] virtual std::optional<ArrayClass> arrayClass(clang::QualType type) const = 0;

  /// The element type of a proxy for one element (`a(i)` of a writable array), or none.
  [[nodiscard]] virtual type_id elementProxy(clang::QualType type) const = 0;

  /// Whether the type is that of an argument that says where a reduction goes.
  [[nodiscard]] virtual bool isReductionPlace(clang::QualType type) const = 0;

  /// What such an argument says; nothing where only a run knows.
  [[nodiscard]] virtual std::optional<ReductionPlace> reductionPlace(const clang::Expr *argument) const = 0;

  /// Whether the type is a source of random draws with state.
  [[nodiscard]] virtual bool isGenerator(clang::QualType type) const = 0;

  /// Takes an expression apart; nothing if it is no operation of the library (a variable, another call).
  [[nodiscard]] virtual std::optional<ArrayOperation> operation(const clang::Expr *expression) const = 0;

  /// Whether a function belongs to the library, so that it touches nothing but its arguments.
  [[nodiscard]] virtual bool isOwnFunction(const clang::FunctionDecl *function) const = 0;

  /// C++ for a number `text` converted to `type` as the library converts scalars, with its range check.
  [[nodiscard]] virtual std::string checkedConversion(llvm::StringRef text, type_id type) const = 0;

  /// C++ for the length of the range of three numbers of one type.
  [[nodiscard]] virtual std::string rangeLength(llvm::StringRef start, llvm::StringRef stop, llvm::StringRef step,
                                                type_id type) const = 0;
};

/// The binding of `<gpufuse/gpufuse.h>`.
[[nodiscard]] std::unique_ptr<ArrayBinding> makeGpufuseBinding(const clang::ASTContext &ast);

/// What stands behind temporaries, parentheses, default arguments and casts that change nothing.
[[nodiscard]] const clang::Expr *stripped(const clang::Expr *expression);

/// The element type by which a C++ number counts: its own, or the widest of its kind. None for other types.
[[nodiscard]] type_id scalarType(clang::QualType type);

} // namespace gpufuse

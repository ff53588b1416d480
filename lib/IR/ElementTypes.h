// The element types of the array language as IR types and as C++ text; their rules are in gpufuse/promotion.h.
#pragma once

#include "gpufuse/promotion.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringRef.h"

namespace gpufuse {

/// The element type that this type, or an array of it, stands for; `none` for every other type.
[[nodiscard]] type_id idOf(mlir::Type type);

/// The IR type of an element; NoneType for `none`. Signed integers are signless in the IR.
[[nodiscard]] mlir::Type irType(mlir::MLIRContext *context, type_id type);

/// How emitted C++ spells the type; "void" for `none`.
[[nodiscard]] llvm::StringRef spellingOf(type_id type);

/// The value of an integer or bool with its sign.
[[nodiscard]] llvm::APSInt valueOf(mlir::IntegerAttr number);

} // namespace gpufuse

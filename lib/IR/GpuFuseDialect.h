// The gf dialect as C++ sees it: include this to build, match or print array operations.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "IR/GpuFuseDialect.h.inc"
#include "IR/GpuFuseEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "IR/GpuFuseTypes.h.inc"
#define GET_OP_CLASSES
#include "IR/GpuFuseOps.h.inc"

namespace gpufuse::gf {

/// Codes of `gf.slice` and `gf.store` patterns; 0 to 7 are ranges, see the operation's description.
inline constexpr int32_t kSliceIndex = -1, kSliceNewAxis = -2;
inline constexpr int32_t kSliceHasLower = 1, kSliceHasUpper = 2, kSliceHasStep = 4;

/// How many bounds one pattern code consumes.
[[nodiscard]] int numBounds(int32_t patternCode);

/// Whether selecting this part may throw: an index may be out of range, and a step zero.
[[nodiscard]] bool selectionMayThrow(llvm::ArrayRef<int32_t> pattern, mlir::ValueRange bounds);

/// Marks a `gf.root` that lifting made up for one expression: who takes its value may take its storage.
inline constexpr llvm::StringLiteral kTemporary = "gf.temporary";

/// Marks a `gf.cast` to the same type that is there for the copy it makes.
inline constexpr llvm::StringLiteral kCopy = "gf.copy";

/// The array of which `op` shows a part, or in another order or shape; null for other operations.
[[nodiscard]] mlir::Value shownArray(mlir::Operation *op);

/// Whether such an operation may throw: an index or step of a part, or extents that do not fit.
[[nodiscard]] bool showingMayThrow(mlir::Operation *op);

/// The array language's function for views of a kind.
[[nodiscard]] llvm::StringRef functionOf(ViewKind kind);

/// The element type of an array, or the type itself of a scalar.
[[nodiscard]] mlir::Type elementType(mlir::Type type);

/// The rank of an array; 0 for a scalar.
[[nodiscard]] int64_t rankOf(mlir::Type type);

/// The user's name for a value, from the innermost NameLoc; empty when it has none.
[[nodiscard]] llvm::StringRef nameOf(mlir::Location location);

/// The user's line for a location (0 when unknown); of a fused location, the first.
[[nodiscard]] int64_t lineOf(mlir::Location location);

/// The name to give to what holds `value`: its own result's name where operations have several.
[[nodiscard]] llvm::StringRef nameOf(mlir::Value value);

} // namespace gpufuse::gf

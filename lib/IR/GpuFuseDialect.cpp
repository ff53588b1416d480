// Registers the gf dialect's operations and types, and reads names and lines back from locations.
#include "IR/GpuFuseDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpufuse::gf;

#include "IR/GpuFuseDialect.cpp.inc"
#include "IR/GpuFuseEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "IR/GpuFuseTypes.cpp.inc"

void GFDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "IR/GpuFuseTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "IR/GpuFuseOps.cpp.inc"
      >();
}

int gpufuse::gf::numBounds(int32_t patternCode) {
  if (patternCode == kSliceNewAxis)
    return 0;
  if (patternCode == kSliceIndex)
    return 1;
  return llvm::popcount(static_cast<uint32_t>(patternCode));
}

/// Whether it is a constant other than zero.
static bool isNonZero(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return number && !number.getValue().isZero();
}

bool gpufuse::gf::selectionMayThrow(ArrayRef<int32_t> pattern, ValueRange bounds) {
  for (int32_t code : pattern) {
    const bool hasStep = code > 0 && (code & kSliceHasStep) != 0;
    if (code == kSliceIndex || (hasStep && !isNonZero(bounds[numBounds(code) - 1])))
      return true;
    bounds = bounds.drop_front(numBounds(code));
  }
  return false;
}

Value gpufuse::gf::shownArray(Operation *op) {
  if (auto slice = dyn_cast_or_null<SliceOp>(op))
    return slice.getArray();
  auto view = dyn_cast_or_null<ViewOp>(op);
  return view ? view.getArray() : Value();
}

bool gpufuse::gf::showingMayThrow(Operation *op) {
  if (auto slice = dyn_cast<SliceOp>(op))
    return selectionMayThrow(slice.getPattern(), slice.getBounds());
  auto view = dyn_cast<ViewOp>(op);
  return view && view.getKind() != ViewKind::Permute && view.getKind() != ViewKind::Diagonal;
}

StringRef gpufuse::gf::functionOf(ViewKind kind) {
  if (kind == ViewKind::Permute)
    return "transpose";
  return kind == ViewKind::Broadcast ? "broadcast_to" : stringifyViewKind(kind);
}

Type gpufuse::gf::elementType(Type type) {
  if (auto array = dyn_cast<RankedTensorType>(type))
    return array.getElementType();
  return type;
}

int64_t gpufuse::gf::rankOf(Type type) {
  if (auto array = dyn_cast<RankedTensorType>(type))
    return array.getRank();
  return 0;
}

StringRef gpufuse::gf::nameOf(Location location) {
  if (auto named = dyn_cast<NameLoc>(location))
    return named.getName().strref();
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (const Location part : fused.getLocations())
      if (StringRef name = nameOf(part); !name.empty())
        return name;
  return {};
}

int64_t gpufuse::gf::lineOf(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return file.getLine();
  if (auto named = dyn_cast<NameLoc>(location))
    return lineOf(named.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (const Location part : fused.getLocations())
      if (const int64_t line = lineOf(part))
        return line;
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return lineOf(call.getCaller());
  return 0;
}

StringRef gpufuse::gf::nameOf(Value value) {
  auto fused = dyn_cast<FusedLoc>(value.getLoc());
  auto result = dyn_cast<OpResult>(value);
  auto kind = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  if (result && kind && kind.getValue() == "results" &&
      fused.getLocations().size() == result.getOwner()->getNumResults())
    return nameOf(fused.getLocations()[result.getResultNumber()]);
  return nameOf(value.getLoc());
}

Operation *GFDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location location) {
  auto typed = dyn_cast<TypedAttr>(value);
  return typed && typed.getType() == type ? builder.create<ConstantOp>(location, typed) : nullptr;
}

// Arrays on the host: variables, parts of them, other orders and shapes, memory that nobody has written.
#include "CodeGen/HostCode.h"

#include "CodeGen/KernelSkeleton.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

std::string HostCode::spell(Value array) {
  if (values.isHeld(array))
    return values.holderOf(array).text;
  if (shownArray(array.getDefiningOp()))
    return show(array.getDefiningOp());
  if (auto empty = array.getDefiningOp<EmptyOp>())
    return allocation(empty);
  if (auto read = array.getDefiningOp<ReadOp>())
    if (auto root = read.getRoot().getDefiningOp<RootOp>())
      return root.getText().str();
  return "result";
}

/// A part of an array. Where an index or step could be wrong the runtime is told the user's place.
std::string HostCode::select(Location location, StringRef text, ArrayRef<int32_t> pattern, ValueRange bounds) {
  const bool mayThrow = selectionMayThrow(pattern, bounds);
  std::vector<std::string> items;
  const auto bound = [&] {
    const std::string expression = scalar(bounds.front(), /*isPlain=*/true).text;
    bounds = bounds.drop_front();
    return expression;
  };
  bool isElement = true;
  for (const int32_t code : pattern) {
    isElement = isElement && code == kSliceIndex;
    if (code == kSliceIndex) {
      items.push_back(bound());
    } else if (code == kSliceNewAxis) {
      items.emplace_back("gpufuse::newaxis");
    } else if (code == 0) {
      items.emplace_back("gpufuse::_");
    } else {
      const std::string lower = code & kSliceHasLower ? bound() : "gpufuse::_";
      const std::string upper = code & kSliceHasUpper ? bound() : "gpufuse::_";
      items.push_back("gpufuse::slice(" + lower + ", " + upper + (code & kSliceHasStep ? ", " + bound() : "") + ")");
    }
  }
  std::string written = llvm::join(items, ", "); // as messages show it
  for (size_t at = 0; (at = written.find("gpufuse::", at)) != std::string::npos;)
    written.erase(at, StringRef("gpufuse::").size());
  if (isElement) // a view of rank 0, not the element's value
    items.emplace_back("gpufuse::ellipsis");
  const std::string arguments = llvm::join(items, ", ");
  if (!mayThrow)
    return (text + "(" + arguments + ")").str();
  return ("gpufuse::rt::part(" + place(location, (text + "(" + written + ")").str()) + ", " + text + ", " + arguments +
          ")")
      .str();
}

static constexpr char kShown[] = "gpufuse::rt::shown(";

/// Extents in braces.
std::string HostCode::braced(ValueRange extents) {
  if (extents.empty())
    return "gpufuse::shape<0>()";
  const auto texts = llvm::map_to_vector(extents, [&](Value extent) { return scalar(extent, /*isPlain=*/true).text; });
  return "{" + llvm::join(texts, ", ") + "}";
}

/// The array in another order or shape, by the array language's own function: a call, or what `gpufuse::rt::shown`
/// takes where extents may not fit.
std::vector<std::string> HostCode::rearrange(ViewOp op) {
  const std::string array = spell(op.getArray()), dimensions = "gpufuse::axes(" + listOf(op.getNumbers()) + ")";
  std::string call = ("gpufuse::" + functionOf(op.getKind()) + "(" + array + ", ").str();
  if (op.getKind() == ViewKind::Diagonal)
    return {call + scalar(op.getBounds().front(), /*isPlain=*/true).text + ", " + listOf(op.getNumbers()) + ")"};
  const bool hasExtents = op.getKind() == ViewKind::Broadcast || op.getKind() == ViewKind::Reshape;
  call += (hasExtents ? braced(op.getBounds()) : dimensions) + ")";
  if (!showingMayThrow(op))
    return {call};
  const std::string text = (functionOf(op.getKind()) + "(" + array + ", ...)").str();
  return {place(op.getLoc(), text), "[&] { return " + call + "; }"};
}

/// What shows some of an array, or another order of it.
std::string HostCode::show(Operation *op) {
  if (auto slice = dyn_cast<SliceOp>(op))
    return select(slice.getLoc(), spell(slice.getArray()), slice.getPattern(), slice.getBounds());
  const auto parts = rearrange(cast<ViewOp>(op));
  return parts.size() == 1 ? parts.front() : kShown + llvm::join(parts, ", ") + ")";
}

void HostCode::printPart(Operation *op, SourceWriter &writer) {
  const Value array = shownArray(op), result = op->getResult(0);
  const std::string base = spell(array);
  if (result.use_empty()) {
    if (showingMayThrow(op))
      writer.line("static_cast<void>(" + show(op) + ");");
    return;
  }
  auto view = dyn_cast<ViewOp>(op);
  const StringRef suffix = !view ? "_part" : view.getKind() == ViewKind::Permute ? "_transposed" : "_view";
  const std::string name = names.fresh(toIdentifier(base) + suffix.str());
  if (view && showingMayThrow(op))
    writer.list("const auto " + name + " = " + kShown, rearrange(view), ");");
  else
    writer.line("const auto " + name + " = " + show(op) + ";");
  const Value root = values.isHeld(array) ? values.holderOf(array).root : Value();
  values.hold(result, {root, name});
}

std::string HostCode::allocation(EmptyOp op) {
  const auto texts =
      llvm::map_to_vector(op.getExtents(), [&](Value extent) { return scalar(extent, /*isPlain=*/true).text; });
  return ("gpufuse::rt::allocate<" + cppType(elementType(op.getType())) + ">(gpufuse::rt::shape<" +
          Twine(rankOf(op.getType())) + ">(" + llvm::join(texts, ", ") + "))")
      .str();
}

/// Memory that the next statement gives to a variable has no name of its own.
void HostCode::printEmpty(EmptyOp op, SourceWriter &writer) {
  const Value value = op.getResult();
  const bool isGivenAway =
      value.hasOneUse() && isa<AssignOp>(*value.user_begin()) && (*value.user_begin())->getBlock() == op->getBlock();
  if (value.use_empty() || isGivenAway)
    return;
  const StringRef own = nameOf(value);
  const std::string name = names.fresh(own.empty() ? "memory" : own.str());
  writer.line("auto " + name + " = " + allocation(op) + ";");
  values.hold(value, {Value(), name, /*isTemporary=*/true});
}

} // namespace gpufuse

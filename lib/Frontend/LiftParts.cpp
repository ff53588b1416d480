// Parts of arrays, arrays in another order or shape, and arrays put together.
#include "Frontend/FunctionLifter.h"

#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace clang;
using mlir::failed;
using mlir::failure;

namespace gpufuse {

//===-- Slices ---------------------------------------------------------------------------------------------===//

FunctionLifter::Result FunctionLifter::liftSlice(const Expr *e, const ArrayOperation &operation) {
  const Result input = liftArray(operation.operands[0]);
  if (failed(input))
    return failure();
  llvm::SmallVector<int32_t> pattern;
  llvm::SmallVector<Value> bounds;
  const int whole = int(gf::rankOf(input->getType()));
  const auto places = namedPlaces(e, operation, whole);
  if (failed(places))
    return failure();
  ArrayOperation indexing = operation;
  if (!places->axes.empty()) // the index is that of one dimension
    indexing.indices.insert(indexing.indices.begin(), places->axes.front(), IndexItem{IndexItem::whole});
  if (failed(liftPattern(indexing, whole, pattern, bounds)))
    return failure();
  const int64_t rank = llvm::count_if(pattern, [](int32_t code) { return code != gf::kSliceIndex; });
  const auto type = arrayType(idOf(input->getType()), rank);
  return builder.create<gf::SliceOp>(locationOf(e->getExprLoc()), type, *input, pattern, bounds).getResult();
}

mlir::LogicalResult FunctionLifter::liftPattern(const ArrayOperation &operation, int rank,
                                                llvm::SmallVectorImpl<int32_t> &pattern,
                                                llvm::SmallVectorImpl<Value> &bounds) {
  int left = rank;
  for (const IndexItem &item : operation.indices)
    left -= item.kind != IndexItem::newAxis && item.kind != IndexItem::ellipsis;
  for (const IndexItem &item : operation.indices) {
    if (item.kind == IndexItem::ellipsis) {
      pattern.append(std::exchange(left, 0), 0);
      continue;
    }
    int32_t code = item.kind == IndexItem::index     ? gf::kSliceIndex
                   : item.kind == IndexItem::newAxis ? gf::kSliceNewAxis
                                                     : 0;
    if (item.kind == IndexItem::range)
      code = (item.lower ? gf::kSliceHasLower : 0) | (item.upper ? gf::kSliceHasUpper : 0) |
             (item.step ? gf::kSliceHasStep : 0);
    pattern.push_back(code);
    for (const Expr *bound : {item.lower, item.upper, item.step}) {
      if (!bound)
        continue;
      const Result value = liftExtent(bound);
      if (failed(value))
        return failure();
      bounds.push_back(*value);
    }
  }
  pattern.append(left, 0);
  return mlir::success();
}

//===-- Views ----------------------------------------------------------------------------------------------===//

/// A pattern that keeps every dimension whole.
static llvm::SmallVector<int32_t> wholePattern(int64_t rank) { return llvm::SmallVector<int32_t>(rank, 0); }

FunctionLifter::Result FunctionLifter::liftView(const Expr *e, const ArrayOperation &operation) {
  const Result array = liftArray(operation.operands[0]);
  if (failed(array))
    return failure();
  const int64_t rank = gf::rankOf(array->getType());
  const llvm::StringRef name = operation.name;
  if (name == "expand_dims")
    return liftNewDimension(e, operation, *array);
  const auto places = namedPlaces(e, operation, static_cast<int>(rank));
  llvm::SmallVector<int64_t> numbers;
  if (failed(places) || (name != "diagonal" && failed(constantNumbers(e, operation, numbers))))
    return failure();
  if (name == "flip" || name == "flipud" || name == "fliplr") {
    llvm::SmallVector<int64_t> reversed = llvm::to_vector<6>(places->axes);
    if (name != "flip")
      reversed = {name == "flipud" ? 0 : 1};
    else if (operation.places.empty())
      reversed = identityOrder(rank);
    return reverse(e, *array, reversed);
  }
  if (name == "rot90")
    return turn(e, *array, numbers.front());
  if (name == "transpose" || name == "swapaxes" || name == "moveaxis")
    return permute(e, *array, orderOf(operation, *places, numbers, rank));
  return reshape(e, operation, *places, *array);
}

llvm::SmallVector<int64_t> FunctionLifter::identityOrder(int64_t rank) {
  llvm::SmallVector<int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

/// The dimensions of the source in the order of the result; nothing for a dimension out of range.
llvm::SmallVector<int64_t> FunctionLifter::orderOf(const ArrayOperation &operation, const ReductionPlace &places,
                                                   llvm::ArrayRef<int64_t> numbers, int64_t rank) {
  llvm::SmallVector<int64_t> order = identityOrder(rank);
  if (operation.name == "transpose") {
    if (!operation.places.empty())
      return llvm::to_vector<6>(places.axes);
    std::reverse(order.begin(), order.end());
    return order;
  }
  const int64_t first = numbers[0] < 0 ? numbers[0] + rank : numbers[0];
  const int64_t second = numbers[1] < 0 ? numbers[1] + rank : numbers[1];
  if (first < 0 || first >= rank || second < 0 || second >= rank)
    return {};
  if (operation.name == "swapaxes") {
    std::swap(order[first], order[second]);
  } else {
    order.erase(order.begin() + first);
    order.insert(order.begin() + second, first);
  }
  return order;
}

/// The integers among the arguments, which must be known here.
mlir::LogicalResult FunctionLifter::constantNumbers(const Expr *e, const ArrayOperation &operation,
                                                    llvm::SmallVectorImpl<int64_t> &numbers) {
  for (const Expr *argument : operation.numbers) {
    const Result value = liftExtent(argument);
    if (failed(value))
      return failure();
    auto constant = value->getDefiningOp<gf::ConstantOp>();
    if (!constant)
      return fail(stripped(e), DiagnosticId::unsupported_operation, operation.name, "its axis is no constant");
    numbers.push_back(mlir::cast<mlir::IntegerAttr>(constant.getValue()).getInt());
  }
  return mlir::success();
}

FunctionLifter::Result FunctionLifter::permute(const Expr *e, Value array, llvm::ArrayRef<int64_t> order) {
  const auto type = mlir::cast<mlir::RankedTensorType>(array.getType());
  if (static_cast<int64_t>(order.size()) != type.getRank())
    return fail(stripped(e), DiagnosticId::unsupported_operation, "transpose", "its axis is out of range");
  if (llvm::ArrayRef<int64_t>(identityOrder(type.getRank())) == order)
    return array;
  const auto extents = llvm::map_to_vector(order, [&](int64_t d) { return type.getDimSize(d); });
  return showAs(e, gf::ViewKind::Permute, array, extents, order, {});
}

FunctionLifter::Result FunctionLifter::reverse(const Expr *e, Value array, llvm::ArrayRef<int64_t> dimensions) {
  const int64_t rank = gf::rankOf(array.getType());
  llvm::SmallVector<int32_t> pattern = wholePattern(rank);
  llvm::SmallVector<Value> bounds;
  for (const int64_t d : dimensions) {
    pattern[d] = gf::kSliceHasStep;
    bounds.push_back(constantInteger(-1, locationOf(e->getExprLoc())));
  }
  if (dimensions.empty())
    return array;
  return builder
      .create<gf::SliceOp>(locationOf(e->getExprLoc()), arrayType(idOf(array.getType()), rank), array, pattern, bounds)
      .getResult();
}

/// Quarter turns in the plane of the first two dimensions.
FunctionLifter::Result FunctionLifter::turn(const Expr *e, Value array, int64_t quarters) {
  const int64_t turns = (quarters % 4 + 4) % 4;
  llvm::SmallVector<int64_t> reversed;
  if (turns == 2 || turns == 3)
    reversed.push_back(0);
  if (turns == 1 || turns == 2)
    reversed.push_back(1);
  const Result turned = reverse(e, array, reversed);
  llvm::SmallVector<int64_t> order = identityOrder(gf::rankOf(array.getType()));
  if (turns % 2 != 0)
    std::swap(order[0], order[1]);
  return failed(turned) ? turned : permute(e, *turned, order);
}

FunctionLifter::Result FunctionLifter::liftNewDimension(const Expr *e, const ArrayOperation &operation, Value array) {
  const int64_t rank = gf::rankOf(array.getType()) + 1;
  const auto places = namedPlaces(e, operation, static_cast<int>(rank));
  if (failed(places))
    return failure();
  llvm::SmallVector<int32_t> pattern = wholePattern(rank);
  pattern[places->axes.front()] = gf::kSliceNewAxis;
  return builder
      .create<gf::SliceOp>(locationOf(e->getExprLoc()), arrayType(idOf(array.getType()), rank), array, pattern,
                           mlir::ValueRange())
      .getResult();
}

/// What has other extents: squeeze, diagonal, broadcast_to, reshape, ravel.
FunctionLifter::Result FunctionLifter::reshape(const Expr *e, const ArrayOperation &operation,
                                               const ReductionPlace &places, Value array) {
  const auto type = mlir::cast<mlir::RankedTensorType>(array.getType());
  const auto shown = binding.arrayClass(e->getType());
  if (!shown)
    return failure();
  llvm::SmallVector<int64_t> extents(shown->rank, mlir::ShapedType::kDynamic);
  if (operation.name == "squeeze")
    return showAs(e, gf::ViewKind::Squeeze, array, extents, places.axes, {});
  if (operation.name == "ravel")
    return showAs(e, gf::ViewKind::Reshape, array, extents, {}, constantInteger(-1, locationOf(e->getExprLoc())));
  if (operation.name == "diagonal")
    return liftDiagonal(e, operation, array);
  const auto asked = liftShape(e, operation.shape, shown->rank);
  if (failed(asked))
    return failure();
  if (operation.name == "broadcast_to" && shown->rank < type.getRank())
    return failure();
  return showAs(e, operation.name == "reshape" ? gf::ViewKind::Reshape : gf::ViewKind::Broadcast, array, extents, {},
                *asked);
}

FunctionLifter::Result FunctionLifter::liftDiagonal(const Expr *e, const ArrayOperation &operation, Value array) {
  const int64_t rank = gf::rankOf(array.getType());
  const Result offset = liftExtent(operation.numbers.front());
  ArrayOperation plane = operation;
  plane.numbers.erase(plane.numbers.begin());
  llvm::SmallVector<int64_t> dimensions;
  if (failed(offset) || failed(constantNumbers(e, plane, dimensions)))
    return failure();
  for (int64_t &d : dimensions)
    d += d < 0 ? rank : 0;
  if (dimensions[0] == dimensions[1] || llvm::any_of(dimensions, [&](int64_t d) { return d < 0 || d >= rank; }))
    return fail(stripped(e), DiagnosticId::unsupported_operation, "diagonal", "its axis is out of range");
  const llvm::SmallVector<int64_t> extents(rank - 1, mlir::ShapedType::kDynamic);
  return showAs(e, gf::ViewKind::Diagonal, array, extents, dimensions, *offset);
}

FunctionLifter::Result FunctionLifter::showAs(const Expr *e, gf::ViewKind kind, Value array,
                                              llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<int64_t> numbers,
                                              mlir::ValueRange bounds) {
  const auto type = mlir::RankedTensorType::get(extents, gf::elementType(array.getType()));
  return builder.create<gf::ViewOp>(locationOf(e->getExprLoc()), type, kind, array, numbers, bounds).getResult();
}

/// Repetitions are new dimensions, broadcast and then joined with those that they repeat.
FunctionLifter::Result FunctionLifter::liftRepeat(const Expr *e, const ArrayOperation &operation) {
  const Result array = liftArray(operation.operands[0]);
  const bool isTile = operation.name == "tile";
  if (failed(array))
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  const int64_t rank = gf::rankOf(array->getType());
  const auto places = namedPlaces(e, operation, static_cast<int>(rank));
  if (failed(places))
    return failure();
  const auto counts = liftShape(e, operation.shape, isTile ? static_cast<int>(rank) : 1);
  if (failed(counts))
    return failure();
  llvm::SmallVector<int32_t> pattern;
  llvm::SmallVector<Value> spread, joined;
  for (int64_t d = 0; d < rank; ++d) {
    const Value extent = builder.create<gf::ExtentOp>(location, *array, d);
    const bool isRepeated = isTile || (places->axes.empty() ? d == 0 : d == places->axes.front());
    const Value count = isRepeated ? (*counts)[isTile ? d : 0] : Value();
    if (isRepeated && isTile) {
      pattern.push_back(gf::kSliceNewAxis);
      spread.push_back(count);
    }
    pattern.push_back(0);
    spread.push_back(extent);
    if (isRepeated && !isTile) {
      pattern.push_back(gf::kSliceNewAxis);
      spread.push_back(count);
    }
    joined.push_back(isRepeated ? Value(builder.create<gf::ElementwiseOp>(location, builder.getI64Type(), "multiply",
                                                                          mlir::ValueRange{extent, count}))
                                : extent);
  }
  const auto wide = arrayType(idOf(array->getType()), static_cast<int64_t>(spread.size()));
  const Value apart = builder.create<gf::SliceOp>(location, wide, *array, pattern, mlir::ValueRange());
  const Result repeated = showAs(e, gf::ViewKind::Broadcast, apart, wide.getShape(), {}, spread);
  return failed(repeated) ? repeated
                          : showAs(e, gf::ViewKind::Reshape, *repeated,
                                   llvm::SmallVector<int64_t>(rank, mlir::ShapedType::kDynamic), {}, joined);
}

//===-- Joining --------------------------------------------------------------------------------------------===//

/// The arrays of a call, converted to the type that they have together, and the axis of the result that it names.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
FunctionLifter::liftJoined(const Expr *e, const ArrayOperation &operation, int64_t &axis) {
  const auto type = binding.arrayClass(e->getType());
  if (!type || operation.operands.empty())
    return fail(stripped(e), DiagnosticId::unsupported_operation, operation.name, "it has no operand");
  llvm::SmallVector<Value> inputs;
  for (const Expr *operand : operation.operands) {
    const Result input = liftArray(operand);
    if (failed(input))
      return failure();
    inputs.push_back(castTo(*input, type->element, locationOf(operand->getExprLoc())));
  }
  const auto place = namedPlaces(e, operation, type->rank);
  if (failed(place))
    return failure();
  axis = place->axes.front();
  return inputs;
}

FunctionLifter::Result FunctionLifter::liftStack(const Expr *e, const ArrayOperation &operation) {
  const auto type = binding.arrayClass(e->getType());
  int64_t axis = 0;
  const auto inputs = liftJoined(e, operation, axis);
  if (failed(inputs))
    return failure();
  llvm::SmallVector<int64_t> extents(type->rank, mlir::ShapedType::kDynamic);
  extents[axis] = int64_t(inputs->size());
  const auto result = mlir::RankedTensorType::get(extents, irType(type->element));
  return builder.create<gf::StackOp>(locationOf(e->getExprLoc()), result, *inputs, axis).getResult();
}

/// A variable of our own, into whose parts the operands are stored: each is computed where it is to stand.
FunctionLifter::Result FunctionLifter::liftConcatenate(const Expr *e, const ArrayOperation &operation) {
  const auto type = binding.arrayClass(e->getType());
  int64_t axis = 0;
  const auto inputs = liftJoined(e, operation, axis);
  if (failed(inputs))
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  llvm::SmallVector<Value> extents;
  for (const Value input : *inputs)
    for (int64_t d = 0; d < type->rank; ++d)
      extents.push_back(builder.create<gf::ExtentOp>(location, input, d));
  llvm::SmallVector<Value> whole(extents.begin(), extents.begin() + type->rank);
  whole[axis] = builder.create<gf::JoinedExtentOp>(location, builder.getI64Type(), extents, type->rank, axis,
                                                   sourceText(fileRange(e, ast), ast));
  ArrayVariable *joined = newVariable(e->getBeginLoc(), uniqueName("joined"), *type, /*escapes=*/false);
  joined->root.getDefiningOp()->setAttr(gf::kTemporary, builder.getUnitAttr());
  const Value memory = builder.create<gf::EmptyOp>(location, arrayType(*type), whole);
  builder.create<gf::AssignOp>(location, memory, joined->root, /*declares=*/true);
  Value start = constantInteger(0, location);
  for (const auto &[index, input] : llvm::enumerate(*inputs)) {
    const Value extent = extents[index * type->rank + axis];
    const Value end = index == 0 ? extent
                                 : Value(builder.create<gf::ElementwiseOp>(location, builder.getI64Type(), "add",
                                                                           mlir::ValueRange{start, extent}));
    llvm::SmallVector<int32_t> pattern = wholePattern(type->rank);
    pattern[axis] = gf::kSliceHasLower | gf::kSliceHasUpper;
    builder.create<gf::StoreOp>(location, input, joined->root, builder.getDenseI32ArrayAttr(pattern),
                                mlir::ValueRange{start, end});
    start = end;
  }
  return read(joined, e->getExprLoc());
}

} // namespace gpufuse

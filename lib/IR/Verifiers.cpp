// What must hold of each operation and type, in the order of GpuFuseOps.td, and so in one file though it is long: the
// IR is read beside it.
#include "IR/ElementTypes.h"
#include "IR/ElementwiseFunctions.h"
#include "IR/GpuFuseDialect.h"

using namespace mlir;
using namespace gpufuse;
using namespace gpufuse::gf;

/// NumPy's limit; far above what anything here is compiled for.
static constexpr int64_t kMaxRank = 64;

/// float or double: halves are computed in float.
static bool isComputedReal(Type type) { return type.isF32() || type.isF64(); }

//===-- Types ----------------------------------------------------------------------------------------------===//

LogicalResult RootType::verify(function_ref<InFlightDiagnostic()> emitError, RankedTensorType array) {
  if (idOf(array) == type_id::none)
    return emitError() << "a variable of " << array << " has elements of no type that arrays have";
  if (array.getRank() > kMaxRank)
    return emitError() << "a variable has " << array.getRank() << " dimensions, more than " << kMaxRank;
  return success();
}

LogicalResult ShapeType::verify(function_ref<InFlightDiagnostic()> emitError, int64_t rank) {
  if (rank < 0 || rank > kMaxRank)
    return emitError() << "a shape of " << rank << " dimensions, not of 0 to " << kMaxRank;
  return success();
}

//===-- Host text ------------------------------------------------------------------------------------------===//

static LogicalResult verifyBytes(Operation *op, int64_t begin, int64_t end) {
  if (begin < 0 || end < begin)
    return op->emitOpError("stands at bytes ") << begin << " to " << end;
  return success();
}

LogicalResult StatementOp::verify() {
  return verifyBytes(*this, static_cast<int64_t>(getBegin()), static_cast<int64_t>(getEnd()));
}

LogicalResult HostOp::verify() {
  return verifyBytes(*this, static_cast<int64_t>(getBegin()), static_cast<int64_t>(getEnd()));
}

LogicalResult ControlOp::verify() {
  const auto begin = static_cast<int64_t>(getBegin()), end = static_cast<int64_t>(getEnd());
  if (failed(verifyBytes(*this, begin, end)))
    return failure();
  const ArrayRef<int64_t> bodies = getBodies();
  if (bodies.size() != 2 * getParts().size())
    return emitOpError("has ") << getParts().size() << " bodies and " << bodies.size() << " offsets of bodies";
  for (size_t at = 0, previous = begin; at < bodies.size(); previous = bodies[at++])
    if (bodies[at] < static_cast<int64_t>(previous) || bodies[at] > end)
      return emitOpError("has a body at byte ") << bodies[at] << ", out of order or outside " << begin << " to " << end;
  for (const int64_t index : getUnbraced())
    if (index < 0 || index >= static_cast<int64_t>(getParts().size()))
      return emitOpError("has no body ") << index;
  return success();
}

//===-- Storage --------------------------------------------------------------------------------------------===//

LogicalResult ReadOp::verify() {
  if (getRoot().getType().getArray() != getResult().getType())
    return emitOpError("reads ") << getResult().getType() << " from a variable of " << getRoot().getType().getArray();
  return success();
}

LogicalResult AssignOp::verify() {
  const auto variable = getRoot().getType().getArray();
  const auto value = cast<RankedTensorType>(getValue().getType());
  if (variable.getElementType() != value.getElementType() || variable.getRank() != value.getRank())
    return emitOpError("assigns ") << value << " to a variable of " << variable;
  if (getReuses() && getDeclares())
    return emitOpError("reuses the storage of a variable that it declares");
  return success();
}

/// A pattern, its bounds and the ranks on both sides of it, of which `to` may be unknown.
static LogicalResult verifyPattern(Operation *op, ArrayRef<int32_t> pattern, size_t bounds, Type from,
                                   int64_t &produced) {
  size_t wanted = 0;
  int64_t consumed = 0;
  produced = 0;
  for (const int32_t code : pattern) {
    if (code < kSliceNewAxis || code > 7)
      return op->emitOpError("has an unknown pattern code ") << code;
    wanted += numBounds(code);
    consumed += code != kSliceNewAxis;
    produced += code != kSliceIndex;
  }
  if (wanted != bounds)
    return op->emitOpError("needs ") << wanted << " bounds, has " << bounds;
  if (consumed != rankOf(from))
    return op->emitOpError("pattern selects of ") << consumed << " dimensions, not of " << from;
  return success();
}

LogicalResult StoreOp::verify() {
  const RankedTensorType variable = getRoot().getType().getArray();
  int64_t rank = variable.getRank();
  if (getPattern().empty() && !getBounds().empty())
    return emitOpError("needs 0 bounds, has ") << getBounds().size();
  if (!getPattern().empty() && failed(verifyPattern(*this, getPattern(), getBounds().size(), variable, rank)))
    return failure();
  if (elementType(getValue().getType()) != variable.getElementType() || rankOf(getValue().getType()) > rank)
    return emitOpError("stores ") << getValue().getType() << " to " << rank << " dimensions of " << variable;
  return success();
}

//===-- Arrays ---------------------------------------------------------------------------------------------===//

LogicalResult ExtentOp::verify() {
  if (getDim() >= static_cast<uint64_t>(rankOf(getArray().getType())))
    return emitOpError("dimension ") << static_cast<int64_t>(getDim()) << " of " << getArray().getType();
  return success();
}

LogicalResult SliceOp::verify() {
  int64_t produced = 0;
  if (failed(verifyPattern(*this, getPattern(), getBounds().size(), getArray().getType(), produced)))
    return failure();
  if (produced != rankOf(getType()) || elementType(getType()) != elementType(getArray().getType()))
    return emitOpError("pattern does not take ") << getArray().getType() << " to " << getType();
  return success();
}

/// The rank that a view of a kind has, of an array of `rank` dimensions.
static int64_t shownRank(ViewOp view, int64_t rank) {
  switch (view.getKind()) {
  case ViewKind::Permute:
    return rank;
  case ViewKind::Squeeze:
    return rank - static_cast<int64_t>(view.getNumbers().size());
  case ViewKind::Diagonal:
    return rank - 1;
  case ViewKind::Broadcast:
  case ViewKind::Reshape:
    break;
  }
  return static_cast<int64_t>(view.getBounds().size());
}

LogicalResult ViewOp::verify() {
  const int64_t rank = rankOf(getArray().getType());
  const bool hasExtents = getKind() == ViewKind::Broadcast || getKind() == ViewKind::Reshape;
  const auto given = static_cast<int64_t>(getNumbers().size());
  const bool isCountRight = getKind() == ViewKind::Permute    ? given == rank
                            : getKind() == ViewKind::Squeeze  ? given <= rank
                            : getKind() == ViewKind::Diagonal ? given == 2
                                                              : given == 0;
  if (!isCountRight || (!hasExtents && getBounds().size() != (getKind() == ViewKind::Diagonal ? 1U : 0U)))
    return emitOpError("has ") << given << " numbers and " << getBounds().size() << " bounds";
  for (auto [index, dimension] : llvm::enumerate(getNumbers()))
    if (dimension < 0 || dimension >= rank || llvm::is_contained(getNumbers().take_front(index), dimension))
      return emitOpError("names dimension ") << dimension << " of rank " << rank << ", or names it twice";
  if (shownRank(*this, rank) != rankOf(getType()) || elementType(getType()) != elementType(getArray().getType()))
    return emitOpError("does not take ") << getArray().getType() << " to " << getType();
  if (getKind() == ViewKind::Broadcast && rankOf(getType()) < rank)
    return emitOpError("broadcasts ") << getArray().getType() << " to fewer dimensions";
  return success();
}

LogicalResult EmptyOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != rankOf(getType()))
    return emitOpError("needs one extent a dimension");
  return success();
}

LogicalResult FillOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != rankOf(getType()))
    return emitOpError("needs one extent a dimension");
  if (getValue().getType() != elementType(getType()))
    return emitOpError("fills ") << getType() << " with " << getValue().getType();
  return success();
}

LogicalResult IotaOp::verify() {
  const auto result = cast<RankedTensorType>(getType());
  const auto others = llvm::count(result.getShape(), 1);
  if (result.getRank() - others != 1 || !result.getElementType().isSignlessInteger(64))
    return emitOpError("gives one dimension of i64, beside extents of 1, not ") << getType();
  return success();
}

LogicalResult RandomOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != rankOf(getType()))
    return emitOpError("needs one extent a dimension");
  if (!isComputedReal(elementType(getType())))
    return emitOpError("draws float or double, not ") << elementType(getType());
  return success();
}

LogicalResult CastOp::verify() {
  if (isa<RankedTensorType>(getInput().getType()) != isa<RankedTensorType>(getType()) ||
      rankOf(getInput().getType()) != rankOf(getType()))
    return emitOpError("takes ") << getInput().getType() << " to another shape, " << getType();
  return success();
}

/// The rank that the operands broadcast to is the result's, and arrays give an array.
static LogicalResult verifyBroadcast(Operation *op) {
  const Type result = op->getResult(0).getType();
  int64_t rank = 0;
  bool isArray = false;
  for (const Type input : op->getOperandTypes()) {
    rank = std::max(rank, rankOf(input));
    isArray = isArray || isa<RankedTensorType>(input);
  }
  if (isArray != isa<RankedTensorType>(result) || rankOf(result) != rank)
    return op->emitOpError("broadcasts to rank ") << rank << ", not to " << result;
  return success();
}

LogicalResult ElementwiseOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no operand");
  const Type computing = elementType(getInputs().back().getType());
  const ElementwiseFunction *row = findElementwise(getFunction(), computing);
  if (!row)
    return emitOpError("no row '") << getFunction() << "' for " << computing
                                   << " in the table of elementwise functions";
  if (row->arity != static_cast<int>(getInputs().size()))
    return emitOpError("'") << getFunction() << "' takes " << row->arity << " operands, has " << getInputs().size();
  for (auto [index, input] : llvm::enumerate(getInputs())) {
    const bool isCondition = getFunction() == "where" && index == 0;
    const Type expected = isCondition ? IntegerType::get(getContext(), 1) : computing;
    if (elementType(input.getType()) != expected)
      return emitOpError("operand ") << index << " is " << elementType(input.getType()) << ", computes in " << expected;
  }
  const Type result = row->result == ElementwiseFunction::Result::same ? computing : IntegerType::get(getContext(), 1);
  if (elementType(getType()) != result)
    return emitOpError("gives ") << result << ", not " << elementType(getType());
  return verifyBroadcast(*this);
}

LogicalResult SinCosOp::verify() {
  if (!isComputedReal(elementType(getInput().getType())))
    return emitOpError("computes in float or double, not in ") << elementType(getInput().getType());
  return success();
}

LogicalResult CallOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no operand");
  return verifyBroadcast(*this);
}

LogicalResult StackOp::verify() {
  if (getInputs().empty())
    return emitOpError("has no operand");
  const Type first = getInputs().front().getType();
  for (const Value input : getInputs())
    if (elementType(input.getType()) != elementType(first) || rankOf(input.getType()) != rankOf(first))
      return emitOpError("joins ") << first << " with " << input.getType();
  const auto result = cast<RankedTensorType>(getType());
  if (result.getRank() != rankOf(first) + 1 || result.getElementType() != elementType(first))
    return emitOpError("adds one dimension");
  const auto axis = static_cast<int64_t>(getAxis());
  if (axis < 0 || axis >= result.getRank())
    return emitOpError("axis ") << axis << " is outside rank " << result.getRank();
  if (result.getDimSize(axis) != static_cast<int64_t>(getInputs().size()))
    return emitOpError("extent of axis ") << axis << " is not the number of operands";
  return success();
}

/// What a reduction of these elements gives: NumPy's type.
static Type reducedType(ReductionKind kind, Type element) {
  if (kind == ReductionKind::Min || kind == ReductionKind::Max)
    return element;
  const type_id type = idOf(element);
  return irType(element.getContext(), kind == ReductionKind::Mean ? mean_type(type) : sum_type(type));
}

/// Axes of a reduction of `rank` dimensions: in ascending order, not all of them by name.
static LogicalResult verifyAxes(Operation *op, ArrayRef<int64_t> axes, int64_t rank) {
  for (auto [index, axis] : llvm::enumerate(axes))
    if (axis < 0 || axis >= rank || (index > 0 && axis <= axes[index - 1]))
      return op->emitOpError("axis ") << axis << " is out of order or outside rank " << rank;
  if (!axes.empty() && static_cast<int64_t>(axes.size()) == rank)
    return op->emitOpError("names all of its axes");
  return success();
}

/// The rank that a reduction leaves.
static int64_t reducedRank(int64_t rank, ArrayRef<int64_t> axes, bool keepdims) {
  return keepdims ? rank : axes.empty() ? 0 : rank - static_cast<int64_t>(axes.size());
}

LogicalResult ReduceOp::verify() {
  const int64_t rank = rankOf(getInput().getType());
  if (failed(verifyAxes(*this, getAxes(), rank)))
    return failure();
  if (rankOf(getType()) != reducedRank(rank, getAxes(), getKeepdims()))
    return emitOpError("gives an array of ") << reducedRank(rank, getAxes(), getKeepdims()) << " dimensions";
  const Type expected = reducedType(getKind(), elementType(getInput().getType()));
  if (elementType(getType()) != expected)
    return emitOpError("gives ") << expected << ", not " << elementType(getType());
  return success();
}

//===-- Shapes ---------------------------------------------------------------------------------------------===//

LogicalResult ShapeOp::verify() {
  if (static_cast<int64_t>(getExtents().size()) != getType().getRank())
    return emitOpError("needs one extent a dimension");
  return success();
}

LogicalResult ShapeOfOp::verify() {
  if (rankOf(getArray().getType()) != getType().getRank())
    return emitOpError("gives ") << rankOf(getArray().getType()) << " dimensions, not " << getType().getRank();
  return success();
}

LogicalResult BroadcastShapesOp::verify() {
  const int64_t rank = std::max(getLhs().getType().getRank(), getRhs().getType().getRank());
  if (getType().getRank() != rank)
    return emitOpError("broadcasts to rank ") << rank << ", not " << getType().getRank();
  return success();
}

LogicalResult RequireShapeOp::verify() {
  if (getShape().getType().getRank() > getTarget().getType().getRank())
    return emitOpError("no shape of ") << getShape().getType().getRank() << " dimensions broadcasts into "
                                       << getTarget().getType().getRank();
  return success();
}

LogicalResult StackShapeOp::verify() {
  const int64_t rank = getShape().getType().getRank() + 1;
  if (getType().getRank() != rank)
    return emitOpError("adds one dimension");
  if (getAxis() >= static_cast<uint64_t>(rank) || static_cast<int64_t>(getExtent()) < 1)
    return emitOpError("axis ") << static_cast<int64_t>(getAxis()) << " of extent " << static_cast<int64_t>(getExtent())
                                << " in rank " << rank;
  return success();
}

LogicalResult JoinedExtentOp::verify() {
  const auto rank = static_cast<int64_t>(getRank());
  if (rank < 1 || rank > kMaxRank || getExtents().empty() || static_cast<int64_t>(getExtents().size()) % rank != 0)
    return emitOpError("has ") << getExtents().size() << " extents of arrays of rank " << rank;
  if (static_cast<int64_t>(getAxis()) < 0 || static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError("joins along axis ") << static_cast<int64_t>(getAxis()) << " of rank " << rank;
  return success();
}

LogicalResult RequireElementsOp::verify() { return verifyAxes(*this, getAxes(), getShape().getType().getRank()); }

LogicalResult ReducedShapeOp::verify() {
  const int64_t rank = getShape().getType().getRank();
  if (failed(verifyAxes(*this, getAxes(), rank)))
    return failure();
  if (getType().getRank() != reducedRank(rank, getAxes(), getKeepdims()))
    return emitOpError("leaves ") << reducedRank(rank, getAxes(), getKeepdims()) << " dimensions";
  return success();
}

//===-- Regions and kernels --------------------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  if (!isa_and_nonnull<RegionOp, KernelOp>((*this)->getParentOp()))
    return emitOpError("hands values out of a region or a kernel only");
  return success();
}

/// A block of `region` ends in a yield of the region's results, and holds what may run inside one.
static LogicalResult verifyRegionBlock(RegionOp region, Block &block, bool isFallback) {
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield || yield.getValues().getTypes() != region.getResultTypes())
    return region.emitOpError("has a part that does not end in a yield of its results");
  for (Operation &op : block.without_terminator())
    if (isa<StatementOp, HostOp, ControlOp, RootOp, YieldOp>(op) || (isa<RegionOp>(op) && !isFallback))
      return op.emitOpError("cannot stand in a region");
  return success();
}

LogicalResult RegionOp::verifyRegions() {
  if (failed(verifyRegionBlock(*this, getBody().front(), /*isFallback=*/false)))
    return failure();
  if (getDisjoint().size() % 2 != 0)
    return emitOpError("compares variables in pairs, of ") << getDisjoint().size();
  if (getFallback().empty())
    return success();
  if (!getFallback().hasOneBlock())
    return emitOpError("has a fallback of several blocks");
  return verifyRegionBlock(*this, getFallback().front(), /*isFallback=*/true);
}

/// The inputs: what each block argument stands for.
static LogicalResult verifyInputs(KernelOp kernel) {
  Block &block = kernel.getBody().front();
  if (block.getNumArguments() != kernel.getInputs().size())
    return kernel.emitOpError("body takes ")
           << block.getNumArguments() << " arguments for " << kernel.getInputs().size() << " inputs";
  size_t draws = 0;
  for (auto [input, argument] : llvm::zip(kernel.getInputs(), block.getArguments())) {
    const bool isDraw = isa<DrawType>(input.getType());
    draws += isDraw;
    if (isDraw ? !isComputedReal(argument.getType()) : argument.getType() != elementType(input.getType()))
      return kernel.emitOpError("takes ") << argument.getType() << " from " << input.getType();
  }
  for (const int64_t index : kernel.getIndexInputs())
    if (index < 0 || index >= static_cast<int64_t>(kernel.getInputs().size()) ||
        !kernel.getInputs()[index].getType().isSignlessInteger(64))
      return kernel.emitOpError("has no extent as input ") << index;
  if (kernel.getDistributions().size() != draws)
    return kernel.emitOpError("has ") << draws << " draws and " << kernel.getDistributions().size() << " distributions";
  for (const int32_t distribution : kernel.getDistributions())
    if (!symbolizeDistribution(distribution))
      return kernel.emitOpError("has an unknown distribution ") << distribution;
  const size_t numbered = draws + kernel.getIndexInputs().size();
  if (kernel.getSourceShapes().size() != numbered)
    return kernel.emitOpError("has ") << kernel.getSourceShapes().size() << " source shapes for " << numbered
                                      << " draws and indices";
  return success();
}

/// The results: what is yielded for each, and what it becomes.
static LogicalResult verifyResults(KernelOp kernel) {
  const size_t count = kernel.getNumResults();
  if (kernel.getLanes().size() != count || kernel.getReductions().size() != count ||
      kernel.getStackAxes().size() != count || kernel.getResultShapes().size() != count)
    return kernel.emitOpError("describes another number of results than it has");
  auto yield = kernel.getBody().front().empty() ? YieldOp() : dyn_cast<YieldOp>(kernel.getBody().front().back());
  if (!yield)
    return kernel.emitOpError("body does not end in 'gf.yield'");
  const size_t yielded = yield.getValues().size();
  size_t next = 0;
  for (auto [index, result] : llvm::enumerate(kernel.getResults())) {
    const int64_t lanes = kernel.getLanes()[index], axis = kernel.getStackAxes()[index];
    const int32_t reduction = kernel.getReductions()[index];
    const int64_t rank = rankOf(result.getType());
    if (lanes < 0 || (lanes > 0 && (axis < 0 || axis >= rank)))
      return kernel.emitOpError("stacks ") << lanes << " lanes along axis " << axis << " of rank " << rank;
    const int64_t whole = kernel.getSpace().getType().getRank();
    const bool isReducedRank = rank == whole || rank == reducedRank(whole, kernel.getReducedAxes(), false);
    if (reduction < -1 || (reduction >= 0 && (!symbolizeReductionKind(reduction) || !isReducedRank || lanes != 0)))
      return kernel.emitOpError("has an unknown reduction ") << reduction << " to " << result.getType();
    if (cast<ShapeType>(kernel.getResultShapes()[index].getType()).getRank() != rank)
      return kernel.emitOpError("has another shape for ") << result.getType();
    const size_t end = next + static_cast<size_t>(std::max<int64_t>(lanes, 1));
    for (; next < std::min(end, yielded); ++next) {
      const Type type = yield.getValues()[next].getType();
      const Type expected = reduction < 0 ? type : reducedType(static_cast<ReductionKind>(reduction), type);
      if (isa<RankedTensorType>(type) || expected != elementType(result.getType()))
        return kernel.emitOpError("yields ") << type << " for " << result.getType();
    }
    if (next != end)
      break;
  }
  size_t taken = 0;
  for (const int64_t lanes : kernel.getLanes())
    taken += static_cast<size_t>(std::max<int64_t>(lanes, 1));
  if (taken != yielded)
    return kernel.emitOpError("body yields ") << yielded << " values, results take " << taken;
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  if (getNumResults() == 0)
    return emitOpError("has no result");
  if (failed(verifyAxes(*this, getReducedAxes(), getSpace().getType().getRank())) || failed(verifyInputs(*this)) ||
      failed(verifyResults(*this)))
    return failure();
  for (Operation &op : getBody().front().without_terminator()) {
    if (!isa<ConstantOp, ElementwiseOp, CastOp, SinCosOp, CallOp>(op))
      return op.emitOpError("cannot stand in a kernel");
    if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      return op.emitOpError("computes an array in a kernel");
  }
  return success();
}

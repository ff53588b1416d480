// gf-shapes: gives every dimension of every array value a symbol, for the fusion decisions after it.
#include "Transforms/SymbolicExtents.h"
#include "Transforms/Passes.h"

namespace gpufuse {
#define GEN_PASS_DEF_GFSHAPES
#include "Transforms/Passes.h.inc"

using namespace mlir;
using namespace gf;

static constexpr StringLiteral kExtentsAttribute = "gf.extents";

bool broadcastsInto(ArrayRef<int64_t> part, ArrayRef<int64_t> space) {
  if (part.size() > space.size())
    return false;
  return llvm::all_of(llvm::zip(llvm::reverse(part), llvm::reverse(space)), [](auto extents) {
    auto [mine, theirs] = extents;
    return mine == theirs || mine == kExtentOne;
  });
}

SymbolicExtents::SymbolicExtents(Block &block) {
  for (Operation &op : block) {
    auto extents = op.getAttrOfType<DenseI64ArrayAttr>(kExtentsAttribute);
    if (!extents)
      continue;
    for (const Value result : op.getResults())
      symbols[result] = llvm::to_vector(extents.asArrayRef());
  }
}

SmallVector<int64_t> SymbolicExtents::of(Value array) {
  auto [entry, isNew] = symbols.try_emplace(array);
  if (isNew)
    for (int64_t dim = 0; dim < rankOf(array.getType()); ++dim)
      entry->second.push_back(cast<RankedTensorType>(array.getType()).getDimSize(dim) == 1 ? kExtentOne : nextSymbol--);
  return entry->second;
}

namespace {

/// Assigns symbols in one block and merges those that operations equate.
class ExtentNaming {
public:
  void nameBlock(Block &block) {
    for (Operation &op : block)
      name(op);
    for (auto &[op, extents] : named) {
      SmallVector<int64_t> leaders;
      for (const int64_t symbol : extents)
        leaders.push_back(symbol == kExtentOne ? kExtentOne : classes.getLeaderValue(symbol));
      op->setAttr(kExtentsAttribute, DenseI64ArrayAttr::get(op->getContext(), leaders));
    }
  }

private:
  using Extents = SmallVector<int64_t>;

  int64_t fresh() {
    classes.insert(next);
    return next++;
  }

  Extents freshFor(Type type) {
    Extents extents;
    for (const int64_t size : cast<RankedTensorType>(type).getShape())
      extents.push_back(size == 1 ? kExtentOne : ShapedType::isDynamic(size) ? fresh() : ofConstant(size));
    return extents;
  }

  int64_t ofConstant(int64_t size) {
    auto [entry, isNew] = constants.try_emplace(size);
    if (isNew)
      entry->second = fresh();
    return entry->second;
  }

  /// The symbol of an extent given as a scalar: equal scalars give equal symbols.
  int64_t ofScalar(Value scalar) {
    if (auto constant = scalar.getDefiningOp<ConstantOp>())
      if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
        return number.getInt() == 1 ? kExtentOne : ofConstant(number.getInt());
    if (auto extent = scalar.getDefiningOp<ExtentOp>())
      return extentsOf(extent.getArray())[extent.getDim()];
    auto [entry, isNew] = scalars.try_emplace(scalar);
    if (isNew)
      entry->second = fresh();
    return entry->second;
  }

  Extents &extentsOf(Value array) {
    auto [entry, isNew] = values.try_emplace(array);
    if (isNew)
      entry->second = freshFor(array.getType());
    return entry->second;
  }

  /// Elementwise result: aligned at the end; two symbols in one column become one class.
  Extents broadcast(ValueRange inputs) {
    Extents result;
    for (const Value input : inputs) {
      if (!isa<RankedTensorType>(input.getType()))
        continue;
      Extents extents = extentsOf(input); // a copy: `extentsOf` may move
      while (result.size() < extents.size())
        result.insert(result.begin(), kExtentOne);
      for (size_t back = 1; back <= extents.size(); ++back) {
        int64_t &mine = result[result.size() - back];
        const int64_t theirs = extents[extents.size() - back];
        if (mine == kExtentOne)
          mine = theirs;
        else if (theirs != kExtentOne)
          classes.unionSets(mine, theirs);
      }
    }
    return result;
  }

  Extents slice(SliceOp op) {
    const Extents source = extentsOf(op.getArray());
    Extents result;
    size_t dim = 0;
    for (const int32_t code : op.getPattern()) {
      if (code == kSliceNewAxis)
        result.push_back(kExtentOne);
      else if (code == 0)
        result.push_back(source[dim]);
      else if (code != kSliceIndex)
        result.push_back(ofRange(op, dim));
      dim += code != kSliceNewAxis;
    }
    return result;
  }

  /// Two slices with the same bounds of dimensions with the same extent are equally long.
  int64_t ofRange(SliceOp op, size_t dim) {
    SmallVector<int64_t> key;
    size_t bound = 0, source = 0;
    for (const int32_t code : op.getPattern()) {
      const auto bounds = op.getBounds().slice(bound, numBounds(code));
      if (source == dim && code != kSliceNewAxis) {
        key = {extentsOf(op.getArray())[dim], code};
        for (const Value value : bounds)
          key.push_back(boundKey(value));
        break;
      }
      bound += numBounds(code);
      source += code != kSliceNewAxis;
    }
    auto [entry, isNew] = ranges.try_emplace(key);
    if (isNew)
      entry->second = fresh();
    return entry->second;
  }

  Extents view(ViewOp op) {
    const Extents source = extentsOf(op.getArray());
    const ArrayRef<int64_t> numbers = op.getNumbers();
    Extents result;
    if (op.getKind() == ViewKind::Permute)
      return llvm::map_to_vector(numbers, [&](int64_t dimension) { return source[dimension]; });
    if (op.getKind() == ViewKind::Broadcast || op.getKind() == ViewKind::Reshape)
      return llvm::map_to_vector(op.getBounds(), [&](Value extent) { return ofAsked(extent); });
    for (auto [dimension, extent] : llvm::enumerate(source))
      if (!llvm::is_contained(numbers, static_cast<int64_t>(dimension)))
        result.push_back(extent);
    if (op.getKind() == ViewKind::Diagonal)
      result.push_back(fresh());
    return result;
  }

  /// An extent of a new shape; -1 is one that only a run knows.
  int64_t ofAsked(Value extent) {
    auto constant = extent.getDefiningOp<ConstantOp>();
    auto number = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
    return number && number.getInt() < 0 ? fresh() : ofScalar(extent);
  }

  int64_t boundKey(Value value) {
    if (auto constant = value.getDefiningOp<ConstantOp>())
      if (auto number = dyn_cast<IntegerAttr>(constant.getValue()))
        return number.getInt();
    return ofScalar(value) + (int64_t(1) << 32); // apart from the constants
  }

  Extents reduced(ReduceOp op) {
    Extents result;
    for (auto [dim, extent] : llvm::enumerate(extentsOf(op.getInput()))) {
      const bool isKept = !op.getAxes().empty() && !llvm::is_contained(op.getAxes(), static_cast<int64_t>(dim));
      if (isKept || op.getKeepdims())
        result.push_back(isKept ? extent : kExtentOne);
    }
    return result;
  }

  Extents compute(Operation &op) {
    if (auto fill = dyn_cast<FillOp>(op))
      return llvm::map_to_vector(fill.getExtents(), [&](Value extent) { return ofScalar(extent); });
    if (auto random = dyn_cast<RandomOp>(op))
      return llvm::map_to_vector(random.getExtents(), [&](Value extent) { return ofScalar(extent); });
    if (auto iota = dyn_cast<IotaOp>(op))
      return llvm::map_to_vector(cast<RankedTensorType>(iota.getType()).getShape(),
                                 [&](int64_t size) { return size == 1 ? kExtentOne : ofScalar(iota.getExtent()); });
    if (auto empty = dyn_cast<EmptyOp>(op))
      return llvm::map_to_vector(empty.getExtents(), [&](Value extent) { return ofScalar(extent); });
    if (auto part = dyn_cast<SliceOp>(op))
      return slice(part);
    if (auto shown = dyn_cast<ViewOp>(op))
      return view(shown);
    if (auto stack = dyn_cast<StackOp>(op)) {
      Extents extents = broadcast(stack.getInputs());
      const auto count = static_cast<int64_t>(stack.getInputs().size());
      extents.insert(extents.begin() + stack.getAxis(), count == 1 ? kExtentOne : ofConstant(count));
      return extents;
    }
    if (auto reduction = dyn_cast<ReduceOp>(op))
      return reduced(reduction);
    if (isa<ElementwiseOp, CastOp, SinCosOp, CallOp>(op))
      return broadcast(op.getOperands());
    return freshFor(op.getResult(0).getType());
  }

  void name(Operation &op) {
    if (auto read = dyn_cast<ReadOp>(op)) {
      auto [entry, isNew] = variables.try_emplace(read.getRoot());
      if (isNew)
        entry->second = freshFor(read.getType());
      values[read] = entry->second;
      named.emplace_back(&op, entry->second);
      return;
    }
    if (auto assign = dyn_cast<AssignOp>(op))
      variables[assign.getRoot()] = extentsOf(assign.getValue());
    else if (auto store = dyn_cast<StoreOp>(op); store && store.getPattern().empty())
      equateStore(store);
    else if (isa<HostOp, ControlOp>(op))
      variables.clear(); // host text may rebind any of them
    if (op.getNumResults() == 0 || !isa<RankedTensorType>(op.getResult(0).getType()))
      return;
    const Extents extents = compute(op);
    for (const Value result : op.getResults())
      values[result] = extents;
    named.emplace_back(&op, extents);
  }

  /// `x += e` where `e` has the rank of `x`: they are taken as equal, like the operands of `x + e`.
  void equateStore(StoreOp store) {
    auto variable = variables.find(store.getRoot());
    if (variable == variables.end() ||
        rankOf(store.getValue().getType()) != rankOf(store.getRoot().getType().getArray()))
      return;
    const Extents target = variable->second, value = extentsOf(store.getValue());
    for (auto [mine, theirs] : llvm::zip(target, value))
      if (mine != kExtentOne && theirs != kExtentOne)
        classes.unionSets(mine, theirs);
  }

  llvm::EquivalenceClasses<int64_t> classes;
  DenseMap<Value, Extents> values, variables;
  DenseMap<Value, int64_t> scalars;
  DenseMap<int64_t, int64_t> constants;
  std::map<SmallVector<int64_t>, int64_t> ranges;
  SmallVector<std::pair<Operation *, Extents>> named;
  int64_t next = 0;
};

struct Shapes : impl::GFShapesBase<Shapes> {
  void runOnOperation() override {
    // Each block on its own: what a branch equates proves nothing outside it.
    getOperation().walk([](Block *block) { ExtentNaming().nameBlock(*block); });
  }
};

} // namespace
} // namespace gpufuse

// gf-schedule: turns each region's members into shapes, checks and one kernel whose body computes one element.
#include "IR/Stages.h"
#include "Transforms/FusionGroup.h"
#include "Transforms/Passes.h"
#include "Transforms/RegionSavings.h"
#include "Transforms/ShapeValues.h"
#include "Transforms/ValueUses.h"

#include "mlir/IR/IRMapping.h"

namespace gpufuse {
#define GEN_PASS_DEF_GFSCHEDULE
#include "Transforms/Passes.h.inc"

using namespace mlir;
using namespace gf;

namespace {

/// One array that the kernel fills, or a target it stores into.
struct Output {
  Value value;                   ///< the member value (tensor), or a scalar that a store spreads
  Value shape;                   ///< its extents
  StackOp stack;                 ///< set when the value is a stack
  ReduceOp reduce;               ///< set when it is a reduction
  SmallVector<OpOperand *> uses; ///< what takes it: assignments, stores, results of the region
};

/// Builds the kernel of one region.
class KernelBuilder {
public:
  KernelBuilder(RegionOp region, StringRef functionName)
      : region(region), builder(region.getContext()), shapes(builder), functionName(functionName) {}

  void build() {
    Block &body = region.getBody().front();
    for (Operation &op : body)
      members.push_back(&op);
    builder.setInsertionPointToStart(&body);
    mergeReads();
    collectShapes();
    collectOutputs();
    chooseSpace();
    auto kernel = createKernel();
    connectOutputs(kernel);
    confirmReuse(kernel);
  }

private:
  /// Inside one region all reads of one variable (or of one slice of it) since its last change give the same value:
  /// legality saw to it, or a run-time condition does. So they become one input.
  void mergeReads() {
    SmallVector<Value> seen;
    for (Operation *op : members)
      for (OpOperand &operand : op->getOpOperands()) {
        const Leaf leaf = leafOf(operand.get());
        if (!leaf.root)
          continue;
        auto *same = llvm::find_if(seen, [&](Value other) { return isSameLeaf(leaf, leafOf(other)); });
        if (same == seen.end())
          seen.push_back(operand.get());
        else
          operand.set(*same);
      }
  }

  static bool isChangedBetween(Value root, Operation *read, Operation *other) {
    const bool isFirst = read->getBlock() != other->getBlock() ? !other->getBlock()->findAncestorOpInBlock(*read)
                                                               : read->isBeforeInBlock(other);
    return isFirst ? mayChangeBetween(root, read, other) : mayChangeBetween(root, other, read);
  }

  static bool isSameLeaf(Leaf leaf, Leaf other) {
    if (leaf.root == other.root && leaf.read != other.read && isChangedBetween(leaf.root, leaf.read, other.read))
      return false;
    if (leaf.root != other.root || !leaf.part != !other.part || leaf.isPartOfPart || other.isPartOfPart)
      return false;
    return !leaf.part || (leaf.part->getName() == other.part->getName() &&
                          leaf.part->getPropertiesAsAttribute() == other.part->getPropertiesAsAttribute() &&
                          llvm::equal(leaf.part->getOperands().drop_front(), other.part->getOperands().drop_front()));
  }

  /// Every member's shape, and its checks in program order.
  void collectShapes() {
    llvm::SmallDenseSet<Operation *> gone;
    for (Operation *op : members) {
      if (isa<YieldOp>(op))
        continue;
      const Value shape = shapes.check(op);
      auto store = dyn_cast<StoreOp>(op);
      if (auto assign = dyn_cast<AssignOp>(op)) {
        assigned[assign.getRoot()] = assign;
        targets[op] = shape;
      } else if (store && assigned.contains(store.getRoot())) {
        completeAssignment(assigned[store.getRoot()], store);
        gone.insert(op);
      } else if (store) {
        targets[op] = space = shape;
      }
    }
    llvm::erase_if(members, [&](Operation *op) { return gone.contains(op); });
    for (Operation *store : gone)
      store->erase();
  }

  /// `y = e; y += x;` is one assignment, of a value that has been found to fit what `e` alone would have made.
  static void completeAssignment(AssignOp assign, StoreOp store) {
    assign->moveBefore(store);
    assign.getValueMutable().assign(store.getValue());
  }

  void addOutput(OpOperand &use, Value shape) {
    const Value value = use.get();
    const auto [known, isNew] = outputIndex.try_emplace(value, outputs.size());
    if (isNew)
      outputs.push_back({value, shape, value.getDefiningOp<StackOp>(), value.getDefiningOp<ReduceOp>(), {}});
    outputs[known->second].uses.push_back(&use);
  }

  /// What is stored in a part of a variable is nowhere else: other takers have outputs of their own.
  void addPart(StoreOp store) {
    const Value value = store.getValue();
    outputs.push_back({value,
                       targets[store],
                       value.getDefiningOp<StackOp>(),
                       value.getDefiningOp<ReduceOp>(),
                       {&store.getValueMutable()}});
  }

  void collectOutputs() {
    for (Operation *op : members) {
      if (auto store = dyn_cast<StoreOp>(op); store && !store.getPattern().empty())
        addPart(store);
      else if (store)
        addOutput(store.getValueMutable(), targets[op]);
      else if (auto assign = dyn_cast<AssignOp>(op))
        addOutput(assign.getValueMutable(), targets[op]);
      else if (auto yield = dyn_cast<YieldOp>(op))
        for (OpOperand &value : yield.getValuesMutable())
          addOutput(value, shapes.of(value.get()));
    }
  }

  /// The space is what all members' elements broadcast to: the shapes that no other shape contains, usually one.
  void chooseSpace() {
    llvm::SetVector<Value> candidates;
    if (space)
      candidates.insert(space);
    for (Operation *op : members) {
      if (auto reduce = dyn_cast<ReduceOp>(op))
        candidates.insert(shapes.of(reduce.getInput()));
      else if (auto stack = dyn_cast<StackOp>(op))
        candidates.insert(shapes.ofElements(stack));
      else if (!isa<AssignOp, StoreOp, YieldOp>(op))
        candidates.insert(shapes.of(op->getResult(0)));
    }
    Value whole;
    for (auto [index, shape] : llvm::enumerate(candidates)) {
      // Two shapes that contain each other (`x += y` checked both ways) are equal: the first stands for both.
      const auto replaces = [&, index = index, shape = shape](auto entry) {
        auto [place, other] = entry;
        return shapes.contains(other, shape) && (place < index || !shapes.contains(shape, other));
      };
      if (llvm::none_of(llvm::enumerate(candidates), replaces))
        whole = whole ? shapes.broadcast(whole, shape, region.getLoc(), "statements of one region") : shape;
    }
    space = whole;
  }

  //===-- The scalar body -----------------------------------------------------------------------------------===//

  struct Input {
    Value value;
    Type element;
    Location location;
    bool isIndex = false;
    std::optional<Distribution> distribution;
    Value sourceShape;
  };

  BlockArgument addInput(const Input &input, Value key) {
    inputs.push_back(input);
    const BlockArgument argument = kernelBody->addArgument(input.element, input.location);
    elements.map(key, argument);
    return argument;
  }

  /// The scalar that stands for one element of `value` inside the kernel.
  Value elementOf(Value value) {
    if (const Value known = elements.lookupOrNull(value))
      return known;
    if (auto constant = value.getDefiningOp<ConstantOp>()) {
      Operation *copy = bodyBuilder->clone(*constant);
      elements.map(value, copy->getResult(0));
      return copy->getResult(0);
    }
    if (auto random = value.getDefiningOp<RandomOp>(); random && isMember(random))
      return addInput({random.getDraw(), elementType(value.getType()), random.getLoc(), false, random.getDistribution(),
                       shapes.of(value)},
                      value);
    if (auto iota = value.getDefiningOp<IotaOp>(); iota && isMember(iota))
      return addInput(
          {iota.getExtent(), elementType(value.getType()), iota.getLoc(), true, std::nullopt, shapes.of(value)}, value);
    Operation *producer = value.getDefiningOp();
    if (producer && isMember(producer))
      return computeElement(producer, value);
    return addInput({value, elementType(value.getType()), value.getLoc(), false, std::nullopt, {}}, value);
  }

  [[nodiscard]] bool isMember(Operation *op) { return op->getParentOp() == region.getOperation(); }

  /// Members come in program order, so their operands' elements exist already.
  Value computeElement(Operation *op, Value value) {
    if (auto fill = dyn_cast<FillOp>(op)) {
      elements.map(value, elementOf(fill.getValue()));
      return elements.lookup(value);
    }
    SmallVector<Value> operands;
    for (const Value operand : op->getOperands())
      operands.push_back(elementOf(operand));
    OperationState state(op->getLoc(), op->getName());
    state.addOperands(operands);
    for (const NamedAttribute attribute : op->getAttrs())
      if (!attribute.getName().strref().contains('.')) // not the passes' notes
        state.addAttribute(attribute.getName(), attribute.getValue());
    for (const Type type : op->getResultTypes())
      state.addTypes(elementType(type));
    Operation *scalar = bodyBuilder->create(state);
    for (auto [array, element] : llvm::zip(op->getResults(), scalar->getResults()))
      elements.map(array, element);
    return elements.lookup(value);
  }

  void appendYields(Output &output, SmallVectorImpl<Value> &yields) {
    if (output.stack)
      for (const Value input : output.stack.getInputs())
        yields.push_back(elementOf(input));
    else
      yields.push_back(elementOf(output.reduce ? output.reduce.getInput() : output.value));
  }

  //===-- The kernel ------------------------------------------------------------------------------------------===//

  KernelOp createKernel() {
    Region bodyRegion;
    kernelBody = &bodyRegion.emplaceBlock();
    OpBuilder inner(region.getContext()); // the block has no parent yet to take it from
    inner.setInsertionPointToStart(kernelBody);
    bodyBuilder = &inner;
    for (Operation *op : members)
      if (!isa<AssignOp, StoreOp, YieldOp, StackOp, ReduceOp>(op))
        (void)elementOf(op->getResult(0));
    SmallVector<Value> yields;
    for (Output &output : outputs)
      appendYields(output, yields);
    inner.create<YieldOp>(region.getLoc(), yields);

    SmallVector<Value> values, sources, resultShapes;
    SmallVector<int64_t> indexInputs, lanes, axes;
    SmallVector<int32_t> distributions, reductions;
    for (auto [index, input] : llvm::enumerate(inputs)) {
      values.push_back(input.value);
      if (input.sourceShape)
        sources.push_back(input.sourceShape);
      if (input.isIndex)
        indexInputs.push_back(static_cast<int64_t>(index));
      if (input.distribution)
        distributions.push_back(static_cast<int32_t>(*input.distribution));
    }
    SmallVector<Type> types;
    for (Output &output : outputs) {
      resultShapes.push_back(output.shape);
      lanes.push_back(output.stack ? static_cast<int64_t>(output.stack.getInputs().size()) : 0);
      axes.push_back(output.stack ? static_cast<int64_t>(output.stack.getAxis()) : 0);
      reductions.push_back(output.reduce ? static_cast<int32_t>(output.reduce.getKind()) : -1);
      types.push_back(resultType(output));
    }
    const std::string name = functionName.str() + "_" + std::to_string(region.getId());
    auto kernel =
        builder.create<KernelOp>(resultLocations(), types, name, chooseSchedule(), space, values, sources, resultShapes,
                                 indexInputs, distributions, lanes, axes, reductions, reducedAxes());
    kernel.getBody().takeBody(bodyRegion);
    return kernel;
  }

  /// One location a result, for names and lines: an operation has only one, so they are its parts.
  Location resultLocations() {
    const auto parts =
        llvm::map_to_vector(outputs, [](const Output &output) { return Location(output.value.getLoc()); });
    return FusedLoc::get(parts, StringAttr::get(region.getContext(), "results"), region.getContext());
  }

  /// A store may spread a value over a larger target: the kernel fills the target.
  static Type resultType(const Output &output) {
    const int64_t rank = cast<ShapeType>(output.shape.getType()).getRank();
    if (auto array = dyn_cast<RankedTensorType>(output.value.getType()); array && array.getRank() == rank)
      return array;
    return RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic), elementType(output.value.getType()));
  }

  /// The axes of the region's reductions, which legality made the same; none for all of them.
  ArrayRef<int64_t> reducedAxes() {
    for (Output &output : outputs)
      if (output.reduce)
        return output.reduce.getAxes();
    return {};
  }

  Schedule chooseSchedule() {
    const int64_t rank = cast<ShapeType>(space.getType()).getRank();
    if (const ArrayRef<int64_t> axes = reducedAxes(); !axes.empty())
      return axes.back() == rank - 1 ? Schedule::Rows : Schedule::Columns;
    if (llvm::any_of(outputs, [](Output &output) { return output.reduce != nullptr; }))
      return Schedule::Reduction;
    const auto stacks = llvm::count_if(outputs, [](Output &output) { return output.stack != nullptr; });
    if (stacks == 1 && outputs.size() == 1 && !isBroadcast()) {
      StackOp stack = outputs.front().stack;
      const bool isLastAxis = static_cast<int64_t>(stack.getAxis()) == rank;
      if (isLastAxis && stack.getInputs().size() <= kMaxInterleavedLanes)
        return Schedule::Interleaved;
    }
    return stacks != 0 || isBroadcast() ? Schedule::StridedMap : Schedule::Map;
  }

  /// Whether an operand or result is known to lack a dimension of the space, or is known not to be row-major.
  bool isBroadcast() {
    const int64_t rank = cast<ShapeType>(space.getType()).getRank();
    const auto lacks = [&](Type type) {
      auto array = dyn_cast<RankedTensorType>(type);
      return array && array.getRank() != 0 && (array.getRank() != rank || llvm::is_contained(array.getShape(), 1));
    };
    for (const Input &input : inputs)
      if (lacks(input.value.getType()) ||
          (input.sourceShape && cast<ShapeType>(input.sourceShape.getType()).getRank() != rank))
        return true;
    for (Output &output : outputs)
      if (!output.stack && !output.reduce && cast<ShapeType>(output.shape.getType()).getRank() != rank)
        return true;
    return false;
  }

  /// Assignments, stores and the yield now take the kernel's results; the members are gone.
  void connectOutputs(KernelOp kernel) {
    for (auto [output, result] : llvm::zip(outputs, kernel.getResults()))
      for (OpOperand *use : output.uses)
        use->set(result);
    for (Operation *op : llvm::reverse(members))
      if (!isa<AssignOp, StoreOp, YieldOp>(op))
        op->erase();
  }

  /// Old memory may be written where the result fills the kernel's space: then the thread that writes an element is the
  /// only one that reads it. A result with fewer elements is read by other threads too.
  void confirmReuse(KernelOp kernel) {
    for (auto assign : region.getBody().front().getOps<AssignOp>()) {
      auto result = dyn_cast<OpResult>(assign.getValue());
      if (!assign.getReuses() || (result && result.getOwner() == kernel &&
                                  kernel.getResultShapes()[result.getResultNumber()] == kernel.getSpace()))
        continue;
      assign.setReuses(false);
      assign.getUnlessMutable().clear();
      assign->setAttr("gf.fresh", StringAttr::get(region.getContext(), "other statements of the region may be larger"));
    }
  }

  static constexpr size_t kMaxInterleavedLanes = 8;

  RegionOp region;
  OpBuilder builder;
  ShapeValues shapes;
  StringRef functionName;
  SmallVector<Operation *> members;
  DenseMap<Operation *, Value> targets; ///< shapes of what assignments and stores write
  DenseMap<Value, AssignOp> assigned;   ///< the last assignment to each variable
  SmallVector<Output> outputs;
  DenseMap<Value, size_t> outputIndex;
  Value space;
  SmallVector<Input> inputs;
  IRMapping elements;
  Block *kernelBody = nullptr;
  OpBuilder *bodyBuilder = nullptr;
};

struct ScheduleRegions : impl::GFScheduleBase<ScheduleRegions> {
  void runOnOperation() override {
    if (failed(requireStage(getOperation(), Stage::regions)))
      return signalPassFailure();
    SmallVector<RegionOp> regions;
    getOperation().walk([&](RegionOp region) { regions.push_back(region); });
    for (const RegionOp region : regions) {
      noteSavings(region);
      KernelBuilder(region, getOperation().getSymName()).build();
    }
  }
};

} // namespace
} // namespace gpufuse

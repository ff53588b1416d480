// Settles kinds, names, aliasing and variants of a kernel.
#include "CodeGen/KernelPlan.h"

#include "IR/ElementwiseFunctions.h"
#include "IR/ValueNames.h"
#include "Transforms/FusionGroup.h"
#include "Transforms/ValueUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

Value rootOf(Value value) { return leafOf(value).root; }

/// The region result behind `value` is some kernel's result: the shape it was given, or null.
static Value shapeOfRegionResult(Value value) {
  auto region = value.getDefiningOp<RegionOp>();
  if (!region)
    return {};
  auto yield = dyn_cast<YieldOp>(region.getBody().front().back());
  const Value inner = yield ? yield.getValues()[cast<OpResult>(value).getResultNumber()] : Value();
  auto kernel = inner ? inner.getDefiningOp<KernelOp>() : KernelOp();
  return kernel ? kernel.getResultShapes()[cast<OpResult>(inner).getResultNumber()] : Value();
}

Location locationOf(KernelOp kernel, size_t result) {
  auto fused = dyn_cast<FusedLoc>(kernel.getLoc());
  auto kind = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  const bool isPerResult =
      kind && kind.getValue() == "results" && fused.getLocations().size() == kernel.getNumResults();
  return isPerResult ? fused.getLocations()[result] : kernel.getLoc();
}

bool isSurelyDense(Value value, Value space) {
  if (rankOf(value.getType()) == 0)
    return true; // one element is dense however it is stored
  if (shownArray(value.getDefiningOp()))
    return false;
  if (const Value root = rootOf(value))
    if (auto op = root.getDefiningOp<RootOp>(); !op || op.getView())
      return false;
  if (auto shape = space.getDefiningOp<ShapeOfOp>()) {
    if (shape.getArray() == value)
      return true;
    // Two reads of one variable in one region: nothing in between rebinds it.
    const Value root = rootOf(value), other = rootOf(shape.getArray());
    return root && root == other && !shownArray(shape.getArray().getDefiningOp()) &&
           value.getParentBlock() == shape.getArray().getParentBlock();
  }
  return shapeOfRegionResult(value) == space;
}

bool needsDenseCheck(const KernelPlan &plan, const KernelOutput &output) {
  if (output.reduction || plan.rank == 0)
    return false;
  KernelOp kernel = plan.op;
  StoreOp store = output.store;
  if (store) {
    auto root = store.getRoot().getDefiningOp<RootOp>();
    return output.lanes || output.shape != kernel.getSpace() || !store.getPattern().empty() || !root || root.getView();
  }
  if (!output.lanes)
    return output.shape != kernel.getSpace();
  auto stacked = output.shape.getDefiningOp<StackShapeOp>();
  return !stacked || stacked.getShape() != kernel.getSpace();
}

StringRef KernelPlan::denseSuffix() const {
  if (isAlongAxes())
    return isRows ? "_rows" : "_columns";
  return isReduction ? "_reduce" : isInterleaved ? "_interleaved" : "_dense";
}

StringRef KernelPlan::stridedSuffix() const {
  if (isAlongAxes())
    return isRows ? "_rows_strided" : "_columns_strided";
  return isReduction ? "_reduce_strided" : "_strided";
}

static int bytesOf(Type type) { return std::max<int>(1, static_cast<int>(type.getIntOrFloatBitWidth()) / 8); }

int KernelPlan::vectorLength() const {
  if (isReduction)
    return 4;
  if (rank == 0)
    return 1;
  if (isInterleaved)
    for (const KernelOutput &output : outputs)
      if (output.lanes)
        return 16 / bytesOf(output.element);
  int narrowest = 16, widest = 1;
  const auto include = [&](Type element) {
    narrowest = std::min(narrowest, bytesOf(element));
    widest = std::max(widest, bytesOf(element));
  };
  for (const KernelInput &input : inputs)
    if (input.kind == KernelInput::Kind::array || input.kind == KernelInput::Kind::inPlace)
      include(input.element);
  for (const KernelOutput &output : outputs)
    include(output.element);
  return std::min(16 / narrowest, 32 / widest);
}

bool KernelPlan::hasDraws() const {
  return llvm::any_of(inputs, [](const KernelInput &input) { return input.kind == KernelInput::Kind::draw; });
}

int interleavedThreads(const KernelPlan &plan) {
  int slots = 0; // 16-byte pieces a thread
  for (const KernelOutput &output : plan.outputs)
    slots += static_cast<int>(output.lanes);
  for (int threads = 128; threads >= 32; threads /= 2)
    if (slots * 16 * threads * 9 / 8 <= 48 * 1024) // every eighth piece may be padding
      return threads;
  return 0;
}

namespace {

class Planner {
public:
  Planner(KernelOp kernel, std::string name) : kernel(kernel) {
    plan.op = kernel;
    plan.name = std::move(name);
    plan.rank = kernel.getSpace().getType().getRank();
  }

  KernelPlan run() {
    reserveNames();
    addInputs();
    addOutputs();
    findAliases();
    chooseVariants();
    return std::move(plan);
  }

private:
  /// Functions that the body may call must not be hidden by a parameter of that name.
  void reserveNames() {
    plan.names.reserve(plan.name);
    for (const ElementwiseFunction &row : elementwiseFunctions())
      for (const auto &word : identifiersOf(row.deviceCode))
        if (word.getKey().size() > 1)
          plan.names.reserve(word.getKey());
    for (const StringRef word : {"sincos", "sincosf"})
      plan.names.reserve(word);
    kernel.getBody().walk([&](CallOp call) { plan.names.reserve(call.getCallee()); });
  }

  void addInputs() {
    size_t draw = 0, source = 0;
    for (auto [position, value] : llvm::enumerate(kernel.getInputs())) {
      KernelInput input;
      input.value = value;
      const BlockArgument argument = kernel.getBody().front().getArgument(position);
      input.element = argument.getType();
      if (isa<DrawType>(value.getType())) {
        input.kind = KernelInput::Kind::draw;
        input.distribution = static_cast<Distribution>(kernel.getDistributions()[draw++]);
      } else if (llvm::is_contained(kernel.getIndexInputs(), static_cast<int64_t>(position))) {
        input.kind = KernelInput::Kind::index;
      } else if (auto array = dyn_cast<RankedTensorType>(value.getType())) {
        input.kind = array.getRank() == 0 && plan.rank != 0 ? KernelInput::Kind::rankZero : KernelInput::Kind::array;
      } else {
        input.kind = KernelInput::Kind::scalar;
      }
      if (input.kind == KernelInput::Kind::draw || input.kind == KernelInput::Kind::index)
        input.source = kernel.getSourceShapes()[source++];
      nameInput(input, argument);
      plan.inputs.push_back(std::move(input));
    }
  }

  void nameInput(KernelInput &input, BlockArgument argument) {
    StringRef base = nameOf(argument);
    if (auto scalar = input.value.getDefiningOp<ScalarOp>(); scalar && base.empty())
      base = scalar.getName();
    if (auto draw = input.value.getDefiningOp<DrawOp>())
      base = draw.getName();
    if (const Value root = base.empty() && isa<RankedTensorType>(input.value.getType()) ? rootOf(input.value) : Value())
      if (auto op = root.getDefiningOp<RootOp>())
        base = lastWord(op.getText());
    if (input.kind == KernelInput::Kind::draw) {
      (void)base.consume_back("_draw");
      const std::string stem = base.empty() ? "draw" : base.str();
      input.parameter = plan.names.fresh(stem == "draw" ? stem : stem + "_draw");
      input.name = plan.names.fresh(stem + (input.distribution == Distribution::Normal ? "_z" : "_u"));
    } else {
      const bool isIndex = input.kind == KernelInput::Kind::index;
      input.name = plan.names.fresh(!base.empty() && !isIndex ? base : isIndex ? "index" : "a");
      input.parameter = input.name;
    }
    const bool isNumbered = input.kind == KernelInput::Kind::draw || input.kind == KernelInput::Kind::index;
    if (isNumbered && input.source != kernel.getSpace())
      input.numbering = plan.names.fresh(input.name + "_number");
  }

  /// `this->position` is called `position`.
  static StringRef lastWord(StringRef text) {
    const size_t start = text.find_last_of(".>:");
    return start == StringRef::npos ? text : text.substr(start + 1);
  }

  /// What the user calls a result: the variable it goes to, else the value itself.
  static std::string resultName(const KernelOutput &output) {
    for (Operation *user : output.value.getUsers()) {
      const Value root = writtenRoot(user);
      auto op = root ? root.getDefiningOp<RootOp>() : RootOp();
      if (op)
        return lastWord(op.getText()).str();
    }
    return nameInMessages(output.value);
  }

  void addOutputs() {
    const auto yields = cast<YieldOp>(kernel.getBody().front().back()).getValues();
    size_t next = 0;
    for (auto [position, value] : llvm::enumerate(kernel.getResults())) {
      KernelOutput output;
      output.value = value;
      output.shape = kernel.getResultShapes()[position];
      output.element = elementType(value.getType());
      output.lanes = kernel.getLanes()[position];
      output.axis = kernel.getStackAxes()[position];
      if (const int32_t kind = kernel.getReductions()[position]; kind >= 0)
        output.reduction = static_cast<ReductionKind>(kind);
      for (Operation *user : value.getUsers())
        if (auto store = dyn_cast<StoreOp>(user); store && !output.store && store->getBlock() == kernel->getBlock())
          output.store = store;
        else if (auto assign = dyn_cast<AssignOp>(user); assign && assign.getReuses())
          output.reuse = assign;
      const auto parts = yields.slice(next, std::max<int64_t>(1, output.lanes));
      next += parts.size();
      output.yielded = parts.front().getType();
      output.name = resultName(output);
      for (auto [lane, part] : llvm::enumerate(parts))
        output.parts.push_back(partName(output, part, lane));
      plan.outputs.push_back(std::move(output));
    }
  }

  std::string partName(const KernelOutput &output, Value part, size_t lane) {
    std::string base = output.name;
    if (output.lanes)
      base = nameOf(part).empty() ? base + "_" + std::to_string(lane) : nameOf(part).str();
    const bool isLocal = !isa<BlockArgument>(part) && !part.getDefiningOp<ConstantOp>() && !part.hasOneUse() &&
                         toIdentifier(base) == nameOf(part);
    const bool isTaken = plan.names.isTaken(toIdentifier(base));
    return plan.names.fresh(isLocal || isTaken ? base + "_out" : base);
  }

  [[nodiscard]] bool isKnownDisjoint(Value root, Value other) {
    auto region = dyn_cast<RegionOp>(kernel->getParentOp());
    if (!region || kernel->getParentRegion() != &region.getBody())
      return false;
    const auto pairs = region.getDisjoint();
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if ((pairs[i] == root && pairs[i + 1] == other) || (pairs[i] == other && pairs[i + 1] == root))
        return true;
    return false;
  }

  /// The input that may be the memory which the output gets: two pointers to the same elements.
  void findReusedInputs(KernelOutput &output) {
    for (KernelInput &input : plan.inputs)
      if (isa<RankedTensorType>(input.value.getType()) && homesOf(input.value).contains(output.reuse.getRoot()))
        input.mayAliasOutput = output.mayAliasInput = true;
  }

  void findAliases() {
    for (auto [position, output] : llvm::enumerate(plan.outputs)) {
      if (output.reuse)
        findReusedInputs(output);
      if (!output.store)
        continue;
      for (auto [index, input] : llvm::enumerate(plan.inputs)) {
        const Value root = isa<RankedTensorType>(input.value.getType()) ? rootOf(input.value) : Value();
        if (!root)
          continue;
        const bool isSame =
            input.kind == KernelInput::Kind::array && writesWhatItReads(output.store, leafOf(input.value));
        if (isSame && !output.lanes && output.inPlaceInput < 0) {
          input.kind = KernelInput::Kind::inPlace;
          output.inPlaceInput = static_cast<int>(index);
        } else if (mayAlias(output.store.getRoot(), root) && !isKnownDisjoint(output.store.getRoot(), root) &&
                   !areApart(output.store, leafOf(input.value))) {
          input.mayAliasOutput = output.mayAliasInput = true;
        }
      }
    }
  }

  void chooseVariants() {
    const Schedule schedule = kernel.getSchedule();
    plan.isReduction = schedule == Schedule::Reduction;
    plan.axes = kernel.getReducedAxes();
    plan.isRows = schedule == Schedule::Rows;
    plan.isInterleaved = schedule == Schedule::Interleaved && interleavedThreads(plan) != 0;
    const bool isStacked = llvm::any_of(plan.outputs, [](const KernelOutput &output) { return output.lanes > 0; });
    // A draw or an index of another rank is never numbered as the space is.
    const bool isRenumbered = llvm::any_of(plan.inputs, [&](const KernelInput &input) {
      return input.source && input.source.getType() != kernel.getSpace().getType();
    });
    // A result of fewer dimensions is not stored once for each element.
    const bool hasSmallerResult = llvm::any_of(plan.outputs, [&](const KernelOutput &output) {
      return !output.reduction && !output.lanes && rankOf(output.value.getType()) != plan.rank;
    });
    plan.hasDense = schedule != Schedule::StridedMap && (!isStacked || plan.isInterleaved) && !isRenumbered &&
                    !hasSmallerResult && (!plan.isAlongAxes() || hasRegularElements());
    plan.hasStrided = !plan.hasDense || canFailCheck();
  }

  /// Reduced axes that are neighbours, and the last ones of rows, make rows and columns of dense memory, unless an
  /// operand surely lacks a dimension.
  [[nodiscard]] bool hasRegularElements() const {
    const bool isBroadcast = llvm::any_of(plan.inputs, [&](const KernelInput &input) {
      auto array = dyn_cast<RankedTensorType>(input.value.getType());
      return array && array.getRank() != 0 && (array.getRank() != plan.rank || llvm::is_contained(array.getShape(), 1));
    });
    if (isBroadcast)
      return false;
    const auto count = static_cast<int64_t>(plan.axes.size());
    return plan.axes.back() - plan.axes.front() == count - 1 && (!plan.isRows || plan.axes.back() == plan.rank - 1);
  }

  [[nodiscard]] bool canFailCheck() {
    for (const KernelInput &input : plan.inputs) {
      const bool isArray = input.kind == KernelInput::Kind::array || input.kind == KernelInput::Kind::inPlace;
      if ((isArray && !isSurelyDense(input.value, kernel.getSpace())) || !input.numbering.empty())
        return true;
    }
    return llvm::any_of(plan.outputs, [&](const KernelOutput &output) { return needsDenseCheck(plan, output); });
  }

  KernelOp kernel;
  KernelPlan plan;
};

} // namespace

KernelPlan planKernel(KernelOp kernel, std::string name) { return Planner(kernel, std::move(name)).run(); }

} // namespace gpufuse

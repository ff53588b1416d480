// Allocation, guards and launches of kernels on the host.
#include "CodeGen/HostCode.h"

#include "CodeGen/KernelSkeleton.h"
#include "Transforms/FusionGroup.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

using Kind = KernelInput::Kind;

static Value spaceOf(const KernelPlan &plan) {
  KernelOp kernel = plan.op;
  return kernel.getSpace();
}

void HostCode::printKernel(KernelOp op, SourceWriter &writer) {
  const auto *found = plans.find(op);
  assert(found != plans.end() && "every kernel is planned");
  const KernelPlan &plan = found->second;
  SmallVector<Value> stored;
  for (const KernelOutput &output : plan.outputs)
    if (StoreOp store = output.store)
      stored.push_back(store.getRoot());
    else if (AssignOp assign = output.reuse)
      stored.push_back(assign.getRoot());
  for (const KernelOutput &output : plan.outputs)
    chooseDestination(output, writer);
  keepApart(plan, stored, writer);
  // The launch still reads what its own stores will change.
  const HostValues before = snapshot();
  if (!stored.empty())
    clobber(stored, op, writer);
  HostValues after = std::move(values);
  values = before;
  if (plan.isGuarded()) {
    writer.list("if (", {guard(plan)}, ")");
    writer.indent();
    launch(plan, /*isDense=*/true, writer);
    writer.close("else");
    writer.indent();
    launch(plan, /*isDense=*/false, writer);
    writer.outdent();
  } else {
    launch(plan, plan.hasDense, writer);
  }
  values = std::move(after);
  for (const KernelOutput &output : plan.outputs)
    if (StoreOp store = output.store)
      values.hold(output.value, {store.getRoot(), destinations.lookup(output.value)});
}

/// A value that is found in a variable which the kernel stores to, though it was not read from there: nothing has
/// compared the two, so it gets a copy.
void HostCode::keepApart(const KernelPlan &plan, ArrayRef<Value> stored, SourceWriter &writer) {
  for (const KernelInput &input : plan.inputs) {
    if (!isa<RankedTensorType>(input.value.getType()) || input.kind == Kind::inPlace || !values.isHeld(input.value))
      continue;
    const Holder holder = values.holderOf(input.value);
    const bool isStored = holder.root && llvm::any_of(stored, [&](Value root) { return mayAlias(root, holder.root); });
    if (!isStored || rootOf(input.value) == holder.root)
      continue;
    values.forget(input.value);
    values.hold(input.value, {Value(), save(input.value, holder, writer)});
  }
}

/// New memory, or that of the variable which the output is for where nobody else needs it.
std::string HostCode::memoryOf(const KernelOutput &output) {
  AssignOp reuse = output.reuse;
  if (!reuse)
    return "gpufuse::rt::allocate<" + cppType(output.element).str() + ">(" + shape(output.shape) + ")";
  Strings arguments{textOf(reuse.getRoot()), shape(output.shape)};
  for (const Value other : reuse.getUnless())
    arguments.push_back(textOf(other));
  return "gpufuse::rt::reuse_or_allocate(" + llvm::join(arguments, ", ") + ")";
}

void HostCode::allocate(const KernelOutput &output, const std::string &name, bool isDeclared, SourceWriter &writer) {
  const std::string type = isDeclared ? std::string() : arrayType(output.value.getType()) + " ";
  writer.line(type + name + " = " + memoryOf(output) + ";");
  destinations[output.value] = name;
}

void HostCode::chooseDestination(const KernelOutput &output, SourceWriter &writer) {
  if (output.store) {
    destinations[output.value] = storeTarget(output.store, writer);
    return;
  }
  Value result = output.value;
  for (Operation *user : result.getUsers()) {
    auto assign = dyn_cast<AssignOp>(user);
    auto root = assign ? assign.getRoot().getDefiningOp<RootOp>() : RootOp();
    if (!root || assign->getBlock() != result.getParentBlock())
      continue;
    const bool isDeclared = predeclared.contains(root);
    if (assign.getDeclares()) { // a rebinding waits until the kernel has read the old array
      allocate(output, root.getText().str(), isDeclared, writer);
      values.hold(output.value, {assign.getRoot(), root.getText().str()});
      return;
    }
    const std::string name = names.fresh(output.name + "_new");
    allocate(output, name, false, writer);
    values.hold(output.value, {Value(), name, /*isTemporary=*/true});
    return;
  }
  const std::string known = results.lookup(output.value);
  const std::string name = known.empty() ? names.fresh(output.name) : known;
  allocate(output, name, !known.empty(), writer);
  values.hold(output.value, {Value(), name, /*isTemporary=*/true});
}

/// The variable, or a view of the part that is stored to; a view that an operand or a check has made is used again.
std::string HostCode::storeTarget(StoreOp store, SourceWriter &writer) {
  auto root = store.getRoot().getDefiningOp<RootOp>();
  std::string text = root ? root.getText().str() : "unknown";
  if (store.getPattern().empty())
    return text;
  for (Operation *user : store.getRoot().getUsers())
    if (auto read = dyn_cast<ReadOp>(user))
      for (Operation *reader : read->getUsers())
        if (auto slice = dyn_cast<SliceOp>(reader);
            slice && values.isHeld(slice) && writesWhatItReads(store, leafOf(slice)))
          return values.holderOf(slice).text;
  const std::string name = names.fresh(toIdentifier(text) + "_part");
  writer.line("const auto " + name + " = " + select(store.getLoc(), text, store.getPattern(), store.getBounds()) + ";");
  return name;
}

std::string HostCode::guard(const KernelPlan &plan) {
  KernelOp kernel = plan.op;
  const Value space = kernel.getSpace();
  Strings operands{shape(space)}, checks;
  for (const KernelInput &input : plan.inputs) {
    const bool isArray = input.kind == Kind::array || input.kind == Kind::inPlace;
    if (isArray && !isSurelyDense(input.value, space))
      operands.push_back(spell(input.value));
    if (!input.numbering.empty()) {
      const std::string check = shape(input.source) + " == " + shape(space);
      if (!llvm::is_contained(checks, check))
        checks.push_back(check);
    }
  }
  for (const KernelOutput &output : plan.outputs)
    if (needsDenseCheck(plan, output)) {
      const std::string target = destinations.lookup(output.value);
      if (!llvm::is_contained(operands, target) && !output.lanes)
        operands.push_back(target);
      else if (output.lanes)
        checks.push_back("gpufuse::rt::dense(" + shape(output.shape) + ", " + target + ")");
    }
  if (operands.size() > 1)
    checks.insert(checks.begin(), "gpufuse::rt::dense(" + llvm::join(operands, ", ") + ")");
  return llvm::join(checks, " && ");
}

/// The results of one reduction as an argument, and the room that its launch needs beside them.
HostCode::Strings HostCode::reductionArguments(const KernelPlan &plan, const KernelOutput &output) {
  const std::string space = shape(spaceOf(plan)), target = destinations.lookup(output.value);
  if (plan.isAlongAxes())
    return {(plan.isRows ? "gpufuse::rt::reduced_rows<" : "gpufuse::rt::reduced_columns<") +
            reductionType(*output.reduction) + ", " + listOf(plan.axes) + ">(" + target + ", " + space + ")"};
  return {"gpufuse::rt::workspace<" + accumulatorType(output.element).str() + ">(" + space + ".size())",
          "gpufuse::rt::write(" + target + ")"};
}

HostCode::Strings HostCode::denseArguments(const KernelPlan &plan) {
  const std::string space = shape(spaceOf(plan));
  Strings arguments{plan.isAlongAxes() ? space : space + ".size()"};
  for (const KernelInput &input : plan.inputs) {
    if (input.kind == Kind::array || input.kind == Kind::rankZero)
      arguments.push_back("gpufuse::rt::read(" + spell(input.value) + ")");
    else if (input.kind == Kind::inPlace)
      arguments.push_back("gpufuse::rt::update(" + spell(input.value) + ")");
    else if (input.kind != Kind::index)
      arguments.push_back(scalar(input.value).text);
  }
  for (const KernelOutput &output : plan.outputs) {
    if (output.inPlaceInput >= 0)
      continue;
    if (output.reduction) {
      llvm::append_range(arguments, reductionArguments(plan, output));
      continue;
    }
    arguments.push_back((output.mayAliasInput ? "gpufuse::rt::update(" : "gpufuse::rt::write(") +
                        destinations.lookup(output.value) + ")");
  }
  return arguments;
}

HostCode::Strings HostCode::stridedArguments(const KernelPlan &plan) {
  const std::string space = shape(spaceOf(plan));
  Strings arguments{space};
  for (const KernelInput &input : plan.inputs) {
    if (input.kind == Kind::array || input.kind == Kind::inPlace)
      arguments.push_back((input.kind == Kind::array ? "gpufuse::rt::read(" : "gpufuse::rt::update(") +
                          spell(input.value) + ", " + space + ")");
    else if (input.kind == Kind::rankZero)
      arguments.push_back("gpufuse::rt::read(" + spell(input.value) + ")");
    else if (input.kind != Kind::index)
      arguments.push_back(scalar(input.value).text);
    if (!input.numbering.empty())
      arguments.push_back("gpufuse::rt::linear(" + shape(input.source) + ", " + space + ")");
  }
  for (const KernelOutput &output : plan.outputs) {
    if (output.inPlaceInput >= 0)
      continue;
    if (output.reduction) {
      llvm::append_range(arguments, reductionArguments(plan, output));
      continue;
    }
    const std::string access = output.mayAliasInput ? "gpufuse::rt::update(" : "gpufuse::rt::write(";
    for (size_t part = 0; part < output.parts.size(); ++part)
      arguments.push_back(access + (output.lanes ? laneOf(output, part) : destinations.lookup(output.value)) + ", " +
                          space + ")");
  }
  return arguments;
}

/// The part of a stack that one lane fills.
std::string HostCode::laneOf(const KernelOutput &output, size_t lane) {
  const int64_t rank = rankOf(output.value.getType());
  Strings items;
  for (int64_t d = 0; d < rank; ++d)
    items.push_back(d == output.axis ? std::to_string(lane) : "gpufuse::_");
  if (rank == 1)
    items.emplace_back("gpufuse::ellipsis");
  return destinations.lookup(output.value) + "(" + llvm::join(items, ", ") + ")";
}

/// How many blocks a launch has.
std::string HostCode::blocksOf(const KernelPlan &plan, bool isDense, int threads) {
  const std::string space = shape(spaceOf(plan)), n = space + ".size()";
  if (plan.isAlongAxes()) {
    const char *function = plan.isRows ? "row_blocks" : isDense ? "column_blocks" : "any_column_blocks";
    return std::string("gpufuse::rt::") + function + "<" + listOf(plan.axes) + ">(" + space + ")";
  }
  if (plan.isReduction)
    return "gpufuse::rt::reduction_blocks(" + n + ")";
  const int length = isDense ? plan.vectorLength() : 1;
  return "gpufuse::rt::blocks(" + n + ", " + (length > 1 ? std::to_string(length) + " * " : "") +
         std::to_string(threads) + ")";
}

void HostCode::launch(const KernelPlan &plan, bool isDense, SourceWriter &writer) {
  const std::string name = plan.name + (isDense ? plan.denseSuffix() : plan.stridedSuffix()).str();
  const int threads = plan.isReduction ? 512 : isDense && plan.isInterleaved ? interleavedThreads(plan) : 256;
  Strings arguments = isDense ? denseArguments(plan) : stridedArguments(plan);
  const Strings configuration{name, blocksOf(plan, isDense, threads), std::to_string(threads), "0"};
  arguments.insert(arguments.begin(), configuration.begin(), configuration.end());
  writer.list("gpufuse::rt::launch(", arguments, ");");
}

} // namespace gpufuse

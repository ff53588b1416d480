// Variables on the host: assignments, stores, regions with their guards, and values that must outlive a change.
#include "CodeGen/HostCode.h"

#include "Transforms/FusionGroup.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

std::string textOf(Value root) {
  auto op = root.getDefiningOp<RootOp>();
  return op ? op.getText().str() : "unknown";
}

void HostCode::print(Operation &op, SourceWriter &writer) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](ScalarOp scalar) { printScalar(scalar, writer); })
      .Case([&](DrawOp draw) { printDraw(draw, writer); })
      .Case<SliceOp, ViewOp>([&](Operation *part) { printPart(part, writer); })
      .Case([&](EmptyOp empty) { printEmpty(empty, writer); })
      .Case([&](ReadOp read) { values.hold(read, {read.getRoot(), textOf(read.getRoot())}); })
      .Case([&](AssignOp assign) { printAssign(assign, writer); })
      .Case([&](StoreOp store) { printStore(store, writer); })
      .Case([&](RegionOp region) { printRegion(region, writer); })
      .Case([&](KernelOp kernel) { printKernel(kernel, writer); })
      .Case([&](RequireShapeOp check) { printCheck(check, writer); })
      .Case([&](RequireElementsOp check) { printCheck(check, writer); })
      .Case<ShapeOp, ShapeOfOp, BroadcastShapesOp, StackShapeOp, ReducedShapeOp>(
          [&](Operation *other) { printShape(other, writer); })
      .Case([&](JoinedExtentOp extent) { printJoinedExtent(extent, writer); })
      .Case<ExtentOp, CastOp, ElementwiseOp, CallOp>([&](Operation *other) { printScalarOperation(other, writer); });
}

std::string HostCode::fillHoles(StringRef text, ValueRange holes) {
  std::string filled;
  for (size_t i = 0; i < text.size(); ++i) {
    const StringRef digits = text.substr(i + 1).take_while(llvm::isDigit);
    unsigned hole = 0;
    if (text[i] != '$' || digits.getAsInteger(10, hole) || hole >= holes.size()) {
      filled += text[i];
      continue;
    }
    const Value value = holes[hole];
    const bool isArray = isa<RankedTensorType>(value.getType());
    const std::string own = isArray ? spell(value) : scalar(value, /*isPlain=*/true).text;
    // `t = t` is a new storage with the same elements, but compilers take it for a mistake.
    const bool isSelf = isArray && filled == own + " = ";
    filled += isSelf ? arrayType(value.getType()) + "(" + own + ")" : own;
    i += digits.size();
  }
  return filled;
}

//===-- Changes of variables -----------------------------------------------------------------------------------===//

/// Values that only these variables hold, and that are used after `point`, are copied first (O(1): the memory is
/// shared until one of the two is written). With `keepsInside`, what else they hold is still found in them.
void HostCode::clobber(ArrayRef<Value> roots, Operation *point, SourceWriter &writer, bool keepsInside) {
  const auto isChanged = [&](Value root) {
    return llvm::any_of(roots, [&](Value written) { return written == root || mayAlias(written, root); });
  };
  values.release(isChanged, [&](Value value, const Holder &holder) {
    if (value.getDefiningOp() == point) { // a kernel's own result is in memory of its own
      values.hold(value, holder);
      return;
    }
    if (!isUsedAfter(value, point)) {
      if (keepsInside)
        values.hold(value, holder);
      return;
    }
    values.hold(value, {Value(), save(value, holder, writer)});
  });
}

/// A variable of our own with what the holder has now.
std::string HostCode::save(Value value, const Holder &holder, SourceWriter &writer) {
  std::string name = names.fresh(toIdentifier(holder.text) + "_before");
  writer.line("const " + arrayType(value.getType()) + " " + name + " = " + holder.text + ";");
  return name;
}

void HostCode::saveBefore(Operation *op, SourceWriter &writer) {
  // What a branch, or text, reads before it writes is still in its variable; the writes inside save what they must.
  clobber(writtenRoots(op), op, writer, /*keepsInside=*/!isLoop(op));
}

void HostCode::restore(HostValues before, Operation *block) {
  const SmallVector<Value> roots = writtenRoots(block);
  values = std::move(before);
  values.release(
      [&](Value root) { return llvm::any_of(roots, [&](Value w) { return w == root || mayAlias(w, root); }); },
      [](Value, const Holder &) {});
}

void HostCode::printAssign(AssignOp op, SourceWriter &writer) {
  const std::string text = textOf(op.getRoot());
  const bool isDone = llvm::any_of(values.holdersOf(op.getValue()), [&](const Holder &holder) {
    return holder.root == op.getRoot() && holder.text == text; // and not a part of it
  });
  if (isDone)
    return; // the kernel filled it
  const bool isHeld = values.isHeld(op.getValue());
  const Holder source = isHeld ? values.holderOf(op.getValue()) : Holder{Value(), spell(op.getValue())};
  // What is made outside of a branch or loop around this is used behind it, or in the next round: it stays.
  auto read = op.getValue().getDefiningOp<ReadOp>();
  const bool isOfTemporary = read && read.getRoot().getDefiningOp() && read->hasOneUse() &&
                             read.getRoot().getDefiningOp()->hasAttr(kTemporary);
  const bool isMoved = (source.isTemporary || isOfTemporary) && op.getValue().getParentBlock() == op->getBlock();
  const std::string given = isMoved ? "std::move(" + source.text + ")" : source.text;
  if (op.getDeclares() && !predeclared.contains(op.getRoot())) {
    writer.line(arrayType(op.getValue().getType()) + " " + text + " = " + given + ";");
  } else {
    clobber(op.getRoot(), op, writer);
    writer.line(text + " = " + given + ";");
  }
  if (isMoved)
    values.forget(op.getValue());
  values.hold(op.getValue(), {op.getRoot(), text});
}

/// Stores that no kernel makes: the array language's own statement.
void HostCode::printStore(StoreOp op, SourceWriter &writer) {
  if (auto kernel = op.getValue().getDefiningOp<KernelOp>())
    if (const auto *plan = plans.find(kernel); plan != plans.end())
      for (const KernelOutput &output : plan->second.outputs)
        if (output.store == op)
          return;
  const bool isArray = isa<RankedTensorType>(op.getValue().getType());
  const std::string value = isArray ? spell(op.getValue()) : scalar(op.getValue()).text;
  clobber(op.getRoot(), op, writer);
  const std::string root = textOf(op.getRoot());
  const std::string target = op.getPattern().empty() ? root + "(gpufuse::ellipsis)"
                                                     : select(op.getLoc(), root, op.getPattern(), op.getBounds());
  writer.line(target + " = " + value + ";");
}

//===-- Regions ------------------------------------------------------------------------------------------------===//

std::string describeLines(ArrayRef<int64_t> lines) {
  SmallVector<int64_t> sorted(lines);
  llvm::sort(sorted);
  sorted.erase(llvm::unique(sorted), sorted.end());
  std::string text = sorted.size() == 1 ? "line " : "lines ";
  for (size_t begin = 0, end; begin < sorted.size(); begin = end) {
    for (end = begin + 1; end < sorted.size() && sorted[end] == sorted[end - 1] + 1;)
      ++end;
    text += (begin ? ", " : "") + std::to_string(sorted[begin]);
    if (end - begin > 1)
      text += "-" + std::to_string(sorted[end - 1]);
  }
  return text;
}

void HostCode::printRegion(RegionOp op, SourceWriter &writer) {
  if (!op.getFallback().empty())
    return printGuardedRegion(op, writer);
  Block &body = op.getBody().front();
  const auto kernels = llvm::range_size(body.getOps<KernelOp>());
  if (kernels != 0)
    writer.line("// gpufuse: " + describeLines(op.getLines()) + " -> " +
                (kernels == 1 ? std::string("one kernel") : std::to_string(kernels) + " kernels"));
  for (Operation &inner : body) {
    if (auto yield = dyn_cast<YieldOp>(inner)) {
      for (auto [result, value] : llvm::zip(op.getResults(), yield.getValues()))
        for (const Holder &holder : SmallVector<Holder, 2>(values.holdersOf(value)))
          values.hold(result, holder);
      continue;
    }
    print(inner, writer);
  }
}

/// Declares what both branches of a guarded region leave behind.
SmallVector<Holder> HostCode::predeclare(RegionOp op, SourceWriter &writer) {
  Block &body = op.getBody().front();
  for (auto assign : body.getOps<AssignOp>())
    if (assign.getDeclares() && predeclared.insert(assign.getRoot()).second)
      writer.line(arrayType(assign.getValue().getType()) + " " + textOf(assign.getRoot()) + ";");
  SmallVector<Holder> holders;
  auto yield = dyn_cast<YieldOp>(body.back());
  for (Value value : yield ? yield.getValues() : ValueRange()) {
    Value root;
    for (Operation *user : value.getUsers())
      if (auto assign = dyn_cast<AssignOp>(user); assign && !root && assign->getBlock() == &body)
        root = assign.getRoot();
      else if (auto store = dyn_cast<StoreOp>(user);
               store && !root && store->getBlock() == &body && store.getPattern().empty())
        root = store.getRoot();
    if (root) {
      holders.push_back({root, textOf(root)});
      continue;
    }
    if (values.isHeld(value)) { // made before the region
      holders.push_back(values.holderOf(value));
      continue;
    }
    auto kernel = value.getDefiningOp<KernelOp>();
    const auto *plan = plans.find(kernel);
    const std::string base =
        plan == plans.end() ? "result" : plan->second.outputs[cast<OpResult>(value).getResultNumber()].name;
    const std::string name = names.fresh(base);
    writer.line(arrayType(value.getType()) + " " + name + ";");
    results[value] = name;
    holders.push_back({Value(), name, /*isTemporary=*/true});
  }
  return holders;
}

void HostCode::printBranch(Block &block, ArrayRef<Holder> wanted, SourceWriter &writer) {
  for (Operation &inner : block) {
    auto yield = dyn_cast<YieldOp>(inner);
    if (!yield) {
      print(inner, writer);
      continue;
    }
    for (auto [holder, value] : llvm::zip(wanted, yield.getValues())) {
      const std::string found = spell(value);
      const bool isTemporary = values.isHeld(value) && values.holderOf(value).isTemporary;
      if (found != holder.text)
        writer.line(holder.text + " = " + (isTemporary ? "std::move(" + found + ")" : found) + ";");
    }
  }
}

/// `gf.one_shape`: all shapes that the body broadcasts are one. Empty where there is nothing to compare.
std::string HostCode::oneShapeCheck(RegionOp op) {
  if (!op->hasAttr("gf.one_shape"))
    return {};
  std::vector<std::string> texts;
  for (Operation &inner : op.getBody().front()) {
    auto of = dyn_cast<ShapeOfOp>(inner);
    const bool isMadeInside = of && of.getArray().getDefiningOp<KernelOp>();
    const bool hasStaticOne = of && llvm::is_contained(cast<RankedTensorType>(of.getArray().getType()).getShape(), 1);
    if ((!of && !isa<ShapeOp>(inner)) || isMadeInside || hasStaticOne ||
        cast<ShapeType>(inner.getResult(0).getType()).getRank() == 0)
      continue;
    const std::string text = shapeExpression(&inner);
    if (!llvm::is_contained(texts, text))
      texts.push_back(text);
  }
  return texts.empty() ? std::string() : "gpufuse::rt::same_shape(" + llvm::join(texts, ", ") + ")";
}

void HostCode::printGuardedRegion(RegionOp op, SourceWriter &writer) {
  const HostValues inside = snapshot(); // the branches themselves read, and write, the variables
  clobber(writtenRoots(op), op, writer, /*keepsInside=*/true);
  const SmallVector<Holder> wanted = predeclare(op, writer);
  const HostValues after = std::move(values);
  values = inside;
  std::vector<std::string> checks;
  const auto pairs = op.getDisjoint();
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    checks.push_back("gpufuse::rt::disjoint(" + textOf(pairs[i]) + ", " + textOf(pairs[i + 1]) + ")");
  if (const std::string check = oneShapeCheck(op); !check.empty())
    checks.push_back(check);
  if (checks.empty())
    checks.emplace_back("true");
  writer.open("if (" + llvm::join(checks, " && ") + ") {");
  writer.line("// gpufuse: " + describeLines(op.getLines()) + " -> one kernel");
  printBranch(op.getBody().front(), wanted, writer);
  values = inside;
  writer.close("} else { // a check failed: one statement at a time");
  writer.indent();
  if (!op.getFallback().empty())
    printBranch(op.getFallback().front(), wanted, writer);
  writer.close();
  restore(after, op);
  for (auto [result, holder] : llvm::zip(op.getResults(), wanted))
    values.hold(result, holder);
}

} // namespace gpufuse

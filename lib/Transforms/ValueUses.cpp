// Answers by position in the program: blocks, and the control statements around them.
#include "Transforms/ValueUses.h"

#include "Transforms/FusionGroup.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

bool isLoop(Operation *op) {
  auto control = dyn_cast<ControlOp>(op);
  return control && llvm::is_contained({"for", "while", "do"}, control.getKeyword());
}

bool isUsedAfter(Value value, Operation *point) {
  for (Operation *user : value.getUsers()) {
    if (shownArray(user) == value && isUsedAfter(user->getResult(0), point))
      return true;
    // The innermost block that holds both decides.
    for (Operation *at = point; at && at->getBlock(); at = at->getParentOp()) {
      Operation *place = at->getBlock()->findAncestorOpInBlock(*user);
      if (!place)
        continue;
      if (at->isBeforeInBlock(place) || (place == at && at == point && isLoop(point)))
        return true;
      break;
    }
  }
  return false;
}

SmallVector<Value> writtenRoots(Operation *op) {
  SmallVector<Value> roots;
  op->walk([&](Operation *nested) {
    if (auto host = dyn_cast<HostOp>(nested))
      roots.append(host.getWrites().begin(), host.getWrites().end());
    else if (auto control = dyn_cast<ControlOp>(nested))
      roots.append(control.getWrites().begin(), control.getWrites().end());
    else if (const Value root = writtenRoot(nested))
      roots.push_back(root);
  });
  return roots;
}

bool mayChangeBetween(Value root, Operation *first, Operation *second,
                      llvm::function_ref<bool(Operation *)> isIgnored) {
  const auto changes = [&](Operation *op) {
    return (!isIgnored || !isIgnored(op)) &&
           llvm::any_of(writtenRoots(op), [&](Value written) { return mayAlias(written, root); });
  };
  Operation *end = first->getBlock()->findAncestorOpInBlock(*second);
  if (!end)
    return true;
  for (Operation *op = first->getNextNode(); op && op != end; op = op->getNextNode())
    if (changes(op))
      return true;
  return end != second && changes(end);
}

/// What a region's result is inside it; the value itself otherwise.
static Value insideRegion(Value value) {
  auto region = value.getDefiningOp<RegionOp>();
  auto yield = region ? dyn_cast<YieldOp>(region.getBody().front().back()) : YieldOp();
  return yield ? yield.getValues()[cast<OpResult>(value).getResultNumber()] : value;
}

llvm::SmallSetVector<Value, 4> homesOf(Value value) {
  llvm::SmallSetVector<Value, 4> homes;
  if (auto read = value.getDefiningOp<ReadOp>())
    homes.insert(read.getRoot());
  for (const Value name : {value, insideRegion(value)})
    for (Operation *user : name.getUsers())
      if (const Value root = writtenRoot(user); root && user->getOperand(0) == name)
        homes.insert(root);
  return homes;
}

} // namespace gpufuse

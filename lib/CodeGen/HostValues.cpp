// Bookkeeping of holders, and the use-after question that decides about saving a value.
#include "CodeGen/HostValues.h"

#include "Transforms/FusionGroup.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

ArrayRef<Holder> HostValues::holdersOf(Value value) const {
  const auto found = holders.find(value);
  return found == holders.end() ? ArrayRef<Holder>() : ArrayRef<Holder>(found->second);
}

bool HostValues::isHeld(Value value) const { return !holdersOf(value).empty(); }

const Holder &HostValues::holderOf(Value value) const { return holdersOf(value).front(); }

bool HostValues::isHeldBy(Value value, Value root) const {
  return llvm::any_of(holdersOf(value), [&](const Holder &holder) { return holder.root == root; });
}

void HostValues::release(llvm::function_ref<bool(Value)> isChanged,
                         llvm::function_ref<void(Value, const Holder &)> lost) {
  SmallVector<std::pair<Value, Holder>> homeless;
  for (auto &[value, variables] : holders) {
    if (variables.empty())
      continue;
    const Holder first = variables.front();
    llvm::erase_if(variables, [&](const Holder &holder) { return holder.root && isChanged(holder.root); });
    if (variables.empty())
      homeless.push_back({value, first});
  }
  for (auto &[value, holder] : homeless)
    lost(value, holder);
}

bool isLoop(Operation *op) {
  auto control = dyn_cast<ControlOp>(op);
  return control && llvm::is_contained({"for", "while", "do"}, control.getKeyword());
}

bool isUsedAfter(Value value, Operation *point) {
  for (Operation *user : value.getUsers()) {
    if (isa<SliceOp>(user) && isUsedAfter(user->getResult(0), point))
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

} // namespace gpufuse

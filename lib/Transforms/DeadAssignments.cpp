// Removes assignments nobody sees, so that an intermediate variable costs no memory.
#include "IR/GpuFuseDialect.h"
#include "Transforms/SimplifyParts.h"

using namespace mlir;
using namespace gpufuse::gf;

/// Whether anything but assignments uses the variable.
static bool isNeverRead(RootOp root) {
  return llvm::all_of(root->getUsers(), [](Operation *user) { return isa<AssignOp>(user); });
}

/// The next operation of the block after `assign` that touches the variable, itself or inside.
static Operation *nextToucher(AssignOp assign) {
  Operation *next = nullptr;
  Block *block = assign->getBlock();
  for (Operation *user : assign.getRoot().getUsers()) {
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (inBlock && assign->isBeforeInBlock(inBlock) && (!next || inBlock->isBeforeInBlock(next)))
      next = inBlock;
  }
  return next;
}

/// Whether a break, return or nested body stands between the two: the variable's value may be seen from there.
static bool controlLeavesBetween(Operation *first, Operation *second) {
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (auto host = dyn_cast<HostOp>(op); isa<ControlOp>(op) || (host && host.getExits()))
      return true;
  return false;
}

/// Whether a second assignment in the same block overwrites this one unseen; it inherits the declaration.
static bool isOverwritten(AssignOp assign) {
  auto next = dyn_cast_or_null<AssignOp>(nextToucher(assign));
  if (!next || controlLeavesBetween(assign, next))
    return false;
  // The new value may need the variable's storage to exist where the old one was declared: only host text could
  // tell, and there is none in between.
  if (assign.getDeclares())
    next.setDeclares(true);
  return true;
}

void gpufuse::eraseDeadAssignments(func::FuncOp function) {
  SmallVector<RootOp> roots;
  function.walk([&](RootOp root) {
    if (!root.getEscapes() && !root.getView() && root.getKind() == RootKind::Local)
      roots.push_back(root);
  });
  for (const RootOp root : roots) {
    const bool neverRead = isNeverRead(root);
    for (Operation *user : llvm::make_early_inc_range(root->getUsers()))
      if (auto assign = dyn_cast<AssignOp>(user); assign && (neverRead || isOverwritten(assign)))
        assign.erase();
  }
}

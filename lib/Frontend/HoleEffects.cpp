// Whether what stays text around lifted expressions changes what they read, or they what it reads: they run before it.
#include "Frontend/FunctionLifter.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <functional>

using namespace clang;

namespace gpufuse {

/// Whether a part of the statement, not the whole, is an assignment: `auto w = (y = y + 1, y * 2);`.
bool FunctionLifter::assignsInside(const Stmt *part, const Stmt *whole) const {
  const auto *e = dyn_cast<Expr>(part), *all = dyn_cast<Expr>(whole);
  if (!e || (all && stripped(all) == stripped(e)))
    return false;
  const auto operation = binding.operation(e);
  const auto *assignment = dyn_cast<BinaryOperator>(e);
  return (assignment && assignment->isAssignmentOp()) ||
         (operation && (operation->kind == ArrayOperation::assign || operation->kind == ArrayOperation::compound));
}

namespace {

/// Looks for calls in there that may change numbers other than their own locals.
class NumberChanges {
public:
  explicit NumberChanges(const ArrayBinding &binding) : binding(binding) {}

  bool findIn(const Stmt *s) {
    if (!s)
      return false;
    const auto *assignment = dyn_cast<BinaryOperator>(s);
    const auto *step = dyn_cast<UnaryOperator>(s);
    if ((assignment && assignment->isAssignmentOp() && isOutside(assignment->getLHS())) ||
        (step && step->isIncrementDecrementOp() && isOutside(step->getSubExpr())))
      return true;
    if (const auto *call = dyn_cast<CallExpr>(s); call && mayChange(call->getDirectCallee()))
      return true;
    return llvm::any_of(s->children(), [&](const Stmt *child) { return findIn(child); });
  }

private:
  const ArrayBinding &binding;
  llvm::SmallPtrSet<const FunctionDecl *, 8> seen;

  static bool isOutside(const Expr *target) {
    const auto *variable = dyn_cast_or_null<VarDecl>(baseOf(target));
    return !variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType();
  }

  bool mayChange(const FunctionDecl *callee) {
    const FunctionDecl *definition = nullptr;
    if (!callee)
      return true;
    if (binding.isOwnFunction(callee) || !seen.insert(callee->getCanonicalDecl()).second)
      return false;
    const auto isNumber = [](const ParmVarDecl *parameter) { return parameter->getType()->isArithmeticType(); };
    if (isStandard(callee))
      return !llvm::all_of(callee->parameters(), isNumber);
    return !callee->hasBody(definition) || findIn(definition->getBody());
  }
};

/// Whether a part outside the expressions reads a variable or calls something.
bool readsBeside(const Stmt *s, llvm::ArrayRef<const Expr *> holes) {
  if (!s || llvm::is_contained(holes, s))
    return false;
  const auto *reference = dyn_cast<DeclRefExpr>(s);
  if ((reference && isa<VarDecl, BindingDecl>(reference->getDecl())) || isa<MemberExpr, CXXThisExpr, CallExpr>(s))
    return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return readsBeside(child, holes); });
}

} // namespace

/// Whether a part of the statement that holds none of the expressions may change what they read, or the other way
/// round.
bool FunctionLifter::changesBeside(const Stmt *s, llvm::ArrayRef<const Expr *> holes) {
  const std::function<bool(const Stmt *)> holds = [&](const Stmt *part) {
    return part && (llvm::is_contained(holes, part) || llvm::any_of(part->children(), holds));
  };
  const std::function<bool(const Stmt *)> changes = [&](const Stmt *part) -> bool {
    if (!part || llvm::is_contained(holes, part))
      return false;
    if (holds(part))
      return assignsInside(part, s) || llvm::any_of(part->children(), changes);
    const Effects effects = effectsOf(part);
    return effects.touchesEscaping || !effects.writes.empty();
  };
  const auto changesNumbers = [&](const Expr *hole) { return NumberChanges(binding).findIn(hole); };
  return changes(s) || (readsBeside(s, holes) && llvm::any_of(holes, changesNumbers));
}

} // namespace gpufuse

// Where an inlined callee computes its result in one of two ways: `c ? a : b`, and returns in the middle.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/Stmt.h"

using namespace clang;
using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

/// `if (condition) arms[0] else arms[1]` where the call stands, both of which assign a new variable. No variable for
/// arms that make no array.
mlir::FailureOr<ArrayVariable *> FunctionLifter::inlineArms(const Expr *condition, QualType type, llvm::StringRef name,
                                                            const Effects &effects, llvm::ArrayRef<Arm> arms) {
  Holes holes;
  const TextResult spelled = spellWithHoles(condition, holes);
  if (failed(spelled))
    return failure();
  std::string text = "if (" + *spelled + ")";
  ArrayVariable *variable = nullptr;
  if (const auto array = binding.arrayClass(type)) {
    variable = newVariable(condition->getBeginLoc(), uniqueName(name), *array, /*escapes=*/false);
    text = declarationOf(type, variable->path.text) + text;
  }
  const Effects header = effectsOf(condition, holes.expressions);
  mlir::Operation *control = beginChoice(condition->getBeginLoc(), *evaluatedAt, text, holes, header);
  forget(header);
  const auto known = state.known;
  for (const auto &[index, arm] : llvm::enumerate(arms)) {
    const mlir::OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&control->getRegion(index));
    state.known = known;
    state.scalars.clear();
    beginNextStatement();
    if (failed(arm(variable)))
      return failure();
    forgetVariablesIn(control);
  }
  state.known = known;
  state.scalars.clear();
  forget(effects);
  beginNextStatement();
  return variable;
}

LogicalResult FunctionLifter::assignArm(const Expr *value, ArrayVariable *target) {
  state.target = nameForTarget(target->path.text);
  mlir::Operation *last = &builder.getInsertionBlock()->back();
  const Result lifted = liftArray(value);
  if (failed(lifted))
    return failure();
  bindValue(*lifted, state.target, value->getExprLoc(), last->getNextNode());
  builder.create<gf::AssignOp>(locationOf(value->getExprLoc()), *lifted, target->root, /*declares=*/false);
  rememberWrite(target, *lifted);
  return success();
}

FunctionLifter::Result FunctionLifter::inlineChoice(const ConditionalOperator *choice) {
  const auto first = [&](ArrayVariable *target) { return assignArm(choice->getTrueExpr(), target); };
  const auto second = [&](ArrayVariable *target) { return assignArm(choice->getFalseExpr(), target); };
  const auto variable = inlineArms(choice->getCond(), choice->getType(), "choice", effectsOf(choice), {first, second});
  return failed(variable) ? Result(failure()) : Result(read(*variable, choice->getExprLoc()));
}

/// `if (c) return a; ... return b;`: what follows the branch is its other arm.
LogicalResult FunctionLifter::inlineReturns(const IfStmt *branch, llvm::ArrayRef<const Stmt *> rest,
                                            const FunctionFacts &calleeFacts, UseResult useResult) {
  const Expr *result = nullptr;
  const auto use = [&](ArrayVariable *target) {
    return [&, target](const Expr *value) -> LogicalResult {
      if (!target)
        return success(!value);
      if (!result)
        result = value;
      return assignArm(value, target);
    };
  };
  const auto first = [&](ArrayVariable *target) {
    return inlineStatements(statementsOf(branch->getThen()), /*isBody=*/true, calleeFacts, use(target));
  };
  llvm::SmallVector<const Stmt *> others;
  if (branch->getElse())
    others = statementsOf(branch->getElse());
  others.append(rest.begin(), rest.end());
  const auto second = [&](ArrayVariable *target) {
    return inlineStatements(others, /*isBody=*/true, calleeFacts, use(target));
  };
  Effects effects = effectsOf(branch);
  for (const Stmt *s : rest) {
    const Effects more = effectsOf(s);
    effects.writes.insert(more.writes.begin(), more.writes.end());
    effects.touchesEscaping |= more.touchesEscaping;
  }
  const QualType type = cast<FunctionDecl>(state.callees.back())->getReturnType();
  const auto array = binding.arrayClass(type);
  if ((!array && !type->isVoidType()) || (array && (array->isView || type->isReferenceType())))
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it returns in the middle");
  const auto variable = inlineArms(branch->getCond(), type, "result", effects, {first, second});
  if (failed(variable))
    return failure();
  if (!*variable)
    return useResult(nullptr);
  opaque[stripped(result)] = *variable; // whichever it was
  const LogicalResult used = useResult(result);
  opaque.erase(stripped(result));
  return used;
}

} // namespace gpufuse

// What a statement that stays text reads, writes, may throw, and whether it leaves the block.
#include "Frontend/HostEffects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace gpufuse {
namespace {

bool mayChange(QualType parameter) {
  return (parameter->isReferenceType() && !parameter.getNonReferenceType().isConstQualified()) ||
         (parameter->isPointerType() && !parameter->getPointeeType().isConstQualified());
}

/// A lambda, function pointer or function object: calling it may do anything that it captured.
bool isCallable(QualType type) {
  type = type.getNonReferenceType();
  if (type->isFunctionPointerType() || type->isFunctionType())
    return true;
  const auto *record = type->getAsCXXRecordDecl();
  return record && (record->isLambda() || (record->getIdentifier() && record->getName() == "function"));
}

} // namespace

bool isOwnVariable(const Expr *target) {
  const Expr *e = stripped(target);
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return !member->isArrow() && !member->getType()->isReferenceType() && isOwnVariable(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(e))
    return stripped(element->getBase())->getType()->isArrayType() && isOwnVariable(element->getBase());
  const auto *reference = dyn_cast<DeclRefExpr>(e);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->hasLocalStorage() && !reference->refersToEnclosingVariableOrCapture() &&
         !variable->getType()->isReferenceType() && !variable->getType().isVolatileQualified();
}

bool EffectsReader::isReachableMemory(const Expr *e) const {
  if (const auto *access = dyn_cast<UnaryOperator>(e))
    return access->getOpcode() == UO_Deref;
  if (isa<ArraySubscriptExpr>(e))
    return true;
  if (!arraysInside(e->getType(), binding).empty())
    return false;
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return member->isArrow() && !isa<CXXThisExpr>(stripped(member->getBase()));
  const auto *reference = dyn_cast<DeclRefExpr>(e);
  return reference && facts.escaping.contains(cast<ValueDecl>(reference->getDecl()->getCanonicalDecl()));
}

void EffectsReader::touchMemoryOf(const Expr *operand, bool mayWrite) {
  const QualType type = operand->getType().getNonReferenceType();
  const bool isPlain = type->isArithmeticType() && !operand->isLValue();
  if (isPlain || isa<StringLiteral>(stripped(operand)->IgnoreParenImpCasts()) || !arraysInside(type, binding).empty())
    return;
  effects.readsMemory = true;
  effects.writesMemory |= mayWrite;
}

void EffectsReader::visit(const Stmt *s) {
  if (!s || without.contains(s))
    return;
  if (const auto *e = dyn_cast<Expr>(s))
    effects.readsMemory |= isReachableMemory(e);
  if (const auto *call = dyn_cast<CallExpr>(s))
    return visitCall(call);
  if (const auto *lambda = dyn_cast<LambdaExpr>(s))
    return visitLambda(lambda);
  if (const auto *construction = dyn_cast<CXXConstructExpr>(s)) {
    if (!construction->getConstructor()->isTrivial()) {
      const HarmlessCalls::Answer answer = harmless.about(construction->getConstructor());
      effects.mayThrow |= answer.mayThrow;
      effects.isObservable |= answer.isObservable;
    }
    return visitArguments(construction->getConstructor(), {construction->getArgs(), construction->getNumArgs()});
  }
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(s))
    return visit(argument->getExpr());
  if (isa<UnaryExprOrTypeTraitExpr, CXXTypeidExpr, CXXNoexceptExpr>(s))
    return;
  if (isa<CXXThrowExpr, CXXNewExpr, CXXDynamicCastExpr, CXXTryStmt>(s))
    effects.mayThrow = true;
  if (isa<CXXDeleteExpr, CXXNewExpr, GCCAsmStmt, MSAsmStmt>(s))
    effects.isObservable = true;
  if (const auto *op = dyn_cast<BinaryOperator>(s); op && op->isAssignmentOp())
    visitStore(op->getLHS());
  if (const auto *op = dyn_cast<UnaryOperator>(s); op && op->isIncrementDecrementOp())
    visitStore(op->getSubExpr());
  if (const auto *e = dyn_cast<Expr>(s); e && isa<DeclRefExpr, MemberExpr, CXXThisExpr>(e) && touch(e, false))
    return;
  if (const auto *declaration = dyn_cast<DeclStmt>(s))
    for (const Decl *one : declaration->decls()) {
      if (s != whole)
        touchReferenced(one);
      if (const auto *decomposition = dyn_cast<DecompositionDecl>(one)) {
        for (const BindingDecl *part : decomposition->bindings())
          touchDeclaration(part, true);
      } else if (const auto *variable = dyn_cast<VarDecl>(one))
        touchDeclaration(variable, true);
    }
  visitJump(s);
}

void EffectsReader::visitJump(const Stmt *s) {
  const bool isLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(s);
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(s) || (isa<BreakStmt, ContinueStmt>(s) && loops == 0))
    effects.exits = true;
  loops += isLoop;
  visitChildren(s);
  loops -= isLoop;
}

void EffectsReader::visitChildren(const Stmt *s) {
  for (const Stmt *child : s->children())
    visit(child);
}

void EffectsReader::visitLambda(const LambdaExpr *lambda) {
  for (const auto &[capture, init] : llvm::zip(lambda->captures(), lambda->capture_inits())) {
    if (capture.capturesThis())
      effects.touchesEscaping = true;
    else if (lambda->isInitCapture(&capture))
      visit(init);
    else if (capture.capturesVariable())
      touchDeclaration(capture.getCapturedVar(), capture.getCaptureKind() == LCK_ByRef);
  }
}

void EffectsReader::visitStore(const Expr *target) {
  effects.isObservable |= !isOwnVariable(target);
  const Expr *e = stripped(target);
  effects.writesMemory |= isReachableMemory(e);
  if (isa<DeclRefExpr>(e) || touch(e, true))
    return;
  if (const ValueDecl *base = baseOf(e); base && !base->getType()->isReferenceType() &&
                                         isa<MemberExpr, ArraySubscriptExpr>(e) && e->getType()->isScalarType())
    return;                       // a number inside a local object
  effects.touchesEscaping = true; // through a pointer or reference
}

void EffectsReader::visitCall(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee) {
    effects.touchesEscaping = effects.mayThrow = effects.isObservable = true;
    return visitChildren(call);
  }
  const HarmlessCalls::Answer answer = harmless.about(callee);
  effects.mayThrow |= answer.mayThrow;
  effects.isObservable |= answer.isObservable;
  if (binding.isOwnFunction(callee))
    return visitOwnCall(call, callee);
  const bool takesCallable = llvm::any_of(call->arguments(), [](const Expr *e) { return isCallable(e->getType()); });
  effects.touchesEscaping |= !answer.touchesOnlyArguments || takesCallable;
  ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const bool mayChangeObject = method && !method->isConst();
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call)) {
    touchWhole(member->getImplicitObjectArgument(), mayChangeObject);
    touchMemoryOf(member->getImplicitObjectArgument(), mayChangeObject);
  }
  if (isa<CXXOperatorCallExpr>(call) && method) {
    touchWhole(arguments.front(), mayChangeObject);
    touchMemoryOf(arguments.front(), mayChangeObject);
    arguments = arguments.drop_front();
  }
  visitArguments(callee, arguments);
}

/// Functions of the array language touch their arguments only, and those as their operation says.
void EffectsReader::visitOwnCall(const CallExpr *call, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
  ArrayRef<const Expr *> arguments(call->getArgs(), call->getNumArgs());
  if (op && op->isAssignmentOp()) {
    if (const ValueDecl *base = baseOf(arguments.front()); !base)
      effects.touchesEscaping |= !touch(arguments.front(), true);
    // x(1) = e: what is written is x, whatever stands between the parentheses
    const Expr *target = stripped(arguments.front());
    for (const auto *shown = dyn_cast<CallExpr>(target);
         shown && (isa<CXXOperatorCallExpr>(shown) || binding.operation(shown)); shown = dyn_cast<CallExpr>(target)) {
      for (const Expr *index : llvm::drop_begin(shown->arguments()))
        visit(index);
      target = stripped(shown->getArg(0));
    }
    touchWhole(target, true);
    return visit(arguments.back());
  }
  const bool isReading = binding.operation(call).has_value() || (method && method->isConst());
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(call))
    touchWhole(member->getImplicitObjectArgument(), !isReading);
  if (op && method) {
    touchWhole(arguments.front(), !isReading);
    arguments = arguments.drop_front();
  }
  if (isReading)
    return visitChildren(call);
  visitArguments(callee, arguments);
}

void EffectsReader::visitArguments(const FunctionDecl *callee, ArrayRef<const Expr *> arguments) {
  for (const auto &[index, argument] : llvm::enumerate(arguments)) {
    const bool mayWrite = index < callee->getNumParams() && mayChange(callee->getParamDecl(index)->getType());
    touchWhole(argument, mayWrite);
    touchMemoryOf(argument, mayWrite);
  }
}

void EffectsReader::touchWhole(const Expr *e, bool mayWrite) {
  if (without.contains(e))
    return;
  const Expr *inner = stripped(e);
  if (without.contains(inner))
    return;
  if (const auto *address = dyn_cast<UnaryOperator>(inner); address && address->getOpcode() == UO_AddrOf)
    inner = stripped(address->getSubExpr());
  if (touch(inner, mayWrite))
    return;
  if (isa<CXXThisExpr>(inner) || (mayWrite && !arraysInside(inner->getType(), binding).empty()))
    effects.touchesEscaping = true; // an object without a name
  visit(inner);
}

bool EffectsReader::touch(const Expr *e, bool mayWrite) {
  const std::optional<ObjectPath> path = paths.resolve(e);
  if (!path)
    return false;
  QualType type = e->getType();
  if (isa<CXXThisExpr>(e))
    type = type->getPointeeType();
  const auto inside = arraysInside(type, binding);
  for (const ArrayMember &member : inside) {
    ObjectPath whole = *path;
    whole.path += member.path;
    whole.text =
        whole.text == "(*this)" && !member.path.empty() ? "this->" + member.path.substr(1) : whole.text + member.path;
    ArrayVariable *variable = find(whole, member.type);
    if (!variable)
      continue;
    effects.reads.insert(variable);
    if (mayWrite)
      effects.writes.insert(variable);
  }
  return true;
}

/// What a reference that is declared inside of the statement names may be changed through it there.
void EffectsReader::touchReferenced(const Decl *declaration) {
  const auto *variable = dyn_cast<VarDecl>(declaration);
  if (variable && variable->hasInit() && mayChange(variable->getType()) &&
      !arraysInside(variable->getType(), binding).empty())
    touchWhole(variable->getInit(), true);
}

void EffectsReader::touchDeclaration(const ValueDecl *declaration, bool mayWrite) {
  const auto *canonical = cast<ValueDecl>(declaration->getCanonicalDecl());
  // A view that is declared inside has no variable yet; what it shows may be changed through it.
  if (const auto array = binding.arrayClass(declaration->getType()); array && array->isView && mayWrite)
    effects.touchesEscaping = true;
  for (const ArrayMember &member : arraysInside(declaration->getType(), binding)) {
    const std::string name = declaration->getNameAsString();
    ArrayVariable *variable = find({canonical, member.path, name + member.path}, member.type);
    if (!variable)
      continue;
    effects.reads.insert(variable);
    if (mayWrite)
      effects.writes.insert(variable);
  }
}

} // namespace gpufuse

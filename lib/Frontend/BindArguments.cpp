// What the parameters of an inlined callee stand for: the caller's variables, values and numbers.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using mlir::failed;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

/// What `*this` is inside the callee: nothing for functions and lambdas.
mlir::FailureOr<std::optional<ObjectPath>> FunctionLifter::objectOf(const CallExpr *call, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || method->isStatic() || method->getParent()->isLambda())
    return std::optional<ObjectPath>();
  const auto *member = dyn_cast<CXXMemberCallExpr>(call);
  const Expr *object = stripped(member ? member->getImplicitObjectArgument() : call->getArg(0));
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(object))
    object = stripped(cast->getSubExpr());
  if (isa<CXXThisExpr>(object))
    return std::optional(state.scope.thisObject.value_or(ObjectPath{nullptr, "", "(*this)"}));
  std::optional<ObjectPath> path = object->getType()->isPointerType() ? std::nullopt : resolve(object);
  if (path)
    return path;
  if (std::optional<ObjectPath> declared = declareObject(object, method))
    return declared;
  return mlir::failure();
}

namespace {

/// Whether another variable in there has the name: it may hide the one that is meant.
bool declaresNameOf(const Stmt *s, const ValueDecl *meant) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(s);
  const auto isOther = [&](const Decl *one) {
    const auto *name = dyn_cast<NamedDecl>(one);
    return name && name != meant && name->getDeclName() == meant->getDeclName();
  };
  if (declaration && llvm::any_of(declaration->decls(), isOther))
    return true;
  return s && !isa<LambdaExpr>(s) &&
         llvm::any_of(s->children(), [&](const Stmt *child) { return declaresNameOf(child, meant); });
}

/// Whether code in there may change arrays that are not its own.
bool changesArrays(const Stmt *s, const ArrayBinding &binding, HarmlessCalls &harmless) {
  if (const auto *call = dyn_cast_or_null<CallExpr>(s)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto operation = binding.operation(call);
    const bool isWrite =
        operation && (operation->kind == ArrayOperation::assign || operation->kind == ArrayOperation::compound);
    const auto *target = isWrite ? dyn_cast_or_null<VarDecl>(baseOf(operation->operands[0])) : nullptr;
    const bool isOwn = target && target->hasLocalStorage() && !target->getType()->isReferenceType() &&
                       !binding.arrayClass(target->getType())->isView;
    const auto takesArray = [&](const ParmVarDecl *parameter) {
      const QualType type = parameter->getType();
      return type->isReferenceType() && !type.getNonReferenceType().isConstQualified() &&
             !arraysInside(type, binding).empty();
    };
    const bool isCopying = callee && isStandard(callee) && callee->getIdentifier() &&
                           callee->getName().starts_with("make_"); // tuples and pairs of copies
    if ((isWrite && !isOwn) || !callee ||
        (!isCopying && !binding.isOwnFunction(callee) &&
         (!harmless.about(callee).touchesOnlyArguments || llvm::any_of(callee->parameters(), takesArray))))
      return true;
  }
  return s && llvm::any_of(s->children(), [&](const Stmt *child) { return changesArrays(child, binding, harmless); });
}

} // namespace

/// A lambda's copies must still be what they were when it was made.
LogicalResult FunctionLifter::checkCaptures(const CallExpr *, const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !method->getParent()->isLambda())
    return success();
  for (const LambdaCapture &capture : method->getParent()->captures()) {
    if (!capture.capturesVariable())
      continue;
    const ValueDecl *variable = capture.getCapturedVar();
    if (variable->isInitCapture())
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it has an init-capture");
    if (variable->getDeclContext() == fused.function && declaresNameOf(fused.function->getBody(), variable))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "",
                  "'" + variable->getNameAsString() + "' may mean another variable at the call");
    if (capture.getCaptureKind() == LCK_ByCopy && facts.modified.contains(variable))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "",
                  "'" + variable->getNameAsString() + "' may have changed since it was captured");
  }
  return success();
}

//===-- Arguments ------------------------------------------------------------------------------------------===//

LogicalResult FunctionLifter::bindArgument(const ParmVarDecl *parameter, const Expr *argument,
                                           const FunctionFacts &calleeFacts, Bound &bound) {
  const QualType type = parameter->getType();
  const bool isReference = type->isReferenceType();
  const bool mayWrite = isReference && !type.getNonReferenceType().isConstQualified();
  const bool isModified = calleeFacts.modified.contains(parameter) || calleeFacts.escaping.contains(parameter);
  const NameScope before = state.scope;
  if (const auto *standing = dyn_cast<CXXDefaultArgExpr>(argument)) {
    state.scope.isInlined = true; // its names are those of the callee's file
    argument = standing->getExpr();
  }
  const auto restore = llvm::make_scope_exit([&] { state.scope = before; });
  const std::optional<ObjectPath> path = resolve(argument);
  if (const auto array = binding.arrayClass(type)) {
    const Expr *inner = stripped(argument);
    if (path && binding.arrayClass(inner->getType()) && isReference)
      return bindPath(parameter, *path, bound);
    if (array->isView && isModified)
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it writes through a view");
    if (array->isView &&
        changesArrays(cast<FunctionDecl>(parameter->getDeclContext())->getBody(), binding, session.harmless))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "what its view shows may change");
    if (mayWrite && isModified && argument->isLValue())
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it writes to an argument that has no name");
    const Result value = liftArray(argument);
    if (failed(value))
      return mlir::failure();
    bound.emplace_back(parameter, inlineArray(parameter, *array, isModified, *value));
    return success();
  }
  if (binding.isReductionPlace(type)) {
    const SpelledText text = spell(argument, state.scope, ast);
    if (!text)
      return failText(argument, text);
    NameBinding place{NameBinding::place, {}, {}, text.text};
    place.argument = placeArgument(argument);
    bound.emplace_back(parameter, place);
    return success();
  }
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    return success(); // its body is found where it is called
  return bindHost(parameter, argument, isModified, bound);
}

/// Where a reduction goes, as the function that is lifted says it: a callee hands its parameters on.
const Expr *FunctionLifter::placeArgument(const Expr *e) const {
  const Expr *inner = stripped(e);
  if (const auto *copy = dyn_cast<CXXConstructExpr>(inner);
      copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor())
    return placeArgument(copy->getArg(0));
  const auto *reference = dyn_cast<DeclRefExpr>(inner);
  const NameBinding *bound = reference ? state.scope.find(reference->getDecl()) : nullptr;
  return bound && bound->kind == NameBinding::place ? bound->argument : inner;
}

LogicalResult FunctionLifter::bindPath(const ValueDecl *name, const ObjectPath &path, Bound &bound) {
  bound.emplace_back(name, NameBinding{NameBinding::object, path, {}, path.text});
  return success();
}

/// A parameter or local that is no array: a number that was captured where nothing can change it, another name of what
/// a reference names, and otherwise a variable of its own.
LogicalResult FunctionLifter::bindHost(const VarDecl *name, const Expr *value, bool isModified, Bound &bound) {
  const QualType type = name->getType();
  const bool isReference = type->isReferenceType() && stripped(value)->isGLValue();
  const std::optional<ObjectPath> path = value ? resolve(value) : std::nullopt;
  const bool isKnown = value && type.getNonReferenceType()->isEnumeralType() && value->isEvaluatable(ast);
  const bool isNumber = value && (scalarType(type) != type_id::none || isKnown);
  if (isNumber && !isModified && (!isReference || isConstant(value)))
    return bindScalar(name, value, bound);
  if (path && (isReference || (!isModified && isUnchanged(*path))))
    return bindPath(name, *path, bound);
  const auto declared = declareAsText(name, value);
  if (failed(declared))
    return mlir::failure();
  bound.emplace_back(name, *declared);
  return success();
}

/// Whether a number is the same wherever the callee looks at it.
bool FunctionLifter::isConstant(const Expr *e) const {
  const auto *reference = dyn_cast<DeclRefExpr>(stripped(e));
  const NameBinding *bound = reference ? state.scope.find(reference->getDecl()) : nullptr;
  return e->isEvaluatable(ast) || isFixed(e) || (bound && bound->value);
}

/// Whether nothing changes the object: a local, or a parameter by value, that is only read.
bool FunctionLifter::isUnchanged(const ObjectPath &path) const {
  const auto *variable = dyn_cast_or_null<VarDecl>(path.base);
  return variable && variable->hasLocalStorage() && !variable->getType()->isReferenceType() &&
         !facts.modified.contains(variable) && !facts.escaping.contains(variable) &&
         !llvm::StringRef(path.path).contains("->");
}

/// A number is evaluated once, where the call stands, and keeps its name if it can.
LogicalResult FunctionLifter::bindScalar(const ValueDecl *name, const Expr *value, Bound &bound) {
  NameBinding scalar{NameBinding::scalar, {}, {}, ""};
  Expr::EvalResult known;
  const QualType type = name->getType().getNonReferenceType().getUnqualifiedType();
  const std::string targetBefore = std::exchange(state.target, nameForTarget(name->getName()));
  const auto restore = llvm::make_scope_exit([&] { state.target = targetBefore; });
  if (type->isEnumeralType()) {
    if (!value->EvaluateAsInt(known, ast))
      return mlir::failure();
    scalar.text = "static_cast<" + qualifiedType(type, ast) + ">(" + llvm::toString(known.Val.getInt(), 10) + ")";
    bound.emplace_back(name, scalar);
    return success();
  }
  const Expr *inner = stripped(value);
  const auto operation = binding.operation(inner);
  const auto *call = dyn_cast<CallExpr>(inner);
  const bool isFromArray =
      operation && (operation->kind == ArrayOperation::toScalar || operation->kind == ArrayOperation::elementRead);
  if (isFromArray || (call && inlinableCallee(call) && scalarType(call->getType()) == scalarType(type))) {
    const OperandResult operand = liftOperand(value);
    if (failed(operand))
      return mlir::failure();
    bound.emplace_back(name, NameBinding{NameBinding::array,
                                         {},
                                         castTo(operand->value, scalarType(type), locationOf(value->getExprLoc())),
                                         ""});
    return success();
  }
  if (value->EvaluateAsRValue(known, ast) && !known.HasSideEffects && (known.Val.isInt() || known.Val.isFloat())) {
    const Result constant = constantValue(value);
    if (failed(constant))
      return mlir::failure();
    bound.emplace_back(name, NameBinding{NameBinding::scalar,
                                         {},
                                         castTo(*constant, scalarType(type), locationOf(value->getExprLoc())),
                                         literalText(known.Val, value->getType())});
    return success();
  }
  const Result lifted = liftScalar(value);
  if (failed(lifted))
    return mlir::failure();
  scalar.value = castTo(*lifted, scalarType(type), locationOf(value->getExprLoc()));
  const bool isExact = ast.getTypeSize(type) == 8ul * size_of(scalarType(type)) &&
                       (type->isBooleanType() || !type->isUnsignedIntegerType());
  if (auto captured = scalar.value.getDefiningOp<gf::ScalarOp>(); captured && captured.getDirect() && isExact)
    scalar.text = captured.getName().str();
  bound.emplace_back(name, scalar);
  return success();
}

} // namespace gpufuse

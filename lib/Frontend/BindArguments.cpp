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
  const std::optional<ObjectPath> path = object->getType()->isPointerType() ? std::nullopt : resolve(object);
  if (!path)
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its object has no name");
  return std::optional(*path);
}

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
  const bool isModified = calleeFacts.modified.contains(parameter);
  const NameScope before = state.scope;
  if (const auto *standing = dyn_cast<CXXDefaultArgExpr>(argument)) {
    state.scope.isInlined = true; // its names are those of the callee's file
    argument = standing->getExpr();
  }
  const auto restore = llvm::make_scope_exit([&] { state.scope = before; });
  const std::optional<ObjectPath> path = resolve(argument);
  const auto bindObject = [&]() -> LogicalResult {
    NameBinding object{NameBinding::object, *path, {}, path->text};
    bound.emplace_back(parameter, std::move(object));
    return success();
  };
  if (const auto array = binding.arrayClass(type)) {
    const Expr *inner = stripped(argument);
    if (path && binding.arrayClass(inner->getType()) && isReference)
      return bindObject();
    if (array->isView && isModified)
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it writes through a view");
    if (mayWrite && isModified && argument->isLValue())
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it writes to an argument that has no name");
    const Result value = liftArray(argument);
    if (failed(value))
      return mlir::failure();
    if (isModified)
      return fail(nullptr, DiagnosticId::callee_not_inlined, "",
                  "it changes its parameter '" + parameter->getNameAsString() + "'");
    bound.emplace_back(parameter, NameBinding{NameBinding::array, {}, *value, ""});
    return success();
  }
  const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    return success(); // its body is found where it is called
  const bool isNumber = scalarType(type) != type_id::none || type.getNonReferenceType()->isEnumeralType();
  if (isNumber && !mayWrite)
    return isModified ? fail(nullptr, DiagnosticId::callee_not_inlined, "",
                             "it changes its parameter '" + parameter->getNameAsString() + "'")
                      : bindScalar(parameter, argument, bound);
  if (path && (isReference || !isModified))
    return bindObject();
  return fail(nullptr, DiagnosticId::callee_not_inlined, "",
              "its argument for '" + parameter->getNameAsString() + "' is no array, number or named object");
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
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "'" + name->getNameAsString() + "' is not a constant");
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
  if (auto captured = scalar.value.getDefiningOp<gf::ScalarOp>();
      captured && ast.getTypeSize(type) == 8u * size_of(scalarType(type)))
    scalar.text = captured.getName().str();
  else if (const NameBinding *same =
               isa<DeclRefExpr>(inner) ? state.scope.find(cast<DeclRefExpr>(inner)->getDecl()) : nullptr)
    scalar.text = same->text;
  bound.emplace_back(name, scalar);
  return success();
}

} // namespace gpufuse

// Finds numbers that can stay on the device, and lifts the arithmetic on them.
#include "Frontend/DeviceNumbers.h"

#include "Frontend/FunctionLifter.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using mlir::failed;
using mlir::failure;

namespace gpufuse {

namespace {

/// The table's name of an operation on two floats or doubles; empty for others.
llvm::StringRef arithmeticName(const BinaryOperator *operation) {
  if (!operation->getType()->isSpecificBuiltinType(BuiltinType::Float) &&
      !operation->getType()->isSpecificBuiltinType(BuiltinType::Double))
    return {};
  switch (operation->getOpcode()) {
  case BO_Add:
    return "add";
  case BO_Sub:
    return "subtract";
  case BO_Mul:
    return "multiply";
  case BO_Div:
    return "divide";
  default:
    return {};
  }
}

/// What a conversion between floating types converts; null if `e` is none.
const Expr *behindFloatingCast(const Expr *e) {
  const auto *cast = dyn_cast<CastExpr>(e);
  if (!cast || scalarType(e->getType()) == type_id::none)
    return nullptr;
  const bool keeps = cast->getCastKind() == CK_FloatingCast || cast->getCastKind() == CK_LValueToRValue ||
                     cast->getCastKind() == CK_NoOp;
  return keeps ? stripped(cast->getSubExpr()) : nullptr;
}

/// Whether the expression is the number of a rank-0 array that is computed here.
bool isComputedNumber(const Expr *e, const ArrayBinding &binding) {
  const auto operation = binding.operation(e);
  if (!operation || operation->kind != ArrayOperation::toScalar)
    return false;
  const auto computed = binding.operation(operation->operands[0]);
  return computed && (computed->kind == ArrayOperation::reduce || computed->kind == ArrayOperation::elementwise);
}

class NumbersFinder {
public:
  NumbersFinder(const ArrayBinding &binding, const FunctionFacts &facts) : binding(binding), facts(facts) {}

  Numbers run(const Stmt *body) {
    collect(body);
    for (size_t before = 0; before != numbers.size();) {
      before = numbers.size();
      visit(body, /*isOperand=*/false);
      for (const VarDecl *seen : onHost)
        numbers.erase(seen);
    }
    return numbers;
  }

private:
  const ArrayBinding &binding;
  const FunctionFacts &facts;
  Numbers numbers, onHost;

  /// In the order of the text, so that what a number is computed from was seen before it.
  void collect(const Stmt *s) {
    if (!s || isa<LambdaExpr>(s))
      return;
    if (const auto *declaration = dyn_cast<DeclStmt>(s); declaration && declaration->isSingleDecl())
      if (const auto *variable = dyn_cast<VarDecl>(declaration->getSingleDecl()))
        if (const QualType type = variable->getType().getCanonicalType();
            variable->hasLocalStorage() && variable->getInit() && !facts.modified.contains(variable) &&
            !facts.escaping.contains(variable) && type->isRealFloatingType() && scalarType(type) != type_id::none &&
            isFromDevice(variable->getInit()))
          numbers.insert(variable);
    for (const Stmt *child : s->children())
      collect(child);
  }

  /// Whether the number is computed from an array that is no variable, or from such numbers.
  bool isFromDevice(const Expr *e) const {
    e = stripped(e);
    if (isComputedNumber(e, binding))
      return true;
    if (const Expr *inner = behindFloatingCast(e))
      return isFromDevice(inner);
    if (const auto *reference = dyn_cast<DeclRefExpr>(e))
      return numbers.contains(dyn_cast<VarDecl>(reference->getDecl()));
    if (const auto *arithmetic = dyn_cast<BinaryOperator>(e); arithmetic && !arithmeticName(arithmetic).empty())
      return isFromDevice(arithmetic->getLHS()) || isFromDevice(arithmetic->getRHS());
    return false;
  }

  /// Collects numbers that something other than an array operation names.
  void visit(const Stmt *s, bool isOperand) {
    if (!s)
      return;
    if (const auto *declaration = dyn_cast<DeclStmt>(s); declaration && declaration->isSingleDecl())
      if (const auto *variable = dyn_cast<VarDecl>(declaration->getSingleDecl());
          variable && numbers.contains(variable))
        return visit(variable->getInit(), /*isOperand=*/true);
    const auto *e = dyn_cast<Expr>(s);
    if (!e)
      return visitChildren(s);
    e = stripped(e);
    if (const auto *reference = dyn_cast<DeclRefExpr>(e)) {
      if (const auto *variable = dyn_cast<VarDecl>(reference->getDecl()); variable && !isOperand)
        onHost.insert(variable);
      return;
    }
    if (const auto operation = binding.operation(e);
        operation && (operation->kind == ArrayOperation::elementwise || operation->kind == ArrayOperation::compound)) {
      for (const Expr *operand : operation->operands)
        visit(operand, /*isOperand=*/true);
      return;
    }
    if (const Expr *inner = behindFloatingCast(e))
      return visit(inner, isOperand);
    const auto *arithmetic = dyn_cast<BinaryOperator>(e);
    if (isOperand && arithmetic && !arithmeticName(arithmetic).empty()) {
      visit(arithmetic->getLHS(), true);
      return visit(arithmetic->getRHS(), true);
    }
    visitChildren(e);
  }

  void visitChildren(const Stmt *s) {
    if (const auto *lambda = dyn_cast<LambdaExpr>(s)) // its captures are no children
      for (const LambdaCapture &capture : lambda->captures())
        if (capture.capturesVariable())
          if (const auto *variable = dyn_cast<VarDecl>(capture.getCapturedVar()))
            onHost.insert(variable);
    for (const Stmt *child : s->children())
      visit(child, /*isOperand=*/false);
  }
};

} // namespace

Numbers findDeviceNumbers(const FunctionDecl *function, const ArrayBinding &binding, const FunctionFacts &facts) {
  return NumbersFinder(binding, facts).run(function->getBody());
}

//===-- Lifting ------------------------------------------------------------------------------------------------===//

/// `float m = gf::mean(x);` becomes a value; nothing in the output declares a number of that name.
mlir::LogicalResult FunctionLifter::liftDeviceNumber(const VarDecl *variable) {
  state.target = variable->getNameAsString();
  mlir::Operation *last = &builder.getInsertionBlock()->back();
  const Result number = liftNumber(variable->getInit());
  if (failed(number) || !mlir::isa<mlir::RankedTensorType>(number->getType()))
    return mlir::failure();
  const Value value = castTo(*number, scalarType(variable->getType()), locationOf(variable->getLocation()));
  bindValue(value, state.target, variable->getLocation(), last->getNextNode());
  state.scope.bindings[variable] = {NameBinding::array, {}, value, ""};
  return mlir::success();
}

/// Whether the expression is arithmetic with a number that is computed on the device.
bool FunctionLifter::isDeviceNumber(const Expr *e) const {
  e = stripped(e);
  if (isComputedNumber(e, binding))
    return true;
  if (const auto *reference = dyn_cast<DeclRefExpr>(e)) {
    const NameBinding *bound = state.scope.find(reference->getDecl());
    return bound && bound->kind == NameBinding::array && scalarType(e->getType()) != type_id::none;
  }
  if (const Expr *inner = behindFloatingCast(e))
    return isDeviceNumber(inner);
  const auto *arithmetic = dyn_cast<BinaryOperator>(e);
  return arithmetic && !arithmeticName(arithmetic).empty() &&
         (isDeviceNumber(arithmetic->getLHS()) || isDeviceNumber(arithmetic->getRHS()));
}

/// Such an expression as C++ evaluates it, in its own type.
FunctionLifter::Result FunctionLifter::liftNumber(const Expr *e) {
  e = stripped(e);
  const mlir::Location location = locationOf(e->getExprLoc());
  if (!isDeviceNumber(e))
    return liftScalar(e);
  if (isComputedNumber(e, binding))
    return liftArray(binding.operation(e)->operands[0]);
  if (const auto *reference = dyn_cast<DeclRefExpr>(e))
    return state.scope.find(reference->getDecl())->value;
  if (const Expr *inner = behindFloatingCast(e)) {
    const Result value = liftNumber(inner);
    return failed(value) ? value : Result(castTo(*value, scalarType(e->getType()), location));
  }
  const auto *arithmetic = cast<BinaryOperator>(e);
  llvm::SmallVector<Value, 2> inputs;
  for (const Expr *side : {arithmetic->getLHS(), arithmetic->getRHS()}) {
    const Result value = liftNumber(side);
    if (failed(value))
      return failure();
    inputs.push_back(castTo(*value, scalarType(e->getType()), location));
  }
  return builder
      .create<gf::ElementwiseOp>(location, arrayType(scalarType(e->getType()), 0), arithmeticName(arithmetic), inputs)
      .getResult();
}

} // namespace gpufuse

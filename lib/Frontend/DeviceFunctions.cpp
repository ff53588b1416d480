// `gf::map`: copies the text of a lambda or function, and of what it calls, into functions that kernels may call.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

/// A function on its way to the device.
struct FunctionLifter::DeviceFunction {
  const FunctionDecl *function = nullptr;
  std::string name;
  NameScope scope;
  bool mayCapture = false;                                   ///< a lambda called right from `gf::map`
  bool capturesNow = false;                                  ///< made in the call itself: captured and used at once
  llvm::SmallVector<std::pair<std::string, Value>> captures; ///< extra parameters and what is passed for them
};

namespace {

/// What a body names, and what it has that device code cannot have.
struct NamesUsed : RecursiveASTVisitor<NamesUsed> {
  llvm::SmallVector<const Expr *> names;
  std::string problem;

  bool VisitDeclRefExpr(DeclRefExpr *e) { return names.push_back(e), true; }
  bool VisitMemberExpr(MemberExpr *e) { return names.push_back(e), true; }
  bool VisitCXXThrowExpr(CXXThrowExpr *) { return stop("it throws"); }
  bool VisitCXXTryStmt(CXXTryStmt *) { return stop("it has a 'try'"); }
  bool VisitCXXNewExpr(CXXNewExpr *) { return stop("it has a 'new'"); }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *) { return stop("it has a 'delete'"); }
  bool TraverseLambdaExpr(LambdaExpr *) { return stop("it holds a lambda expression"); }
  bool VisitAsmStmt(AsmStmt *) { return stop("it has assembler"); }
  bool VisitCXXConstructExpr(CXXConstructExpr *e) {
    return e->getConstructor()->isTrivial() ? true : stop("it calls a constructor");
  }

private:
  bool stop(const char *reason) {
    problem = reason;
    return false;
  }
};

/// Functions of <cmath> that CUDA has for the device under the same names.
bool isMathFunction(const FunctionDecl *function) {
  static const llvm::StringSet<> names = {
      "abs",      "acos",   "acosh",  "asin",      "asinh",     "atan",  "atan2",     "atanh", "cbrt",     "ceil",
      "copysign", "cos",    "cosh",   "erf",       "erfc",      "exp",   "exp2",      "expm1", "fabs",     "fdim",
      "floor",    "fma",    "fmax",   "fmin",      "fmod",      "frexp", "hypot",     "ilogb", "isfinite", "isinf",
      "isnan",    "ldexp",  "lgamma", "llrint",    "llround",   "log",   "log10",     "log1p", "log2",     "logb",
      "lrint",    "lround", "modf",   "nearbyint", "nextafter", "pow",   "remainder", "rint",  "round",    "scalbn",
      "signbit",  "sin",    "sinh",   "sqrt",      "tan",       "tanh",  "tgamma",    "trunc"};
  const bool isLibrary = function->isInStdNamespace() || function->getBuiltinID() != 0;
  if (!isLibrary || !function->getIdentifier())
    return false;
  llvm::StringRef name = function->getName();
  return names.contains(name) || (name.consume_back("f") && names.contains(name));
}

const LambdaExpr *lambdaOf(const Expr *e) {
  const Expr *inner = stripped(e);
  if (const auto *construction = dyn_cast<CXXConstructExpr>(inner); construction && construction->getNumArgs() == 1)
    inner = stripped(construction->getArg(0));
  if (const auto *lambda = dyn_cast<LambdaExpr>(inner))
    return lambda;
  const auto *reference = dyn_cast<DeclRefExpr>(inner);
  const auto *variable = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
  return variable && variable->getInit() && !variable->getType()->isReferenceType() ? lambdaOf(variable->getInit())
                                                                                    : nullptr;
}

/// Why there is no function of which the text could be copied.
std::string whyNotVisible(const Expr *e) {
  const Expr *function = stripped(e);
  const CXXRecordDecl *record = function->getType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    return lambdaOf(e) ? "no instance of it takes these elements" : "what it captured is not visible";
  if (record)
    return "it is a function object, no function and no lambda";
  if (const auto *reference = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
      reference && isa<VarDecl>(reference->getDecl()))
    return "which function '" + reference->getDecl()->getNameAsString() + "' is, is known at run time only";
  return "its body is not visible";
}

/// `&f`, and `static_cast<float (*)(float)>(f)` of an overloaded f, are f.
const DeclRefExpr *functionNameIn(const Expr *e) {
  e = e->IgnoreParenImpCasts();
  if (const auto *cast = dyn_cast<CXXStaticCastExpr>(e))
    return functionNameIn(cast->getSubExpr());
  if (const auto *address = dyn_cast<UnaryOperator>(e); address && address->getOpcode() == UO_AddrOf)
    return functionNameIn(address->getSubExpr());
  return dyn_cast<DeclRefExpr>(e);
}

/// The library's twin of `std::max(a, b)`, `std::min(a, b)` or `std::clamp(v, lo, hi)` of elements: what is constexpr
/// in the standard library is no device function to nvcc. Empty for other functions.
std::string twinOf(const FunctionDecl *function, const ASTContext &ast) {
  const TemplateArgumentList *arguments = function->getTemplateSpecializationArgs();
  if (!function->isInStdNamespace() || !function->getIdentifier() || !arguments || arguments->size() != 1 ||
      arguments->get(0).getKind() != TemplateArgument::Type)
    return {};
  const StringRef name = function->getName();
  const unsigned numParameters = name == "max" || name == "min" ? 2 : name == "clamp" ? 3 : 0;
  const QualType type = arguments->get(0).getAsType();
  const type_id id = scalarType(type);
  if (numParameters == 0 || function->getNumParams() != numParameters || id == type_id::none ||
      ast.getTypeSize(type) != 8ul * size_of(id))
    return {};
  return ("::gpufuse::scalar::std_" + name + "<" + spellingOf(id) + ">").str();
}

} // namespace

/// The function that `gf::map` calls for elements of these types.
const FunctionDecl *FunctionLifter::mappedFunction(const Expr *e, llvm::ArrayRef<Value> operands) {
  if (const LambdaExpr *lambda = lambdaOf(e)) {
    const CXXMethodDecl *method = lambda->getCallOperator();
    const FunctionTemplateDecl *generic = method->getDescribedFunctionTemplate();
    if (!generic)
      return method;
    for (const FunctionDecl *instantiation : generic->specializations()) {
      const auto matches = [&](auto pair) {
        return scalarType(std::get<0>(pair)->getType()) == idOf(std::get<1>(pair).getType());
      };
      if (instantiation->getNumParams() == operands.size() &&
          llvm::all_of(llvm::zip(instantiation->parameters(), operands), matches))
        return instantiation;
    }
    return nullptr;
  }
  const DeclRefExpr *reference = functionNameIn(e);
  const FunctionDecl *definition = nullptr;
  const auto *function = reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
  return function && function->hasBody(definition) ? definition : nullptr;
}

FunctionLifter::Result FunctionLifter::liftMap(const Expr *e, const ArrayOperation &operation) {
  llvm::SmallVector<Value> operands;
  int64_t rank = 0;
  for (const Expr *operand : operation.operands) {
    const OperandResult value = liftOperand(operand);
    if (failed(value))
      return failure();
    operands.push_back(value->value);
    rank = std::max(rank, gf::rankOf(value->value.getType()));
  }
  const FunctionDecl *function = mappedFunction(operation.function, operands);
  const Expr *inner = stripped(operation.function);
  if (!function || function->getNumParams() != operands.size())
    return fail(inner, DiagnosticId::map_not_lifted,
                function ? "it has more parameters than elements" : whyNotVisible(operation.function), "");
  DeviceFunction device;
  device.function = function;
  device.mayCapture = isa<CXXMethodDecl>(function);
  const Expr *made = inner;
  for (const auto *copy = dyn_cast<CXXConstructExpr>(made); copy && copy->getNumArgs() == 1;
       copy = dyn_cast<CXXConstructExpr>(made))
    made = stripped(copy->getArg(0));
  device.capturesNow = isa<LambdaExpr>(made);
  if (failed(buildDeviceFunction(inner, device)))
    return failure();
  for (const auto &[index, parameter] : llvm::enumerate(function->parameters()))
    operands[index] =
        castTo(operands[index], scalarType(parameter->getType()), locationOf(operation.operands[index]->getExprLoc()));
  for (const auto &[name, value] : device.captures)
    operands.push_back(value);
  const auto type = arrayType(scalarType(function->getReturnType()), rank);
  return builder.create<gf::CallOp>(locationOf(e->getExprLoc()), type, device.name, operands).getResult();
}

LogicalResult FunctionLifter::buildDeviceFunction(const Expr *e, DeviceFunction &device) {
  const FunctionDecl *function = device.function;
  const auto isExact = [&](QualType type) {
    const type_id id = scalarType(type);
    return id != type_id::none && ast.getTypeSize(type.getNonReferenceType()) == 8ul * size_of(id);
  };
  const auto *body = dyn_cast_or_null<CompoundStmt>(function->getBody());
  if (!body || !isExact(function->getReturnType()))
    return fail(e, DiagnosticId::map_not_lifted, body ? "it returns no element type" : "its body is not visible", "");
  std::string parameters;
  for (const ParmVarDecl *parameter : function->parameters()) {
    const bool mayWrite =
        parameter->getType()->isReferenceType() && !parameter->getType().getNonReferenceType().isConstQualified();
    if (!isExact(parameter->getType()) || mayWrite)
      return fail(e, DiagnosticId::map_not_lifted, "its parameter '" + parameter->getNameAsString() + "' is no element",
                  "");
    parameters += (parameters.empty() ? "" : ", ") +
                  (spellingOf(scalarType(parameter->getType())) + " " + parameter->getName()).str();
  }
  std::string base = function->getIdentifier() ? function->getNameAsString()
                                               : fused.function->getNameInfo().getAsString() + "_" +
                                                     (state.target.empty() ? "map" : state.target);
  base = nameForTarget(base);
  device.name = base;
  for (int suffix = 2; session.identifiers.contains(device.name) || !session.symbols.insert(device.name).second;
       ++suffix)
    device.name = base + "_" + std::to_string(suffix);
  if (!device.mayCapture)
    state.deviceFunctions[function->getCanonicalDecl()] = device.name;
  device.scope.function = function;
  device.scope.isInlined = true;
  NamesUsed used;
  used.TraverseStmt(const_cast<CompoundStmt *>(body));
  if (!used.problem.empty())
    return fail(e, DiagnosticId::map_not_lifted, used.problem, "");
  for (const Expr *name : used.names)
    if (failed(bindDeviceName(e, name, device)))
      return mlir::failure();
  for (const auto &[name, value] : device.captures)
    parameters += (parameters.empty() ? "" : ", ") + (spellingOf(idOf(value.getType())) + " " + name).str();
  const SpelledText text = spell(body, device.scope, ast);
  if (!text)
    return fail(e, DiagnosticId::map_not_lifted, text.problem, "");
  const mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Operation *outer = builder.getInsertionBlock()->getParentOp();
  while (!isa<mlir::ModuleOp>(outer->getParentOp()))
    outer = outer->getParentOp();
  builder.setInsertionPoint(outer);
  const std::string head =
      (spellingOf(scalarType(function->getReturnType())) + " " + device.name + "(" + parameters + ") ").str();
  builder.create<gf::DeviceFunctionOp>(locationOf(function->getLocation()), device.name, head + text.text);
  return success();
}

/// Decides what one name in the body becomes: itself, a literal, an extra parameter, a copied function.
LogicalResult FunctionLifter::bindDeviceName(const Expr *e, const Expr *name, DeviceFunction &device) {
  if (const auto *member = dyn_cast<MemberExpr>(name))
    return fail(e, DiagnosticId::map_not_lifted,
                "it uses the member '" + member->getMemberDecl()->getNameAsString() + "'", "");
  const ValueDecl *declaration = cast<DeclRefExpr>(name)->getDecl();
  if (device.scope.find(declaration))
    return success();
  if (const auto *callee = dyn_cast<FunctionDecl>(declaration)) {
    const FunctionDecl *definition = nullptr;
    if (isMathFunction(callee))
      return success();
    if (const std::string twin = twinOf(callee, ast); !twin.empty()) {
      device.scope.bindings[declaration] = {NameBinding::scalar, {}, {}, twin};
      return success();
    }
    if (!callee->getDeclName().isIdentifier())
      return fail(e, DiagnosticId::map_not_lifted, "it calls an overloaded operator", "");
    if (isStandard(callee) || callee->getBuiltinID() != 0 ||
        ast.getSourceManager().isInSystemHeader(callee->getLocation()))
      return fail(e, DiagnosticId::map_not_lifted,
                  "it calls '" + callee->getNameAsString() + "', which is no function of <cmath>", "");
    std::string copied = state.deviceFunctions.lookup(callee->getCanonicalDecl());
    if (copied.empty()) {
      if (!callee->hasBody(definition))
        return fail(e, DiagnosticId::map_not_lifted, "the body of '" + callee->getNameAsString() + "' is not visible",
                    "");
      DeviceFunction inner;
      inner.function = definition;
      if (failed(buildDeviceFunction(e, inner)))
        return mlir::failure();
      copied = inner.name;
    }
    device.scope.bindings[declaration] = {NameBinding::scalar, {}, {}, copied};
    return success();
  }
  const auto *variable = dyn_cast<VarDecl>(declaration);
  const bool isInitCapture = variable && variable->isInitCapture();
  if (variable && variable->hasLocalStorage() && variable->getDeclContext() == device.function && !isInitCapture)
    return success();
  Expr::EvalResult known;
  if (name->EvaluateAsRValue(known, ast) && (known.Val.isInt() || known.Val.isFloat()) &&
      scalarType(name->getType()) != type_id::none) {
    device.scope.bindings[declaration] = {NameBinding::scalar, {}, {}, literalText(known.Val, name->getType())};
    return success();
  }
  const type_id type = scalarType(declaration->getType());
  const bool isExact =
      type != type_id::none && ast.getTypeSize(declaration->getType().getNonReferenceType()) == 8ul * size_of(type);
  const bool mayHaveChanged = !device.capturesNow && variable && variable->hasLocalStorage() &&
                              (isInitCapture || facts.modified.contains(variable));
  if (!variable || !device.mayCapture || !isExact || mayHaveChanged)
    return fail(e, DiagnosticId::map_not_lifted,
                "it uses '" + declaration->getNameAsString() + "'" +
                    (mayHaveChanged ? ", which may have changed since it was captured" : ""),
                "");
  if (gatherFacts(device.function, binding).modified.contains(variable))
    return fail(e, DiagnosticId::map_not_lifted,
                "it changes '" + declaration->getNameAsString() + "', which it captures", "");
  const Result value = liftScalar(isInitCapture ? variable->getInit() : name);
  if (failed(value))
    return mlir::failure();
  device.captures.emplace_back(declaration->getNameAsString(), *value);
  device.scope.bindings[declaration] = {NameBinding::scalar, {}, {}, declaration->getNameAsString()};
  return success();
}

} // namespace gpufuse

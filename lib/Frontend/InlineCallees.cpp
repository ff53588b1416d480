// Calls of the user's functions become the operations of their bodies, where every name can be spelled here.
#include "Frontend/FunctionLifter.h"
#include "Frontend/LibraryCalls.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {
namespace {

bool holdsControl(const Stmt *s) {
  return s && !isa<LambdaExpr>(s) &&
         (isa<IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s) || llvm::any_of(s->children(), holdsControl));
}

} // namespace

/// Whether values of this type are or hold arrays that a call could return or take.
bool FunctionLifter::holdsArrays(QualType type) const {
  type = type.getNonReferenceType();
  if (!arraysInside(type, binding).empty())
    return true;
  const auto *record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || !llvm::is_contained({"tuple", "pair", "array"}, record->getName()))
    return false;
  const auto isArray = [&](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Type && binding.arrayClass(argument.getAsType());
  };
  const TemplateArgument &first = record->getTemplateArgs()[0];
  return first.getKind() == TemplateArgument::Pack ? llvm::any_of(first.pack_elements(), isArray) : isArray(first);
}

/// The definition to inline, or null for calls that have nothing to do with arrays or no body to look at.
const FunctionDecl *FunctionLifter::inlinableCallee(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  if (!callee || binding.isOwnFunction(callee) || isStandard(callee) || callee->isDefaulted() ||
      !callee->hasBody(definition) || !definition->getBody())
    return nullptr;
  const bool takesArrays = llvm::any_of(call->arguments(), [&](const Expr *e) { return holdsArrays(e->getType()); });
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOfArrays =
      method && !method->getParent()->isLambda() && holdsArrays(method->getFunctionObjectParameterType());
  return takesArrays || isOfArrays || holdsArrays(callee->getReturnType()) ? definition : nullptr;
}

/// Why a call that involves arrays cannot be inlined at all; empty if it may be tried.
std::string FunctionLifter::whyNotInlined(const CallExpr *call) const {
  const FunctionDecl *callee = call->getDirectCallee();
  if (!callee)
    return "its target is not known";
  const FunctionDecl *definition = inlinableCallee(call);
  if (!definition)
    return "its body is not visible";
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isVirtual())
    return "it is virtual";
  const auto *canonical = definition->getCanonicalDecl();
  if (canonical == fused.function->getCanonicalDecl() || llvm::is_contained(state.callees, canonical))
    return "it is recursive";
  if (!isa<CompoundStmt>(definition->getBody()) || definition->isVariadic())
    return "its body is not a plain block";
  if (holdsControl(definition->getBody()) && !holdsArrayStatement(definition->getBody()))
    return "it computes no arrays";
  return {};
}

LogicalResult FunctionLifter::inlineCall(const CallExpr *call, UseResult useResult) {
  const FunctionDecl *callee = call->getDirectCallee();
  const bool isPlainHostCall = !callee || (!inlinableCallee(call) && !holdsArrays(call->getType()));
  if (isPlainHostCall)
    return mlir::failure();
  if (state.scope.isInlined && isLibraryFunction(callee))
    return declareLibraryCall(call, useResult);
  if (isStandard(callee) || callee->isDefaulted() || binding.isOwnFunction(callee))
    return fail(call, DiagnosticId::unsupported_operation, "", ""); // nothing the user would want to know
  const std::string name = callee->getNameInfo().getAsString();
  if (const std::string reason = whyNotInlined(call); !reason.empty())
    return fail(call, DiagnosticId::callee_not_inlined, name, reason);
  if (mlir::succeeded(inlineKnownCall(call, inlinableCallee(call), useResult))) {
    session.inlined.insert(call);
    return success();
  }
  const bool isArgument =
      blame.at && blame.reason == kChangesArrays && state.callees.empty() &&
      ast.getSourceManager().isPointWithin(blame.at->getBeginLoc(), call->getBeginLoc(), call->getEndLoc());
  if (blame.id == DiagnosticId::scalar_out_of_range || blame.at == call || isArgument)
    return mlir::failure();
  const bool isLost = holdsArrays(callee->getReturnType()) || holdsArrayStatement(inlinableCallee(call)->getBody());
  if (!isLost && state.callees.empty())
    return fail(call, DiagnosticId::unsupported_operation, "", ""); // it prints, or the like
  std::string reason = blame.reason.empty() ? "its body holds what cannot be fused" : blame.reason;
  if (!blame.what.empty())
    reason = "in '" + blame.what + "', " + reason;
  return fail(call, DiagnosticId::callee_not_inlined, name, reason);
}

/// Callees that call others twice grow without end; fused functions have hundreds of operations.
static constexpr size_t kMaxOperations = 10'000;

LogicalResult FunctionLifter::inlineKnownCall(const CallExpr *call, const FunctionDecl *callee, UseResult useResult) {
  if (inserted.size() > kMaxOperations)
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "the function would become too large");
  const FunctionFacts calleeFacts = gatherFacts(callee, binding);
  facts.modified.insert(calleeFacts.modified.begin(), calleeFacts.modified.end());
  facts.escaping.insert(calleeFacts.escaping.begin(), calleeFacts.escaping.end());
  Bound bound;
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const unsigned first = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
  if (call->getNumArgs() - first != callee->getNumParams())
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its parameters do not match");
  if (failed(checkCaptures(call, callee)))
    return mlir::failure();
  const auto placeBefore = evaluatedAt;
  const auto lineBefore = state.callLine;
  const auto restorePlace = llvm::make_scope_exit([&] {
    evaluatedAt = placeBefore;
    state.callLine = lineBefore;
  });
  evaluatedAt = placeHere();
  if (!state.callLine)
    state.callLine = lineOf(call->getBeginLoc());
  for (unsigned i = 0; i < callee->getNumParams(); ++i)
    if (failed(bindArgument(callee->getParamDecl(i), call->getArg(i + first), calleeFacts, bound)))
      return mlir::failure();
  const auto object = objectOf(call, callee);
  if (failed(object))
    return mlir::failure();
  const NameScope before = state.scope;
  const auto siteBefore = state.callSite;
  const std::string targetBefore = state.target;
  if (!state.callSite)
    state.callSite = locationOf(call->getBeginLoc());
  state.scope.isInlined = true;
  if (*object)
    state.scope.thisObject = **object;
  for (auto &[name, binding] : bound)
    state.scope.bindings[name] = binding;
  state.callees.push_back(callee->getCanonicalDecl());
  const LogicalResult result =
      inlineStatements(statementsOf(callee->getBody()), /*isBody=*/true, calleeFacts, useResult);
  state.callees.pop_back();
  forgetLocalsOf(callee);
  state.scope = before;
  state.callSite = siteBefore;
  state.target = targetBefore;
  return result;
}

/// Where the statements of a callee stand: behind the replaced text of the statement that calls it.
int64_t FunctionLifter::placeHere() const {
  mlir::Block *block = builder.getInsertionBlock();
  if (!evaluatedAt)
    for (mlir::Operation &op : llvm::reverse(*block))
      if (auto marker = dyn_cast<gf::StatementOp>(op))
        return int64_t(marker.getEnd());
  return *evaluatedAt;
}

/// The next call of the same function has other variables.
void FunctionLifter::forgetLocalsOf(const FunctionDecl *callee) {
  const auto isOfCallee = [&](const ValueDecl *name) {
    return name && (name->getDeclContext() == callee || name == callee->getCanonicalDecl());
  };
  std::erase_if(state.variables, [&](const auto &entry) { return isOfCallee(entry.first.first); });
  for (const auto &[name, place] : llvm::to_vector(declaredAfter))
    if (isOfCallee(name))
      declaredAfter.erase(name);
}

//===-- Bodies ---------------------------------------------------------------------------------------------===//

namespace {

/// Whether every way through these statements ends with a return.
bool alwaysReturns(llvm::ArrayRef<const Stmt *> statements) {
  const Stmt *last = statements.empty() ? nullptr : statements.back();
  const auto *branch = dyn_cast_or_null<IfStmt>(last);
  return isa_and_nonnull<ReturnStmt>(last) ||
         (branch && branch->getElse() && alwaysReturns(statementsOf(branch->getThen())) &&
          alwaysReturns(statementsOf(branch->getElse())));
}

} // namespace

LogicalResult FunctionLifter::inlineStatements(llvm::ArrayRef<const Stmt *> statements, bool isBody,
                                               const FunctionFacts &calleeFacts, UseResult useResult) {
  for (const auto &[index, s] : llvm::enumerate(statements)) {
    const bool isLast = isBody && index + 1 == statements.size();
    if (const auto *result = dyn_cast<ReturnStmt>(s)) {
      if (!isLast)
        return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it returns in the middle");
      return useResult(result->getRetValue());
    }
    const auto *branch = dyn_cast<IfStmt>(s);
    if (branch && branch->isConstexpr()) {
      const auto taken = branch->getNondiscardedCase(ast);
      if (!taken)
        return mlir::failure();
      if (!*taken || isa<NullStmt>(*taken))
        continue;
      const auto inner = statementsOf(*taken);
      const bool returns = isBody && !inner.empty() && isa<ReturnStmt>(inner.back());
      if (failed(inlineStatements(inner, isLast || returns, calleeFacts, useResult)))
        return mlir::failure();
      if (isLast || returns)
        return success();
      continue;
    }
    if (isBody && branch && !branch->getInit() && !branch->getConditionVariable() && !branch->isConsteval() &&
        alwaysReturns(statementsOf(branch->getThen())))
      return inlineReturns(branch, statements.drop_front(index + 1), calleeFacts, useResult);
    if (failed(inlineStatement(s, calleeFacts)))
      return mlir::failure();
  }
  if (isBody && !state.callees.back()->getReturnType()->isVoidType())
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it ends without a return");
  return isBody ? useResult(nullptr) : success();
}

LogicalResult FunctionLifter::inlineStatement(const Stmt *s, const FunctionFacts &calleeFacts) {
  if (isa<NullStmt>(s))
    return success();
  if (const auto *declaration = dyn_cast<DeclStmt>(s)) {
    for (const Decl *one : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one); variable && failed(inlineDeclaration(variable, calleeFacts)))
        return mlir::failure();
    return success();
  }
  if (isa<CompoundStmt>(s))
    return inlineStatements(statementsOf(s), /*isBody=*/false, calleeFacts, {});
  if (const auto *e = dyn_cast<Expr>(s)) {
    blame = {};
    if (!attempt([&] { return liftEffectful(e); }))
      return inlineHostStatement(e);
    beginNextStatement();
    return success();
  }
  if (isa<BreakStmt, ContinueStmt>(s))
    return inlineHostStatement(s);
  if (isa<IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(s))
    return inlineControl(s, calleeFacts);
  return fail(nullptr, DiagnosticId::callee_not_inlined, "", "it has a statement of another kind");
}

/// Each writing statement of a callee is one for itself, as in its own text: what follows may read, under another name,
/// what it wrote.
void FunctionLifter::beginNextStatement() {
  builder.create<gf::StatementOp>(locationOf(SourceLocation()), *evaluatedAt, *evaluatedAt, *state.callLine);
}

llvm::SmallVector<const Stmt *> statementsOf(const Stmt *body) {
  if (const auto *block = dyn_cast<CompoundStmt>(body))
    return {block->body_begin(), block->body_end()};
  return {body};
}

LogicalResult FunctionLifter::inlineDeclaration(const VarDecl *variable, const FunctionFacts &calleeFacts) {
  const std::string name = variable->getNameAsString();
  const Expr *init = variable->getInit();
  const auto *record = variable->getType()->getAsCXXRecordDecl();
  if (record && record->isLambda())
    return success(); // its body is found where it is called
  const bool isArray = binding.arrayClass(variable->getType()).has_value();
  if (variable->isStaticLocal() || (!init && (isArray || !variable->getType()->isScalarType())))
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its local '" + name + "' cannot be spelled here");
  const bool isModified = calleeFacts.modified.contains(variable) || calleeFacts.escaping.contains(variable);
  if (const auto *decomposition = dyn_cast<DecompositionDecl>(variable)) {
    const auto values = liftAggregate(init);
    if (failed(values) || values->size() != decomposition->bindings().size())
      return failed(values) ? mlir::failure()
                            : fail(nullptr, DiagnosticId::callee_not_inlined, "", "'[...]' does not name arrays");
    for (const auto &[part, value] : llvm::zip(decomposition->bindings(), *values)) {
      if (calleeFacts.modified.contains(part))
        return fail(nullptr, DiagnosticId::callee_not_inlined, "",
                    "it changes its local '" + part->getNameAsString() + "'");
      state.scope.bindings[part] = {NameBinding::array, {}, value, ""};
    }
    return success();
  }
  if (const auto type = binding.arrayClass(variable->getType())) {
    if (const auto path = resolve(init); path && variable->getType()->isReferenceType()) {
      state.scope.bindings[variable] = {NameBinding::object, *path, {}, path->text};
      return success();
    }
    if (type->isView && (isModified || !calleeFacts.modified.empty()))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its view '" + name + "' may see later changes");
    state.target = name;
    mlir::Operation *last = builder.getInsertionBlock()->empty() ? nullptr : &builder.getInsertionBlock()->back();
    const Result value = liftArray(init);
    if (failed(value))
      return mlir::failure();
    bindValue(*value, name, variable->getLocation(), last ? last->getNextNode() : nullptr);
    state.scope.bindings[variable] = inlineArray(variable, *type, isModified, *value);
    return success();
  }
  Bound bound;
  if (failed(bindHost(variable, init, isModified, bound)))
    return mlir::failure();
  state.scope.bindings[variable] = bound.front().second;
  return success();
}

/// A local array of the callee: a value, or a variable of its own where it changes.
NameBinding FunctionLifter::inlineArray(const VarDecl *variable, const ArrayClass &type, bool isModified, Value value) {
  if (!isModified)
    return {NameBinding::array, {}, value, ""};
  const std::string name = uniqueName(variable->getNameAsString());
  ArrayVariable *local = declareVariable(variable, type, name);
  builder.create<gf::AssignOp>(locationOf(variable->getLocation()), value, local->root, /*declares=*/true);
  rememberWrite(local, value);
  return {NameBinding::object, local->path, {}, name};
}

/// The arrays that an expression puts into a struct, tuple or pair.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> FunctionLifter::liftAggregate(const Expr *e) {
  const Expr *inner = stripped(e);
  llvm::SmallVector<const Expr *> parts;
  const auto *call = dyn_cast<CallExpr>(inner);
  const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  if (const auto *list = dyn_cast<InitListExpr>(inner)) {
    for (const Stmt *part : list->inits())
      parts.push_back(cast<Expr>(part));
  } else if (const auto *construction = dyn_cast<CXXConstructExpr>(inner)) {
    const CXXConstructorDecl *constructor = construction->getConstructor();
    const bool isConversion = construction->getNumArgs() == 1 && holdsArrays(construction->getArg(0)->getType()) &&
                              !binding.arrayClass(construction->getArg(0)->getType());
    if (constructor->isCopyOrMoveConstructor() || (isConversion && isStandard(constructor)))
      return liftAggregate(construction->getArg(0));
    if (!isStandard(constructor))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its result is made by a constructor");
    parts.assign(construction->arg_begin(), construction->arg_end());
  } else if (callee && isStandard(callee) && callee->getIdentifier() &&
             llvm::is_contained({"make_tuple", "make_pair"}, callee->getName())) {
    parts.assign(call->arg_begin(), call->arg_end());
  } else if (call) {
    mlir::FailureOr<llvm::SmallVector<Value>> values = failure();
    const auto use = [&](const Expr *result) {
      if (result)
        values = liftAggregate(result);
      return LogicalResult(values);
    };
    if (failed(inlineCall(call, use)))
      return failure();
    return values;
  }
  if (parts.empty())
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its result is no list of arrays");
  llvm::SmallVector<Value> values;
  for (const Expr *part : parts) {
    const auto type = binding.arrayClass(part->getType());
    if (!type || type->isView)
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its result holds more than arrays");
    const Result value = liftArray(part);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

} // namespace gpufuse

// Array statements: declarations, assignments, stores, calls; what cannot be lifted is handed on as host text.
#include "Frontend/FunctionLifter.h"
#include "Frontend/LibraryCalls.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using mlir::failed;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

void FunctionLifter::liftBlock(const CompoundStmt *block) {
  for (const Stmt *s : block->body())
    liftStatement(s);
}

/// Forgets what held for the statement before.
void FunctionLifter::startStatement() {
  blame = {};
  opaque.clear();
  opaqueScalars.clear();
  state.scalars.clear();
  state.target.clear();
}

void FunctionLifter::liftStatement(const Stmt *s) {
  startStatement();
  if (isa<NullStmt>(s))
    return;
  if (isa<IfStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, CompoundStmt>(s) && liftControl(s))
    return;
  if (bytesOf(s) && (liftChoiceStatement(s) || liftArrayStatement(s)))
    return;
  liftHostStatement(s);
}

/// Bytes of the statement with its semicolon; nothing where a macro holds a part of it.
std::optional<std::pair<int64_t, int64_t>> FunctionLifter::bytesOf(const Stmt *s) const {
  const CharSourceRange range = fileRange(s, ast);
  if (range.isInvalid() || !ast.getSourceManager().isWrittenInMainFile(range.getBegin()))
    return std::nullopt;
  const int64_t begin = offsetOf(range.getBegin());
  int64_t end = offsetOf(range.getEnd());
  const std::string_view text = session.text;
  if (text[end - 1] == ';' || text[end - 1] == '}')
    if (!isa<Expr>(s) && !isa<ReturnStmt>(s))
      return std::pair(begin, end);
  Token next;
  if (!Lexer::getRawToken(range.getEnd(), next, ast.getSourceManager(), ast.getLangOpts(), /*IgnoreWhiteSpace=*/true) &&
      next.is(tok::semi))
    end = offsetOf(next.getEndLoc());
  return std::pair(begin, end);
}

/// Where a statement begins in the output.
int64_t FunctionLifter::placeOf(const Stmt *s) const { return evaluatedAt ? *evaluatedAt : bytesOf(s)->first; }

void FunctionLifter::beginStatement(const Stmt *s, bool isEmpty) {
  const int64_t begin = placeOf(s), end = evaluatedAt ? begin : bytesOf(s)->second;
  builder.create<gf::StatementOp>(locationOf(s->getBeginLoc()), begin, isEmpty ? begin : end, lineOf(s->getBeginLoc()));
}

/// Lifts a statement that turns into operations whole. Operands that cannot be lifted become variables before it.
bool FunctionLifter::liftArrayStatement(const Stmt *s) {
  const auto *declaration = dyn_cast<DeclStmt>(s);
  const auto *expression = dyn_cast<Expr>(s);
  if (!declaration && !expression)
    return false;
  if (expression && !binding.operation(expression) && !isa<CallExpr>(stripped(expression)))
    return false;
  const auto build = [&]() -> LogicalResult {
    beginStatement(s);
    ++state.numStatements;
    return declaration ? liftDeclaration(declaration) : liftEffectful(expression);
  };
  const auto buildAround = [&]() -> LogicalResult {
    while (blame = {}, !attempt(build))
      if (!makeOpaque(blame.at, s))
        return mlir::failure();
    return success();
  };
  return attempt(buildAround);
}

/// Declares a variable for an operand that stays text. Only for operands of a larger expression.
bool FunctionLifter::makeOpaque(const Expr *e, const Stmt *statement) {
  if (e && blame.id == DiagnosticId::unsupported_operation && blame.reason == kChangesArrays)
    return makeOpaqueScalar(e, statement);
  if (e && liftableChoice(e))
    return hoistChoice(e, statement);
  const auto type = e ? binding.arrayClass(e->getType()) : std::nullopt;
  if (!type || type->element == type_id::none || state.scope.isInlined || opaque.contains(e) || binding.operation(e))
    return false;
  if (const auto *declaration = dyn_cast<DeclStmt>(statement))
    for (const Decl *one : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one);
          variable && variable->getInit() && stripped(variable->getInit()) == e)
        return false;
  if (const auto *whole = dyn_cast<Expr>(statement); whole && stripped(whole) == e)
    return false;
  const SpelledText text = spell(e, state.scope, ast);
  if (!text)
    return false;
  if (const auto *call = dyn_cast<CallExpr>(e); call && call->getDirectCallee() && blame.at == e)
    reportFailure();
  const Holes holes = bytesOf(statement) ? liftHoles(e, statement) : Holes();
  const Effects effects = effectsOf(e, holes.expressions);
  const std::string name = uniqueName(e->isGLValue() ? "operand" : "result");
  ArrayVariable *variable = newVariable(e->getExprLoc(), name, *type, /*escapes=*/e->isLValue() || type->isView);
  const int64_t begin = placeOf(statement);
  const std::string declared = (e->isLValue() ? "const auto &" : "const auto ") + name + " = " +
                               (holes.list.empty() ? text.text : textWithHoles(e, holes)) + ";";
  llvm::SmallVector<Value> reads, writes{variable->root};
  for (ArrayVariable *other : effects.reads)
    reads.push_back(other->root);
  for (ArrayVariable *other : effects.writes)
    writes.push_back(other->root);
  auto host = builder.create<gf::HostOp>(locationOf(e->getExprLoc()), begin, begin, lineOf(e->getExprLoc()),
                                         builder.getStringAttr(declared), holes.values(), reads, writes,
                                         effects.mayThrow, effects.isObservable, /*exits=*/false);
  holes.noteReads(host);
  noteLibraryCalls(host, e, holes.expressions);
  forget(effects);
  opaque[e] = variable;
  return true;
}

/// A number whose evaluation may change arrays: evaluated before the statement, as C++ allows.
bool FunctionLifter::makeOpaqueScalar(const Expr *e, const Stmt *statement) {
  std::string &name = opaqueScalars[stripped(e)];
  if (!name.empty())
    return false;
  const auto *declaration = dyn_cast<DeclStmt>(statement);
  const auto *variable =
      declaration && declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
  if (variable && variable->getIdentifier())
    state.target = variable->getNameAsString();
  name = uniqueName(scalarNameFor(blame.what));
  const Effects effects = effectsOf(e);
  const int64_t begin = placeOf(statement);
  builder.create<gf::HostOp>(locationOf(e->getExprLoc()), begin, begin, lineOf(e->getExprLoc()),
                             builder.getStringAttr("const auto " + name + " = " + blame.what + ";"), mlir::ValueRange(),
                             rootsOf(effects.reads), rootsOf(effects.writes), effects.mayThrow, effects.isObservable,
                             /*exits=*/false);
  forget(effects);
  return true;
}

//===-- Declarations ---------------------------------------------------------------------------------------===//

LogicalResult FunctionLifter::liftDeclaration(const DeclStmt *s) {
  for (const Decl *one : s->decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    if (!variable || !variable->getInit() || variable->isStaticLocal())
      return mlir::failure();
    if (const auto *decomposition = dyn_cast<DecompositionDecl>(variable)) {
      if (failed(liftDecomposition(decomposition)))
        return mlir::failure();
      continue;
    }
    if (failed(deviceNumbers.contains(variable) ? liftDeviceNumber(variable) : liftVariable(variable)))
      return mlir::failure();
  }
  return success();
}

/// `auto x = e;` where e computes something. Copies of variables, views and lists stay text.
LogicalResult FunctionLifter::liftVariable(const VarDecl *variable) {
  const auto type = binding.arrayClass(variable->getType());
  const Expr *init = variable->getInit();
  if (!type || type->isView || type->element == type_id::none)
    return mlir::failure();
  const bool isLvalueReference = variable->getType()->isReferenceType() && stripped(init)->isLValue();
  if (isLvalueReference)
    return mlir::failure();
  state.target = variable->getNameAsString();
  mlir::Operation *last = builder.getInsertionBlock()->empty() ? nullptr : &builder.getInsertionBlock()->back();
  const Result value = liftArray(init);
  if (failed(value))
    return mlir::failure();
  mlir::Operation *firstNew = last ? last->getNextNode() : &builder.getInsertionBlock()->front();
  if (!isFresh(*value, firstNew))
    return mlir::failure(); // a copy of a variable: the user's text says it best
  bindValue(*value, state.target, variable->getLocation(), firstNew);
  ArrayVariable *declared = declareVariable(variable, *type, state.target);
  builder.create<gf::AssignOp>(locationOf(variable->getLocation()), *value, declared->root, /*declares=*/true);
  rememberWrite(declared, *value);
  return success();
}

/// `auto [a, b] = f(x);` of an inlined callee that returns arrays.
LogicalResult FunctionLifter::liftDecomposition(const DecompositionDecl *declaration) {
  if (declaration->getType()->isReferenceType())
    return mlir::failure();
  for (const BindingDecl *part : declaration->bindings())
    if (const auto type = binding.arrayClass(part->getType()); !type || type->isView)
      return mlir::failure();
  mlir::Operation *last = &builder.getInsertionBlock()->back();
  const auto values = liftAggregate(declaration->getInit());
  if (failed(values) || values->size() != declaration->bindings().size())
    return mlir::failure();
  for (const auto &[part, value] : llvm::zip(declaration->bindings(), *values)) {
    const auto type = binding.arrayClass(part->getType());
    if (!isFresh(value, last->getNextNode()) || idOf(value.getType()) != type->element ||
        gf::rankOf(value.getType()) != type->rank)
      return mlir::failure();
    bindValue(value, part->getName(), part->getLocation(), last->getNextNode());
    ArrayVariable *declared = declareVariable(part, *type, part->getName());
    builder.create<gf::AssignOp>(locationOf(part->getLocation()), value, declared->root, /*declares=*/true);
    rememberWrite(declared, value);
  }
  return success();
}

//===-- Assignments ----------------------------------------------------------------------------------------===//

/// A statement that is one expression: an assignment, a store, or a call that does such things.
LogicalResult FunctionLifter::liftEffectful(const Expr *e) {
  if (const auto operation = binding.operation(e)) {
    if (operation->kind == ArrayOperation::assign)
      return liftAssignment(e, *operation);
    if (operation->kind == ArrayOperation::compound)
      return liftCompound(e, *operation);
    return mlir::failure();
  }
  const auto *call = dyn_cast<CallExpr>(stripped(e));
  if (!call)
    return mlir::failure();
  const bool isArray = binding.arrayClass(e->getType()).has_value();
  const auto drop = [&](const Expr *result) -> LogicalResult {
    const bool isNothing = !result || isArray || !result->HasSideEffects(ast);
    return isNothing ? success()
                     : fail(nullptr, DiagnosticId::callee_not_inlined, "", "its result is computed by a call");
  };
  return inlineCall(call, drop);
}

LogicalResult FunctionLifter::liftAssignment(const Expr *e, const ArrayOperation &operation) {
  const Expr *target = stripped(operation.operands[0]);
  const auto type = binding.arrayClass(target->getType());
  const auto slice = binding.operation(target);
  const bool isSlice = slice && slice->kind == ArrayOperation::slice && slice->places.empty();
  ArrayVariable *variable = variableOf(isSlice ? slice->operands[0] : target);
  if (!variable || !type)
    return mlir::failure();
  if (state.target.empty())
    state.target = nameForTarget(variable->path.text);
  mlir::Operation *last = &builder.getInsertionBlock()->back();
  const OperandResult operand = liftOperand(operation.operands[1]);
  if (failed(operand))
    return mlir::failure();
  const Value value = castTo(operand->value, type->element, locationOf(e->getExprLoc()));
  if (value.getDefiningOp() && !isa<gf::ReadOp>(value.getDefiningOp()))
    bindValue(value, state.target, e->getExprLoc(), last->getNextNode());
  if (type->isView) {
    llvm::SmallVector<int32_t> pattern;
    llvm::SmallVector<Value> bounds;
    if (isSlice && failed(liftPattern(*slice, variable->type.rank, pattern, bounds)))
      return mlir::failure();
    return storeInto(e, variable, pattern, bounds, value);
  }
  if (!mlir::isa<mlir::RankedTensorType>(value.getType()))
    return mlir::failure();
  if (!isFresh(value, last->getNextNode()))
    return mlir::failure(); // x = y: the user's text says it best
  builder.create<gf::AssignOp>(locationOf(e->getExprLoc()), value, variable->root, /*declares=*/false);
  rememberWrite(variable, value);
  return success();
}

LogicalResult FunctionLifter::liftCompound(const Expr *e, const ArrayOperation &operation) {
  const Expr *target = stripped(operation.operands[0]);
  const auto type = binding.arrayClass(target->getType());
  const auto slice = binding.operation(target);
  const bool isSlice = slice && slice->kind == ArrayOperation::slice && slice->places.empty();
  ArrayVariable *variable = variableOf(isSlice ? slice->operands[0] : target);
  if (!variable || !type)
    return mlir::failure();
  state.target = nameForTarget(variable->path.text);
  mlir::Operation *last = &builder.getInsertionBlock()->back();
  llvm::SmallVector<int32_t> pattern;
  llvm::SmallVector<Value> bounds;
  const OperandResult operand = liftOperand(operation.operands[1]);
  if (failed(operand))
    return mlir::failure();
  // C++ evaluates the right side first: its calls may change the target, or what its indices are made of.
  Value before = read(variable, target->getExprLoc());
  if (isSlice) {
    if (failed(liftPattern(*slice, variable->type.rank, pattern, bounds)))
      return mlir::failure();
    before = builder.create<gf::SliceOp>(locationOf(target->getExprLoc()), arrayType(type->element, type->rank), before,
                                         pattern, bounds);
  }
  const Result combined = buildElementwise(e, operation.name, {Operand{before, false}, *operand});
  if (failed(combined))
    return mlir::failure();
  const Value value = castTo(*combined, type->element, locationOf(e->getExprLoc()));
  if (gf::rankOf(value.getType()) > type->rank)
    return mlir::failure();
  bindValue(value, state.target, e->getExprLoc(), last->getNextNode());
  return storeInto(e, variable, pattern, bounds, value);
}

LogicalResult FunctionLifter::storeInto(const Expr *e, ArrayVariable *target, llvm::ArrayRef<int32_t> pattern,
                                        llvm::ArrayRef<Value> bounds, Value value) {
  builder.create<gf::StoreOp>(locationOf(e->getExprLoc()), value, target->root, builder.getDenseI32ArrayAttr(pattern),
                              bounds);
  // After `x += e` the variable holds e's value: its shape is the variable's, or the store throws.
  const auto operation = binding.operation(e);
  const bool isWhole = pattern.empty() && operation && operation->kind == ArrayOperation::compound;
  rememberWrite(target, isWhole && gf::rankOf(value.getType()) == target->type.rank ? value : nullptr);
  return success();
}

} // namespace gpufuse

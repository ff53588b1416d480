// Branches and loops of inlined callees: their headers are re-spelled where the call stands, their bodies inlined.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using mlir::failed;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

/// One control statement in the words of the place of the call.
struct FunctionLifter::InlinedControl {
  const Stmt *statement;
  std::string keyword, text;
  Holes holes;
  Effects effects; ///< of the header
  llvm::SmallVector<const Stmt *, 2> bodies;
  const Expr *leavesUnless = nullptr; ///< a condition that computes arrays: tested in the body
  const VarDecl *element = nullptr;   ///< of a loop over a range
};

namespace {

/// Whether a `continue` in there belongs to the loop around it.
bool continuesLoop(const Stmt *s) {
  if (!s || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(s))
    return false;
  return isa<ContinueStmt>(s) || llvm::any_of(s->children(), continuesLoop);
}

/// The base type that all variables of a declaration share, or null where they do not.
QualType commonType(const DeclStmt *declaration) {
  QualType type;
  for (const Decl *one : declaration->decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    if (!variable || (!type.isNull() && variable->getType().getCanonicalType() != type))
      return {};
    type = variable->getType().getCanonicalType();
  }
  return type;
}

} // namespace

LogicalResult FunctionLifter::inlineControl(const Stmt *s, const FunctionFacts &calleeFacts) {
  InlinedControl control{s, {}, {}, {}, {}, {}};
  const Effects all = effectsOf(s);
  if (failed(describe(s, control)))
    return mlir::failure();
  forget(control.effects);
  if (control.keyword != "if")
    forget(all);
  const auto known = state.known;
  if (failed(inlineParts(control, calleeFacts)))
    return mlir::failure();
  state.known = known;
  forget(all);
  state.scalars.clear();
  beginNextStatement();
  return success();
}

//===-- Headers ----------------------------------------------------------------------------------------------===//

LogicalResult FunctionLifter::describe(const Stmt *s, InlinedControl &control) {
  const auto refuse = [&](const char *reason) { return fail(nullptr, DiagnosticId::callee_not_inlined, "", reason); };
  const auto condition = [&](llvm::StringRef keyword, const Expr *e) -> LogicalResult {
    control.keyword = keyword.str();
    control.text = (keyword + " (").str();
    if (failed(addHeader(e, /*isOnce=*/keyword == "if", control)))
      return mlir::failure();
    control.text += ")";
    return success();
  };
  if (const auto *branch = dyn_cast<IfStmt>(s)) {
    if (branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
      return refuse("its 'if' declares a variable");
    control.bodies.push_back(branch->getThen());
    if (branch->getElse())
      control.bodies.push_back(branch->getElse());
    return condition("if", branch->getCond());
  }
  if (const auto *loop = dyn_cast<WhileStmt>(s)) {
    if (loop->getConditionVariable())
      return refuse("its 'while' declares a variable");
    control.bodies = {loop->getBody()};
    if (!holdsArrayStatement(loop->getCond()))
      return condition("while", loop->getCond());
    control.leavesUnless = loop->getCond();
  } else if (const auto *loop = dyn_cast<DoStmt>(s)) {
    if (continuesLoop(loop->getBody()))
      return refuse("its 'do' loop has a 'continue'");
    control.bodies = {loop->getBody()};
    control.leavesUnless = loop->getCond();
  } else if (const auto *loop = dyn_cast<ForStmt>(s)) {
    return describeFor(loop, control);
  } else {
    return describeRange(cast<CXXForRangeStmt>(s), control);
  }
  control.keyword = "while";
  control.text = "while (true)";
  return success();
}

/// Appends the text of a condition, increment, or range, and its effects.
LogicalResult FunctionLifter::addHeader(const Stmt *part, bool isOnce, InlinedControl &control) {
  if (!part)
    return success();
  const auto *e = cast<Expr>(part);
  if (!isOnce && holdsArrayStatement(e))
    return fail(e, DiagnosticId::callee_not_inlined, sourceText(fileRange(e, ast), ast),
                "it is evaluated in every round");
  const TextResult text = spellWithHoles(e, control.holes, isOnce);
  if (failed(text))
    return mlir::failure();
  control.text += *text;
  const Effects effects = effectsOf(e, control.holes.expressions);
  control.effects.reads.insert(effects.reads.begin(), effects.reads.end());
  control.effects.writes.insert(effects.writes.begin(), effects.writes.end());
  control.effects.mayThrow |= effects.mayThrow;
  control.effects.touchesEscaping |= effects.touchesEscaping;
  return success();
}

LogicalResult FunctionLifter::describeFor(const ForStmt *loop, InlinedControl &control) {
  control.keyword = "for";
  control.bodies = {loop->getBody()};
  control.text = "for (";
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
    const QualType type = commonType(declaration);
    if (loop->getConditionVariable() || type.isNull() || !(type->isArithmeticType() || type->isEnumeralType()))
      return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its 'for' declares more than numbers of one type");
    control.text += qualifiedType(type.getUnqualifiedType(), ast);
    for (const auto &[index, one] : llvm::enumerate(declaration->decls())) {
      const auto *variable = cast<VarDecl>(one);
      const NameBinding bound = nameOf(variable);
      control.text += (index ? ", " : " ") + bound.text + (variable->getInit() ? " = " : "");
      if (failed(addHeader(variable->getInit(), /*isOnce=*/true, control)))
        return mlir::failure();
      state.scope.bindings[variable] = bound;
    }
  } else if (failed(addHeader(loop->getInit(), /*isOnce=*/true, control))) {
    return mlir::failure();
  }
  control.text += "; ";
  if (loop->getCond() && holdsArrayStatement(loop->getCond()))
    control.leavesUnless = loop->getCond();
  else if (failed(addHeader(loop->getCond(), /*isOnce=*/false, control)))
    return mlir::failure();
  control.text += "; ";
  if (failed(addHeader(loop->getInc(), /*isOnce=*/false, control)))
    return mlir::failure();
  control.text += ")";
  return success();
}

LogicalResult FunctionLifter::describeRange(const CXXForRangeStmt *loop, InlinedControl &control) {
  const VarDecl *element = loop->getLoopVariable();
  if (loop->getInit() || isa<DecompositionDecl>(element))
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its 'for' declares more than one variable");
  control.keyword = "for";
  control.bodies = {loop->getBody()};
  control.element = element;
  const NameBinding bound = nameOf(element);
  control.text = "for (" + qualifiedType(element->getType(), ast) + (element->getType()->isReferenceType() ? "" : " ") +
                 bound.text + " : ";
  if (failed(addHeader(loop->getRangeInit(), /*isOnce=*/true, control)))
    return mlir::failure();
  control.text += ")";
  state.scope.bindings[element] = bound;
  return success();
}

//===-- Bodies -----------------------------------------------------------------------------------------------===//

/// `if (!(condition)) break;` where this stands.
LogicalResult FunctionLifter::leaveUnless(const Expr *condition) {
  Holes holes;
  const TextResult text = spellWithHoles(condition, holes);
  if (failed(text))
    return mlir::failure();
  Effects effects = effectsOf(condition, holes.expressions);
  effects.exits = true;
  state.numStatements += !holes.list.empty();
  insertText(condition->getBeginLoc(), "if (!(" + *text + ")) break;", holes, effects);
  return success();
}

LogicalResult FunctionLifter::inlineParts(const InlinedControl &control, const FunctionFacts &calleeFacts) {
  const SourceLocation place = control.statement->getBeginLoc();
  const llvm::SmallVector<int64_t> bytes(2 * control.bodies.size(), *evaluatedAt);
  const auto unbraced = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(control.bodies.size())));
  auto op = builder.create<gf::ControlOp>(locationOf(place), control.keyword, *evaluatedAt, *evaluatedAt, lineOf(place),
                                          builder.getDenseI64ArrayAttr(bytes), builder.getDenseI64ArrayAttr(unbraced),
                                          builder.getStringAttr(control.text), control.holes.values(),
                                          rootsOf(control.effects.reads), rootsOf(control.effects.writes),
                                          control.effects.mayThrow, control.bodies.size());
  control.holes.noteReads(op);
  state.numStatements += !control.holes.list.empty();
  const auto known = state.known;
  for (const auto &[index, body] : llvm::enumerate(control.bodies)) {
    const mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *block = builder.createBlock(&op.getParts()[index]);
    state.known = known;
    state.scalars.clear();
    beginNextStatement();
    if (control.element) {
      declaredAfter[cast<ValueDecl>(control.element->getCanonicalDecl())] = {block, &block->back()};
      if (const auto type = binding.arrayClass(control.element->getType()))
        (void)declareVariable(control.element, *type, state.scope.find(control.element)->text);
    }
    if (control.leavesUnless && !isa<DoStmt>(control.statement) && failed(leaveUnless(control.leavesUnless)))
      return mlir::failure();
    if (failed(inlineStatements(statementsOf(body), /*isBody=*/false, calleeFacts, {})))
      return mlir::failure();
    if (isa<DoStmt>(control.statement) && failed(leaveUnless(control.leavesUnless)))
      return mlir::failure();
    forgetVariablesIn(op);
  }
  return success();
}

} // namespace gpufuse

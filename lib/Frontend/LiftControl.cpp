// Host loops, branches and blocks around array statements: their headers stay text, their bodies are lifted.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace gpufuse {
namespace {

const IfStmt *ifStatementAt(SourceLocation place, const Stmt *s) {
  if (!s)
    return nullptr;
  if (const auto *found = dyn_cast<IfStmt>(s); found && found->getIfLoc() == place)
    return found;
  for (const Stmt *child : s->children())
    if (const IfStmt *found = ifStatementAt(place, child))
      return found;
  return nullptr;
}

} // namespace

/// Whether anything in there could become an operation.
bool FunctionLifter::holdsArrayStatement(const Stmt *s) const {
  if (!s || isa<LambdaExpr>(s))
    return false;
  if (const auto *e = dyn_cast<Expr>(s)) {
    const auto operation = binding.operation(e);
    if (operation && (isComputation(e, *operation) || operation->kind == ArrayOperation::assign ||
                      operation->kind == ArrayOperation::compound))
      return true;
    if (const auto *call = dyn_cast<CallExpr>(e); call && inlinableCallee(call))
      return true;
  }
  return llvm::any_of(s->children(), [&](const Stmt *child) { return holdsArrayStatement(child); });
}

/// An `if constexpr` becomes the arm that is compiled: the other one's text may name variables that are gone. In a
/// template only the pattern still has both arms.
bool FunctionLifter::liftConstantBranch(const IfStmt *branch) {
  const std::optional<const Stmt *> taken = branch->getNondiscardedCase(ast);
  if (!taken || branch->getInit() || branch->getConditionVariableDeclStmt() || isa_and_nonnull<DeclStmt>(*taken))
    return false;
  const IfStmt *written = branch;
  if (const FunctionDecl *pattern = fused.function->getTemplateInstantiationPattern())
    written = ifStatementAt(branch->getIfLoc(), pattern->getBody());
  if (!written || (*taken && !written->getElse()))
    return false; // no arm is left out
  const auto whole = bytesOf(written), arm = *taken ? bytesOf(*taken) : std::pair(whole->second, whole->second);
  if (!whole || !arm)
    return false;
  const auto drop = [&](int64_t begin, int64_t end) {
    builder.create<gf::StatementOp>(locationOf(branch->getIfLoc()), begin, end, lineOf(branch->getIfLoc()));
  };
  drop(whole->first, arm->first);
  if (*taken)
    liftStatement(*taken);
  if (arm->second < whole->second)
    drop(arm->second, whole->second);
  return true;
}

//===-- Conditions of loops ----------------------------------------------------------------------------------===//

namespace {

/// Whether a `continue` in there belongs to the loop around it.
bool continuesLoop(const Stmt *s) {
  if (!s || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(s))
    return false;
  return isa<ContinueStmt>(s) || llvm::any_of(s->children(), continuesLoop);
}

/// Whether the body declares a name that the expression uses and that means another object there.
bool declaresNameOf(const Stmt *body, const Stmt *e) {
  if (!e)
    return false;
  if (const auto *reference = dyn_cast<DeclRefExpr>(e))
    for (const Stmt *s : body->children())
      if (const auto *declaration = dyn_cast_or_null<DeclStmt>(s))
        for (const Decl *one : declaration->decls())
          if (const auto *name = dyn_cast<NamedDecl>(one);
              name && name->getDeclName() == reference->getDecl()->getDeclName())
            return true;
  return llvm::any_of(e->children(), [&](const Stmt *child) { return declaresNameOf(body, child); });
}

/// `a && b && c`, taken apart.
void conjunctsOf(const Expr *e, llvm::SmallVectorImpl<const Expr *> &parts) {
  if (const auto *whole = dyn_cast<ExprWithCleanups>(e))
    e = whole->getSubExpr();
  const auto *both = dyn_cast<BinaryOperator>(e);
  if (!both || both->getOpcode() != BO_LAnd)
    return parts.push_back(e);
  conjunctsOf(both->getLHS(), parts);
  conjunctsOf(both->getRHS(), parts);
}

} // namespace

/// The condition of a loop that is to become `if (!(condition)) break;` in the body, because it computes arrays.
const Expr *FunctionLifter::conditionInBody(const Stmt *loop) const {
  const Expr *condition = nullptr;
  if (const auto *counted = dyn_cast<ForStmt>(loop))
    condition = counted->getConditionVariable() ? nullptr : counted->getCond();
  else if (const auto *tested = dyn_cast<WhileStmt>(loop))
    condition = tested->getConditionVariable() ? nullptr : tested->getCond();
  else if (const auto *repeated = dyn_cast<DoStmt>(loop);
           repeated && !continuesLoop(repeated->getBody()) && !declaresNameOf(repeated->getBody(), repeated->getCond()))
    condition = repeated->getCond();
  return condition && bytesOf(condition) && holdsArrayStatement(condition) ? condition : nullptr;
}

/// Lifts the array expressions of the condition at the begin of the body (of a `do` loop: at its end), and the breaks
/// that they decide. Answers how many of the conjuncts stay in the loop's own text.
size_t FunctionLifter::liftLoopCondition(const Stmt *loop, const Expr *condition, const Stmt *body) {
  llvm::SmallVector<const Expr *> parts;
  conjunctsOf(condition, parts);
  const size_t kept = isa<DoStmt>(loop) ? 0 : llvm::find_if(parts, [&](const Expr *part) {
                                                return holdsArrayStatement(part);
                                              }) - parts.begin();
  const auto *braced = dyn_cast<CompoundStmt>(body);
  const Stmt *first = !braced ? body : braced->body_empty() ? nullptr : *braced->body_begin();
  evaluatedAt = isa<DoStmt>(loop)         ? braced ? offsetOf(braced->getRBracLoc()) : bytesOf(body)->second
                : first && bytesOf(first) ? bytesOf(first)->first
                                          : offsetOf(braced->getLBracLoc()) + 1;
  const auto restore = llvm::make_scope_exit([&] { evaluatedAt.reset(); });
  for (const Expr *part : llvm::drop_begin(parts, kept)) {
    startStatement();
    const Holes holes = liftHoles(part, part);
    const Effects effects = effectsOf(part, holes.expressions);
    const std::string text = textWithHoles(part, holes);
    const std::string negated = text == "$0" ? "!$0" : "!(" + text + ")";
    auto leave = builder.create<gf::HostOp>(
        locationOf(part->getBeginLoc()), *evaluatedAt, *evaluatedAt, lineOf(part->getBeginLoc()),
        builder.getStringAttr("if (" + negated + ") break;"), holes.values(), rootsOf(effects.reads),
        rootsOf(effects.writes), effects.mayThrow, effects.isObservable, /*exits=*/true);
    holes.noteReads(leave);
    state.numStatements += !holes.list.empty();
    forget(effects);
  }
  return kept;
}

/// Takes the conjuncts that moved into the body, all but the first `kept`, out of the loop's own text.
void FunctionLifter::shortenCondition(gf::ControlOp control, const Stmt *loop, const Expr *condition, size_t kept) {
  llvm::SmallVector<const Expr *> parts;
  conjunctsOf(condition, parts);
  const CharSourceRange range = fileRange(condition, ast);
  const int64_t begin = offsetOf(range.getBegin()), end = offsetOf(range.getEnd());
  const std::string rest = kept != 0            ? text(begin, offsetOf(fileRange(parts[kept - 1], ast).getEnd()))
                           : isa<ForStmt>(loop) ? ""
                                                : "true";
  if (isa<DoStmt>(loop)) {
    builder.create<gf::HostOp>(locationOf(condition->getBeginLoc()), begin, end, lineOf(condition->getBeginLoc()),
                               builder.getStringAttr(rest), mlir::ValueRange(), mlir::ValueRange(), mlir::ValueRange(),
                               /*may_throw=*/false, /*observable=*/false, /*exits=*/false);
    return;
  }
  const bool isUnbraced = !control.getUnbraced().empty();
  control.setText(text(int64_t(control.getBegin()), begin) + rest + text(end, control.getBodies()[0] - !isUnbraced));
}

/// Lifts a control statement, or answers false where it must stay text as a whole.
bool FunctionLifter::liftControl(const Stmt *s) {
  llvm::SmallVector<const Stmt *> header, bodies;
  llvm::StringRef keyword;
  if (const auto *branch = dyn_cast<IfStmt>(s)) {
    if (branch->isConstexpr() && bytesOf(s) && liftConstantBranch(branch))
      return true;
    keyword = "if";
    header = {branch->getInit(), branch->getConditionVariableDeclStmt(), branch->getCond()};
    std::optional<const Stmt *> taken;
    if (branch->isConstexpr())
      taken = branch->getNondiscardedCase(ast);
    if (!taken || *taken == branch->getThen())
      bodies.push_back(branch->getThen());
    if (branch->getElse() && (!taken || *taken == branch->getElse()))
      bodies.push_back(branch->getElse());
  } else if (const auto *loop = dyn_cast<ForStmt>(s)) {
    keyword = "for";
    header = {loop->getInit(), loop->getConditionVariableDeclStmt(), loop->getCond(), loop->getInc()};
    bodies = {loop->getBody()};
  } else if (const auto *loop = dyn_cast<WhileStmt>(s)) {
    keyword = "while";
    header = {loop->getConditionVariableDeclStmt(), loop->getCond()};
    bodies = {loop->getBody()};
  } else if (const auto *loop = dyn_cast<DoStmt>(s)) {
    keyword = "do";
    header = {loop->getCond()};
    bodies = {loop->getBody()};
  } else if (const auto *loop = dyn_cast<CXXForRangeStmt>(s)) {
    keyword = "for";
    header = {loop->getInit(), loop->getRangeInit()};
    bodies = {loop->getBody()};
  } else {
    keyword = "block";
    bodies = {s};
  }
  if (bodies.empty() || llvm::none_of(bodies, [&](const Stmt *body) { return holdsArrayStatement(body); }) ||
      !bytesOf(s) || llvm::any_of(bodies, [&](const Stmt *body) { return !bytesOf(body); }))
    return false;
  for (const Stmt *part : header)
    if (const auto *declaration = dyn_cast_or_null<DeclStmt>(part))
      for (const Decl *one : declaration->decls())
        if (const auto *variable = dyn_cast<VarDecl>(one); variable && holdsArrays(variable->getType())) {
          report(s->getBeginLoc(), DiagnosticId::unsupported_statement,
                 {"'" + keyword.str() + "'", "its header declares an array"});
          return false;
        }
  liftBodies(s, keyword, header, bodies, keyword != "if" && keyword != "block");
  return true;
}

void FunctionLifter::liftBodies(const Stmt *s, llvm::StringRef keyword, llvm::ArrayRef<const Stmt *> header,
                                llvm::ArrayRef<const Stmt *> bodies, bool isLoop) {
  Holes holes;
  const Expr *condition = isLoop ? conditionInBody(s) : nullptr;
  if (const auto *branch = dyn_cast<IfStmt>(s); branch && !branch->isConstexpr() && !branch->getInit())
    holes = liftHoles(branch->getCond(), s);
  Effects headerEffects;
  for (const Stmt *part : header) {
    if (!part)
      continue;
    if (isLoop && !isa<CXXForRangeStmt>(s) && part != condition && holdsArrayStatement(part))
      report(part->getBeginLoc(), DiagnosticId::unsupported_operation,
             {sourceText(fileRange(part, ast), ast).str(), "it is evaluated in every round"});
    const Effects effects = effectsOf(part, holes.expressions);
    headerEffects.reads.insert(effects.reads.begin(), effects.reads.end());
    headerEffects.writes.insert(effects.writes.begin(), effects.writes.end());
    headerEffects.mayThrow |= effects.mayThrow;
    headerEffects.touchesEscaping |= effects.touchesEscaping;
  }
  const auto [begin, end] = *bytesOf(s);
  llvm::SmallVector<int64_t> ranges, unbraced;
  for (const auto &[index, body] : llvm::enumerate(bodies)) {
    const auto *braced = dyn_cast<CompoundStmt>(body);
    const auto bytes = *bytesOf(body);
    ranges.push_back(braced ? offsetOf(braced->getLBracLoc()) + 1 : bytes.first);
    ranges.push_back(braced ? offsetOf(braced->getRBracLoc()) : bytes.second);
    if (!braced)
      unbraced.push_back(int64_t(index));
  }
  mlir::StringAttr text;
  if (!holes.list.empty()) {
    text = builder.getStringAttr(textWithHoles(begin, ranges[0] - (isa<CompoundStmt>(bodies[0]) ? 1 : 0), holes));
    ++state.numStatements;
  }
  auto control = builder.create<gf::ControlOp>(
      locationOf(s->getBeginLoc()), keyword, begin, end, lineOf(s->getBeginLoc()), builder.getDenseI64ArrayAttr(ranges),
      builder.getDenseI64ArrayAttr(unbraced), text, holes.values(), rootsOf(headerEffects.reads),
      rootsOf(headerEffects.writes), headerEffects.mayThrow, bodies.size());
  holes.noteReads(control);
  const Effects all = effectsOf(s);
  forget(headerEffects);
  if (isLoop)
    forget(all);
  const auto known = state.known;
  size_t kept = 0;
  for (const auto &[index, body] : llvm::enumerate(bodies)) {
    const mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *block = builder.createBlock(&control.getParts()[index]);
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(s)) {
      declaredAfter[loop->getLoopVariable()] = {block, nullptr};
      if (const auto type = binding.arrayClass(loop->getLoopVariable()->getType()))
        (void)declareVariable(loop->getLoopVariable(), *type, loop->getLoopVariable()->getName());
    }
    state.known = known;
    if (condition && !isa<DoStmt>(s))
      kept = liftLoopCondition(s, condition, body);
    if (const auto *braced = dyn_cast<CompoundStmt>(body))
      liftBlock(braced);
    else
      liftStatement(body);
    if (condition && isa<DoStmt>(s))
      kept = liftLoopCondition(s, condition, body);
    forgetVariablesIn(control);
  }
  if (condition)
    shortenCondition(control, s, condition, kept);
  state.known = known;
  forget(all);
}

} // namespace gpufuse

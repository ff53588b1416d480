// Host loops, branches and blocks around array statements: their headers stay text, their bodies are lifted.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

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
    if (const auto operation = binding.operation(e))
      switch (operation->kind) {
      case ArrayOperation::cast:
      case ArrayOperation::elementwise:
      case ArrayOperation::fill:
      case ArrayOperation::arange:
      case ArrayOperation::linspace:
      case ArrayOperation::random:
      case ArrayOperation::stack:
      case ArrayOperation::reduce:
      case ArrayOperation::map:
      case ArrayOperation::assign:
      case ArrayOperation::compound:
        return true;
      default:
        break;
      }
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
  if (const auto *branch = dyn_cast<IfStmt>(s); branch && !branch->isConstexpr() && !branch->getInit())
    holes = liftHoles(branch->getCond(), s);
  Effects headerEffects;
  for (const Stmt *part : header) {
    if (!part)
      continue;
    if (isLoop && !isa<CXXForRangeStmt>(s) && holdsArrayStatement(part))
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
      unbraced.push_back(index);
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
  const Effects all = effectsOf(s);
  forget(headerEffects);
  if (isLoop)
    forget(all);
  const auto known = state.known;
  for (const auto &[index, body] : llvm::enumerate(bodies)) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *block = builder.createBlock(&control.getParts()[index]);
    if (const auto *loop = dyn_cast<CXXForRangeStmt>(s)) {
      declaredAfter[loop->getLoopVariable()] = {block, nullptr};
      if (const auto type = binding.arrayClass(loop->getLoopVariable()->getType()))
        (void)declareVariable(loop->getLoopVariable(), *type, loop->getLoopVariable()->getName());
    }
    state.known = known;
    if (const auto *braced = dyn_cast<CompoundStmt>(body))
      liftBlock(braced);
    else
      liftStatement(body);
  }
  std::erase_if(state.variables, [&](const auto &entry) {
    return entry.second->root && control->isAncestor(entry.second->root.getDefiningOp());
  });
  state.known = known;
  forget(all);
}

} // namespace gpufuse

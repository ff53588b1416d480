// Finds expressions that take two draws in an order that C++ leaves open, which compilers choose differently.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gpufuse {
namespace {

class DrawVisitor : public RecursiveASTVisitor<DrawVisitor> {
public:
  explicit DrawVisitor(LiftSession &session) : session(session) {}

  bool found = false;

  bool VisitCallExpr(CallExpr *call) {
    const auto *op = dyn_cast<CXXOperatorCallExpr>(call);
    const bool isSequenced = op && (op->isAssignmentOp() || op->getOperator() == OO_LessLess ||
                                    op->getOperator() == OO_GreaterGreater || op->getOperator() == OO_Comma);
    if (!isSequenced)
      compare(llvm::SmallVector<const Stmt *>(call->arg_begin(), call->arg_end()));
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    if (!construction->isListInitialization())
      compare(llvm::SmallVector<const Stmt *>(construction->arg_begin(), construction->arg_end()));
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (!op->isLogicalOp() && !op->isCommaOp() && !op->isAssignmentOp() && !op->isShiftOp())
      compare({op->getLHS(), op->getRHS()});
    return true;
  }

private:
  LiftSession &session;

  /// A call in there that takes a draw from a generator, and from which.
  const CallExpr *drawIn(const Stmt *s, const ValueDecl *&generator) const {
    if (!s || isa<LambdaExpr>(s))
      return nullptr;
    if (const auto *call = dyn_cast<CallExpr>(s))
      for (const Expr *argument : call->arguments())
        if (session.binding.isGenerator(argument->getType()) && argument->isLValue() &&
            !argument->getType().isConstQualified()) {
          generator = baseOf(argument);
          return call;
        }
    for (const Stmt *child : s->children())
      if (const CallExpr *draw = drawIn(child, generator))
        return draw;
    return nullptr;
  }

  void compare(llvm::ArrayRef<const Stmt *> operands) {
    const CallExpr *first = nullptr;
    const ValueDecl *firstFrom = nullptr;
    for (const Stmt *operand : operands) {
      const ValueDecl *from = nullptr;
      const CallExpr *draw = drawIn(operand, from);
      if (!draw)
        continue;
      if (first && from == firstFrom)
        return reportPair(first, draw);
      first = draw;
      firstFrom = from;
    }
  }

  void reportPair(const CallExpr *first, const CallExpr *second) {
    found = true;
    if (!session.told.insert({second->getBeginLoc().getRawEncoding(), DiagnosticId::unsequenced_draws}).second)
      return;
    session.reporter.report(second->getBeginLoc(), DiagnosticId::unsequenced_draws, {}, {second->getSourceRange()});
    const CharSourceRange range = fileRange(first, session.ast);
    if (range.isInvalid())
      return session.reporter.report(first->getBeginLoc(), DiagnosticId::other_draw, {}, {first->getSourceRange()});
    session.reporter.report(first->getBeginLoc(), DiagnosticId::other_draw, {}, {first->getSourceRange()},
                            {FixItHint::CreateReplacement(range, "first_draw")});
  }
};

} // namespace

bool reportUnsequencedDraws(const FunctionDecl *function, LiftSession &session) {
  DrawVisitor visitor(session);
  visitor.TraverseStmt(function->getBody());
  return visitor.found;
}

} // namespace gpufuse

// Whether a called function reaches arrays other than through its arguments, may throw, or does what others see.
#include "Frontend/HostEffects.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gpufuse {
namespace {

bool cannotThrow(const FunctionDecl *function) {
  const auto *prototype = function->getType()->getAs<FunctionProtoType>();
  return prototype && !isUnresolvedExceptionSpec(prototype->getExceptionSpecType()) &&
         prototype->canThrow() == CT_Cannot;
}

bool isNumbersOnly(const FunctionDecl *function) {
  return function->getReturnType()->isArithmeticType() &&
         llvm::all_of(function->parameters(), [](const ParmVarDecl *parameter) {
           return parameter->getType().getNonReferenceType()->isArithmeticType();
         });
}

bool isStreamOutput(const FunctionDecl *function) {
  const auto *record = function->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && record->getName().contains("ostream");
}

bool isFromC(const FunctionDecl *function) {
  if (function->getBuiltinID() != 0)
    return true;
  const SourceManager &sources = function->getASTContext().getSourceManager();
  return function->isExternC() && sources.isInSystemHeader(function->getLocation());
}

/// Looks for a way out of a body: globals that are or may hold arrays, calls of unknown code, throws, changes of what
/// is not its own.
class BodyJudge : public RecursiveASTVisitor<BodyJudge> {
public:
  explicit BodyJudge(HarmlessCalls &calls) : calls(calls) {}

  HarmlessCalls::Answer answer{true, false, false};

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
    if (variable && !variable->hasLocalStorage() && !holdsOnlyNumbers(variable->getType()))
      answer.touchesOnlyArguments = false;
    return true;
  }
  bool VisitCXXThrowExpr(CXXThrowExpr *) { return answer.mayThrow = true; }
  bool VisitCXXNewExpr(CXXNewExpr *) { return answer.mayThrow = true; }
  bool VisitBinaryOperator(BinaryOperator *op) {
    answer.isObservable |= op->isAssignmentOp() && !isOwnVariable(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *op) {
    answer.isObservable |= op->isIncrementDecrementOp() && !isOwnVariable(op->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *call) {
    add(call->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    if (!construction->getConstructor()->isTrivial())
      add(construction->getConstructor());
    return true;
  }

private:
  HarmlessCalls &calls;

  static bool holdsOnlyNumbers(QualType type) {
    type = type.getNonReferenceType();
    return type->isArithmeticType() || type->isEnumeralType() ||
           (type->isArrayType() && holdsOnlyNumbers(QualType(type->getBaseElementTypeUnsafe(), 0)));
  }

  void add(const FunctionDecl *callee) {
    const HarmlessCalls::Answer inner = callee ? calls.about(callee) : HarmlessCalls::Answer();
    answer.touchesOnlyArguments &= inner.touchesOnlyArguments;
    answer.mayThrow |= inner.mayThrow;
    answer.isObservable |= inner.isObservable;
  }
};

} // namespace

HarmlessCalls::Answer HarmlessCalls::about(const FunctionDecl *callee) {
  const FunctionDecl *key = callee->getCanonicalDecl();
  if (const auto known = answers.find(key); known != answers.end())
    return known->second;
  answers[key] = Answer(); // recursion: unknown
  const Answer answer = judge(callee);
  return answers[key] = answer;
}

HarmlessCalls::Answer HarmlessCalls::judge(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (method && method->isVirtual())
    return {false, !cannotThrow(callee), true};
  if (binding.isOwnFunction(callee)) // the value of a rank-0 array or of an element is only read
    return {true, !cannotThrow(callee) && !isa<CXXConversionDecl>(callee), false};
  if (isFromC(callee))
    return {true, false, !isNumbersOnly(callee)};
  if (isStandard(callee))
    return {true, !cannotThrow(callee) && !isNumbersOnly(callee) && !isStreamOutput(callee), !isNumbersOnly(callee)};
  Answer answer = judgeBody(callee);
  answer.mayThrow &= !cannotThrow(callee);
  return answer;
}

HarmlessCalls::Answer HarmlessCalls::judgeBody(const FunctionDecl *callee) {
  const FunctionDecl *definition = nullptr;
  const Stmt *body = callee->getBody(definition);
  if (!body)
    return Answer();
  BodyJudge judge(*this);
  judge.TraverseStmt(const_cast<Stmt *>(body));
  return judge.answer;
}

} // namespace gpufuse

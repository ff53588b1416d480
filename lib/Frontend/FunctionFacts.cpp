// What holds of a function's variables wherever they are used, for the rules about scalars and aliasing.
#include "Frontend/FunctionFacts.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gpufuse {
namespace {

/// Whether an argument for this parameter may be changed through it.
bool mayChange(QualType parameter) {
  return parameter->isReferenceType() && !parameter.getNonReferenceType().isConstQualified();
}

/// Whether a tuple or pair holds references.
bool hasReferenceMember(const CXXRecordDecl *record) {
  const auto *instance = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto isReference = [](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Type && argument.getAsType()->isReferenceType();
  };
  return !instance || llvm::any_of(instance->getTemplateArgs().asArray(), [&](const TemplateArgument &argument) {
    return argument.getKind() == TemplateArgument::Pack ? llvm::any_of(argument.pack_elements(), isReference)
                                                        : isReference(argument);
  });
}

/// Functions of the standard library that take references and keep none.
bool keepsNoReference(const FunctionDecl *function) {
  return isStandard(function) && function->getIdentifier() &&
         llvm::is_contained({"swap", "move", "forward", "exchange", "get", "min", "max", "make_tuple", "make_pair"},
                            function->getName());
}

class FactsVisitor : public RecursiveASTVisitor<FactsVisitor> {
public:
  FactsVisitor(const ArrayBinding &binding, FunctionFacts &facts) : binding(binding), facts(facts) {}

  bool VisitBinaryOperator(BinaryOperator *op) {
    if (op->isAssignmentOp())
      change(op->getLHS());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      change(op->getSubExpr());
    if (op->getOpcode() == UO_AddrOf)
      expose(op->getSubExpr());
    return true;
  }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(callee);
    const bool keeps = !callee || !(binding.isOwnFunction(callee) || keepsNoReference(callee));
    if (const auto *member = dyn_cast<CXXMemberCallExpr>(call); member && (!method || !method->isConst()))
      change(member->getImplicitObjectArgument());
    if (method && method->getIdentifier() && method->getName() == "host_mut")
      expose(cast<CXXMemberCallExpr>(call)->getImplicitObjectArgument());
    const unsigned first = isa<CXXOperatorCallExpr>(call) && method ? 1 : 0;
    if (first && !method->isConst())
      change(call->getArg(0));
    const auto shown = binding.arrayClass(call->getType());
    if (!keeps && shown && shown->isView && !shown->isWritable)
      return true; // what only reads its arguments
    visitArguments(callee, llvm::ArrayRef(call->getArgs(), call->getNumArgs()).drop_front(first), keeps);
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *construction) {
    const CXXConstructorDecl *constructor = construction->getConstructor();
    const bool keeps = !binding.isOwnFunction(constructor) && !constructor->isCopyOrMoveConstructor();
    const bool isTuple =
        isStandard(constructor) && llvm::is_contained({"tuple", "pair"}, constructor->getParent()->getName());
    if (isTuple && !hasReferenceMember(constructor->getParent()))
      return true; // takes copies
    visitArguments(constructor, llvm::ArrayRef(construction->getArgs(), construction->getNumArgs()), keeps);
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (!variable->hasInit() || isa<ParmVarDecl>(variable))
      return true;
    if (variable->getType()->isReferenceType())
      exposeAll(variable->getInit(), mayChange(variable->getType()));
    if (const auto array = binding.arrayClass(variable->getType()); array && array->isView)
      exposeAll(variable->getInit(), true);
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *lambda) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        facts.escaping.insert(capture.getCapturedVar());
    return true;
  }

private:
  const ArrayBinding &binding;
  FunctionFacts &facts;

  void change(const Expr *e) {
    if (const ValueDecl *base = baseOf(e))
      facts.modified.insert(base);
  }

  void expose(const Expr *e) {
    change(e);
    if (const ValueDecl *base = baseOf(e))
      facts.escaping.insert(base);
  }

  /// Everything that is named in an initialiser of a reference or view may be reached through it.
  void exposeAll(const Stmt *s, bool mayChange) {
    if (!s)
      return;
    if (const auto *reference = dyn_cast<DeclRefExpr>(s);
        reference && isa<VarDecl, BindingDecl>(reference->getDecl())) {
      facts.escaping.insert(reference->getDecl());
      if (mayChange)
        facts.modified.insert(reference->getDecl());
    }
    for (const Stmt *child : s->children())
      exposeAll(child, mayChange);
  }

  void visitArguments(const FunctionDecl *callee, llvm::ArrayRef<Expr *> arguments, bool keeps) {
    for (const auto &[index, argument] : llvm::enumerate(arguments)) {
      const bool isNamed = callee && index < callee->getNumParams();
      const QualType parameter = isNamed ? callee->getParamDecl(index)->getType() : argument->getType();
      const bool isUnknown = !callee && argument->isLValue();
      const bool isCopied =
          callee && isStandard(callee) && callee->getIdentifier() && callee->getName().starts_with("make_");
      if ((!mayChange(parameter) && !isUnknown) || isCopied)
        continue;
      change(argument);
      if (keeps)
        expose(argument);
    }
  }
};

} // namespace

FunctionFacts gatherFacts(const FunctionDecl *function, const ArrayBinding &binding) {
  FunctionFacts facts;
  FactsVisitor(binding, facts).TraverseStmt(function->getBody());
  return facts;
}

bool isStandard(const FunctionDecl *function) {
  const DeclContext *context = function->getDeclContext()->getEnclosingNamespaceContext();
  while (context->isInlineNamespace())
    context = context->getParent()->getEnclosingNamespaceContext();
  return context->isStdNamespace();
}

bool isStdMove(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee();
  return callee && call->getNumArgs() == 1 && isStandard(callee) && callee->getIdentifier() &&
         (callee->getName() == "move" || callee->getName() == "forward");
}

const ValueDecl *baseOf(const Expr *expression) {
  const Expr *e = stripped(expression);
  if (const auto *reference = dyn_cast<DeclRefExpr>(e))
    return reference->getDecl();
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return member->isArrow() ? nullptr : baseOf(member->getBase());
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(e))
    return subscript->getBase()->IgnoreImpCasts()->getType()->isArrayType() ? baseOf(subscript->getBase()) : nullptr;
  if (const auto *cast = dyn_cast<CastExpr>(e))
    return baseOf(cast->getSubExpr());
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(e); call && call->getNumArgs() > 0)
    return call->getOperator() == OO_Call || call->isAssignmentOp() || call->getOperator() == OO_Subscript
               ? baseOf(call->getArg(0))
               : nullptr;
  if (const auto *call = dyn_cast<CallExpr>(e); call && isStdMove(call))
    return baseOf(call->getArg(0));
  return nullptr;
}

} // namespace gpufuse

// The array variables of one function: which expressions name one, and what other names may reach it.
#include "Frontend/ArrayVariables.h"
#include "Frontend/ScalarText.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace gpufuse {

std::optional<ObjectPath> PathResolver::resolve(const Expr *expression) const {
  const Expr *e = stripped(expression);
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e); cast && cast->getCastKind() == CK_UncheckedDerivedToBase)
    return resolve(cast->getSubExpr());
  if (const auto *reference = dyn_cast<DeclRefExpr>(e))
    return resolve(reference);
  if (const auto *member = dyn_cast<MemberExpr>(e))
    return resolve(member);
  if (const auto *dereference = dyn_cast<UnaryOperator>(e);
      dereference && dereference->getOpcode() == UO_Deref && isa<CXXThisExpr>(stripped(dereference->getSubExpr())))
    return thisObject();
  if (const auto *call = dyn_cast<CallExpr>(e); call && isStdMove(call))
    return resolve(call->getArg(0));
  return std::nullopt;
}

ObjectPath PathResolver::thisObject() const {
  return scope.thisObject ? *scope.thisObject : ObjectPath{nullptr, "", "(*this)"};
}

std::optional<ObjectPath> PathResolver::resolve(const DeclRefExpr *reference) const {
  const ValueDecl *declaration = reference->getDecl();
  if (const NameBinding *bound = scope.find(declaration))
    return bound->kind == NameBinding::object ? std::optional(bound->path) : std::nullopt;
  const auto *variable = dyn_cast<VarDecl>(declaration);
  if (!variable && !isa<BindingDecl>(declaration))
    return std::nullopt;
  const bool isLocal = declaration->getDeclContext()->isFunctionOrMethod();
  if (scope.isInlined && isLocal && variable && variable->hasLocalStorage() &&
      variable->getDeclContext() != scope.function)
    return std::nullopt; // a name of the callee's that stands for nothing
  const bool isPlain = isLocal || (!scope.isInlined && !reference->getQualifier());
  return ObjectPath{cast<ValueDecl>(declaration->getCanonicalDecl()), "",
                    isPlain ? declaration->getNameAsString() : qualifiedName(declaration)};
}

std::optional<ObjectPath> PathResolver::resolve(const MemberExpr *member) const {
  const ValueDecl *declaration = member->getMemberDecl();
  const std::string name = declaration->getNameAsString();
  if (isa<VarDecl>(declaration)) // a static member
    return ObjectPath{cast<ValueDecl>(declaration->getCanonicalDecl()), "", qualifiedName(declaration)};
  if (!isa<FieldDecl>(declaration) || name.empty() || (scope.isInlined && !isAccessible(declaration, scope.function)))
    return std::nullopt;
  const Expr *object = stripped(member->getBase());
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(object))
    object = stripped(cast->getSubExpr());
  std::optional<ObjectPath> path;
  if (isa<CXXThisExpr>(object)) {
    path = thisObject();
    if (!path->base && path->path.empty())
      path->text = "this->" + name;
    else
      path->text += "." + name;
    path->path += "." + name;
    return path;
  }
  path = resolve(object);
  if (!path || (member->isArrow() && (!path->base || !path->path.empty() || facts.modified.contains(path->base))))
    return std::nullopt;
  const std::string step = (member->isArrow() ? "->" : ".") + name;
  path->path += step;
  path->text = (path->text == "(*this)" ? "this->" + name : path->text + step);
  return path;
}

llvm::SmallVector<ArrayMember, 4> arraysInside(QualType type, const ArrayBinding &binding) {
  llvm::SmallVector<ArrayMember, 4> result;
  const QualType object = type.getNonReferenceType();
  if (const auto array = binding.arrayClass(object)) {
    result.push_back({"", *array});
    return result;
  }
  const auto *record = object->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isInStdNamespace() || record->isUnion() || record->isLambda())
    return result;
  for (const CXXBaseSpecifier &base : record->getDefinition()->bases())
    result.append(arraysInside(base.getType(), binding));
  for (const FieldDecl *field : record->getDefinition()->fields())
    if (!field->getType()->isReferenceType() && !field->getType()->isPointerType())
      for (const ArrayMember &member : arraysInside(field->getType(), binding))
        result.push_back({"." + field->getNameAsString() + member.path, member.type});
  return result;
}

void classify(ArrayVariable &variable, const FunctionFacts &facts) {
  const ValueDecl *base = variable.path.base;
  const auto *declared = dyn_cast_or_null<VarDecl>(base);
  const auto *part = dyn_cast_or_null<BindingDecl>(base);
  const bool isReference = base && (base->getType()->isReferenceType() ||
                                    (part && cast<ValueDecl>(part->getDecomposedDecl())->getType()->isReferenceType()));
  const bool isPointee = variable.path.path.starts_with("->");
  const bool isGlobal = declared && !declared->hasLocalStorage();
  variable.escapes =
      !base || isReference || isPointee || isGlobal || variable.type.isView || facts.escaping.contains(base);
  if (isGlobal)
    variable.kind = gf::RootKind::Global;
  else if (!base || !variable.path.path.empty())
    variable.kind = gf::RootKind::Member;
  else if (isa<ParmVarDecl>(base) && (isReference || variable.type.isView))
    variable.kind = gf::RootKind::Parameter;
  else
    variable.kind = gf::RootKind::Local;
}

} // namespace gpufuse

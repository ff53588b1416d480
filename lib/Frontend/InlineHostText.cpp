// Statements of inlined callees that stay text: re-spelled where the call stands, with names that clash with nothing.
#include "Frontend/FunctionLifter.h"
#include "Frontend/LibraryCalls.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using mlir::failed;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {
namespace {

/// Whether it makes no difference to the program when, before its block ends, an object of this type is destroyed.
bool hasPlainDestructor(QualType type, const ArrayBinding &binding) {
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || binding.arrayClass(type) || type.isDestructedType() == QualType::DK_none)
    return true;
  const CXXDestructorDecl *destructor = record->getDestructor();
  return !record->isInStdNamespace() && (!destructor || !destructor->isUserProvided()) &&
         llvm::all_of(record->bases(), [&](auto &base) { return hasPlainDestructor(base.getType(), binding); }) &&
         llvm::all_of(record->fields(), [&](auto *field) { return hasPlainDestructor(field->getType(), binding); });
}

} // namespace

/// The text of an expression of a callee. Array expressions inside it are lifted, if the text is evaluated once.
FunctionLifter::TextResult FunctionLifter::spellWithHoles(const Expr *e, Holes &holes, bool isOnce) {
  llvm::SmallVector<const Expr *> candidates;
  if (isOnce)
    collectHoles(e, candidates);
  if (changesBeside(e, candidates))
    candidates.clear();
  SpelledParts parts;
  unsigned number = holes.values().size();
  for (const Expr *candidate : candidates) {
    if (!liftHole(candidate, e, holes))
      continue; // stays text too
    Hole &hole = holes.list.back();
    hole.isRead = isRead(hole, e);
    parts[candidate] = textOf(hole, number);
    number += hole.values.size();
  }
  const SpelledText text = spell(e, state.scope, ast, parts, number);
  if (!text)
    return failText(e, text);
  for (Value value : text.holes)
    holes.list.push_back(
        {e, {value}, mlir::isa<mlir::RankedTensorType>(value.getType()) && gf::rankOf(value.getType()) == 0});
  return text.text;
}

/// Puts text where the call stands. What follows is another statement, as in the callee.
gf::HostOp FunctionLifter::insertText(SourceLocation place, llvm::StringRef text, const Holes &holes,
                                      const Effects &effects) {
  auto host = builder.create<gf::HostOp>(
      locationOf(place), *evaluatedAt, *evaluatedAt, lineOf(place), builder.getStringAttr(text), holes.values(),
      rootsOf(effects.reads), rootsOf(effects.writes), effects.mayThrow, effects.isObservable, effects.exits);
  holes.noteReads(host);
  forget(effects);
  state.scalars.clear();
  beginNextStatement();
  return host;
}

/// An expression that is no array statement, `break`, or `continue`.
LogicalResult FunctionLifter::inlineHostStatement(const Stmt *s) {
  Holes holes;
  std::string text = isa<BreakStmt>(s) ? "break" : "continue";
  if (const auto *e = dyn_cast<Expr>(s)) {
    const LiftFailure why = blame;
    const TextResult spelled = spellWithHoles(e, holes);
    if (failed(spelled))
      return mlir::failure();
    text = *spelled;
    blame = why;
    if (!holes.expressions.contains(blame.at))
      reportFailure();
  }
  state.numStatements += !holes.list.empty();
  const auto host = insertText(s->getBeginLoc(), text + ";", holes, effectsOf(s, holes.expressions));
  noteLibraryCalls(host, s, holes.expressions);
  return success();
}

//===-- Variables --------------------------------------------------------------------------------------------===//

/// Whether a variable like this one can live to the end of the block in which the call stands.
bool FunctionLifter::canDeclare(const VarDecl *variable) const {
  const QualType type = variable->getType();
  const QualType object = type->isPointerType() ? type->getPointeeType() : type.getNonReferenceType();
  if (variable->isStaticLocal() || object->isArrayType() || object->isFunctionType() || type->isMemberPointerType())
    return false;
  if (type->isReferenceType() || type->isScalarType())
    return true;
  const bool isAssigned = variable->hasInit() && variable->getInitStyle() == VarDecl::CInit;
  return (isa<ParmVarDecl>(variable) || isAssigned) && hasPlainDestructor(type, binding);
}

/// A name of its own for a variable of the callee.
NameBinding FunctionLifter::nameOf(const VarDecl *variable) {
  const std::string name = uniqueName(variable->getIdentifier() ? variable->getName() : "argument");
  const auto *canonical = cast<ValueDecl>(variable->getCanonicalDecl());
  return {NameBinding::object, {canonical, "", name}, {}, name};
}

/// `type name = init;` where the call stands: a new variable in every call, as in C++.
mlir::FailureOr<NameBinding> FunctionLifter::declareAsText(const VarDecl *variable, const Expr *init) {
  const std::string name = variable->getNameAsString();
  if (!canDeclare(variable))
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "'" + name + "' cannot be declared in the caller");
  Holes holes;
  Effects effects;
  std::string value;
  if (init) {
    const TextResult text = spellWithHoles(init, holes);
    if (failed(text))
      return mlir::failure();
    value = " = " + *text;
    effects = effectsOf(init, holes.expressions);
  }
  NameBinding bound = nameOf(variable);
  const QualType type = variable->getType();
  const std::string spelling = qualifiedType(type->isReferenceType() ? type : type.getUnqualifiedType(), ast) +
                               (type->isReferenceType() || type->isPointerType() ? "" : " ");
  insertText(variable->getLocation(), spelling + bound.text + value + ";", holes, effects);
  mlir::Block *block = builder.getInsertionBlock();
  declaredAfter[bound.path.base] = {block, &block->back()};
  return bound;
}

/// A temporary that a method is called on, as a variable.
mlir::FailureOr<ObjectPath> FunctionLifter::declareObject(const Expr *object, const CXXMethodDecl *method) {
  const QualType type = object->getType();
  if (type->isPointerType() || object->isGLValue() || !hasPlainDestructor(type, binding))
    return fail(nullptr, DiagnosticId::callee_not_inlined, "", "its object has no name");
  Holes holes;
  const TextResult text = spellWithHoles(object, holes);
  if (failed(text))
    return mlir::failure();
  const std::string name = uniqueName("object");
  insertText(object->getBeginLoc(), qualifiedType(type.getUnqualifiedType(), ast) + " " + name + " = " + *text + ";",
             holes, effectsOf(object, holes.expressions));
  return ObjectPath{cast<ValueDecl>(method->getCanonicalDecl()), "", name};
}

} // namespace gpufuse

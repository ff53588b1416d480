// Library calls in host text and in inlined callees: their functions are those whose definition asks
// `detail::try_library`.
#include "Frontend/LibraryCalls.h"

#include "Frontend/FunctionLifter.h"
#include "mlir/IR/Builders.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace gpufuse {

static bool names(const Stmt *s, StringRef function) {
  if (const auto *reference = dyn_cast_or_null<DeclRefExpr>(s))
    if (const auto *callee = dyn_cast<FunctionDecl>(reference->getDecl()))
      return callee->getIdentifier() && callee->getName() == function;
  return s && llvm::any_of(s->children(), [&](const Stmt *child) { return names(child, function); });
}

bool isLibraryFunction(const FunctionDecl *callee) {
  const auto *space = callee ? dyn_cast<NamespaceDecl>(callee->getDeclContext()) : nullptr;
  const FunctionDecl *definition = nullptr;
  return space && space->getName() == "gpufuse" && callee->getIdentifier() && callee->hasBody(definition) &&
         names(definition->getBody(), "try_library");
}

static void collect(const Stmt *s, const llvm::DenseSet<const Stmt *> &without, llvm::SetVector<StringRef> &found) {
  if (!s || without.contains(s))
    return;
  if (const auto *call = dyn_cast<CallExpr>(s); call && isLibraryFunction(call->getDirectCallee()))
    found.insert(call->getDirectCallee()->getName());
  for (const Stmt *child : s->children())
    collect(child, without, found);
}

void noteLibraryCalls(mlir::Operation *host, const Stmt *text, const llvm::DenseSet<const Stmt *> &without) {
  llvm::SetVector<StringRef> found;
  collect(text, without, found);
  if (!found.empty())
    host->setAttr("gf.library_calls", mlir::Builder(host->getContext()).getStrArrayAttr(found.getArrayRef()));
}

/// A library call in an inlined callee: a variable where the call of the callee stands, as what cannot be lifted is in
/// the user's own text.
mlir::LogicalResult FunctionLifter::declareLibraryCall(const CallExpr *call, UseResult useResult) {
  const auto type = binding.arrayClass(call->getType());
  if (!type || type->isView || type->element == type_id::none)
    return fail(call, DiagnosticId::unsupported_operation, "", "");
  Holes holes;
  const TextResult text = spellWithHoles(call, holes);
  if (mlir::failed(text))
    return mlir::failure();
  const std::string name = uniqueName("result");
  ArrayVariable *variable = newVariable(call->getExprLoc(), name, *type, /*escapes=*/false);
  Effects effects = effectsOf(call, holes.expressions);
  effects.writes.insert(variable);
  gf::HostOp host = insertText(call->getBeginLoc(), "const auto " + name + " = " + *text + ";", holes, effects);
  noteLibraryCalls(host, call, holes.expressions);
  opaque[call] = variable;
  const mlir::LogicalResult used = useResult(call);
  opaque.erase(call); // the next call of the callee has another
  return used;
}

} // namespace gpufuse

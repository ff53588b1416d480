// Finds the library's functions in host text: they are those whose definition asks `detail::try_library`.
#include "Frontend/LibraryCalls.h"

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

static bool isLibraryFunction(const FunctionDecl *callee) {
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

} // namespace gpufuse

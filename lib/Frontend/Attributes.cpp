// Registers `[[gpufuse::fuse]]` with Clang: on functions it becomes an annotation, elsewhere it is an error.
#include "Frontend/Attributes.h"
#include "Frontend/Reporter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace gpufuse {
namespace {

constexpr char kAnnotation[] = "gpufuse::fuse";

std::string kindOf(const Decl *declaration) {
  if (isa<ParmVarDecl>(declaration))
    return "a parameter";
  if (isa<VarDecl>(declaration))
    return "a variable";
  if (isa<FieldDecl>(declaration))
    return "a member";
  if (isa<TagDecl>(declaration) || isa<TypedefNameDecl>(declaration))
    return "a type";
  if (isa<NamespaceDecl>(declaration))
    return "a namespace";
  return "this declaration";
}

struct FuseAttribute : ParsedAttrInfo {
  FuseAttribute() {
    static constexpr Spelling kSpellings[] = {{ParsedAttr::AS_CXX11, kAnnotation}};
    Spellings = kSpellings;
  }

  bool diagAppertainsToDecl(Sema &sema, const ParsedAttr &attribute, const Decl *declaration) const override {
    if (declaration->getAsFunction())
      return true;
    Reporter(sema.Diags).report(attribute.getLoc(), DiagnosticId::attribute_on_non_function, {kindOf(declaration)});
    return false;
  }

  bool diagAppertainsToStmt(Sema &sema, const ParsedAttr &attribute, const Stmt *) const override {
    Reporter(sema.Diags).report(attribute.getLoc(), DiagnosticId::attribute_on_non_function, {"a statement"});
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &sema, Decl *declaration, const ParsedAttr &attribute) const override {
    declaration->addAttr(AnnotateAttr::Create(sema.Context, kAnnotation, nullptr, 0, attribute));
    return AttributeApplied;
  }
};

} // namespace

void registerAttributes() { static const ParsedAttrInfoRegistry::Add<FuseAttribute> attribute("gpufuse-fuse", ""); }

bool hasFuseAttribute(const FunctionDecl *function) {
  return llvm::any_of(function->specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *attribute) { return attribute->getAnnotation() == kAnnotation; });
}

} // namespace gpufuse

// Finds the functions to fuse: annotated bodies in the main file, one entry an instantiation.
#include "Frontend/FusedFunctions.h"
#include "Frontend/Attributes.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gpufuse {
namespace {

using Condition = std::optional<std::string>;

class Collector {
public:
  Collector(const ASTContext &ast, const Reporter &reporter) : ast(ast), reporter(reporter) {}

  void visitAll(const DeclContext *context) {
    for (const Decl *declaration : context->decls())
      if (!ast.getSourceManager().isInSystemHeader(declaration->getLocation()))
        visit(declaration);
  }

  FusedFunctions found;

private:
  const ASTContext &ast;
  const Reporter &reporter;

  void visit(const Decl *declaration) {
    if (const auto *function = dyn_cast<FunctionDecl>(declaration))
      return add(function);
    if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration))
      return visitTemplate(pattern);
    if (const auto *pattern = dyn_cast<ClassTemplateDecl>(declaration))
      return visitTemplate(pattern);
    if (const auto *record = dyn_cast<CXXRecordDecl>(declaration))
      return record->isThisDeclarationADefinition() ? visitAll(record) : void();
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(declaration))
      visitAll(cast<DeclContext>(declaration));
    if (const auto *friendship = dyn_cast<FriendDecl>(declaration); friendship && friendship->getFriendDecl())
      visit(friendship->getFriendDecl());
  }

  void visitTemplate(const FunctionTemplateDecl *pattern) {
    const FunctionDecl *written = pattern->getTemplatedDecl();
    if (!hasFuseAttribute(written) || !written->isThisDeclarationADefinition())
      return;
    if (!isInMainFile(written->getBody()->getBeginLoc())) {
      found.inHeaders.push_back(written);
      return;
    }
    bool isUsed = false;
    for (const FunctionDecl *instantiation : pattern->specializations())
      isUsed |= addInstantiation(instantiation);
    if (!isUsed && !pattern->getDeclContext()->isDependentContext())
      reporter.report(written->getLocation(), DiagnosticId::template_not_instantiated, {written->getNameAsString()});
  }

  void visitTemplate(const ClassTemplateDecl *pattern) {
    if (!pattern->isThisDeclarationADefinition())
      return;
    for (const ClassTemplateSpecializationDecl *record : pattern->specializations())
      if (!record->isExplicitSpecialization())
        visitInstantiated(record);
  }

  void visitInstantiated(const CXXRecordDecl *record) {
    for (const Decl *member : record->decls()) {
      if (const auto *method = dyn_cast<CXXMethodDecl>(member); method && hasFuseAttribute(method))
        addInstantiation(method);
      if (const auto *inner = dyn_cast<FunctionTemplateDecl>(member))
        for (const FunctionDecl *instantiation : inner->specializations())
          if (hasFuseAttribute(instantiation))
            addInstantiation(instantiation);
    }
  }

  bool isInMainFile(SourceLocation place) const {
    const SourceManager &sources = ast.getSourceManager();
    return sources.isWrittenInMainFile(sources.getExpansionLoc(place));
  }

  void add(const FunctionDecl *function) {
    if (!hasFuseAttribute(function) || !function->isThisDeclarationADefinition() || !function->hasBody() ||
        function->isDependentContext() || function->isTemplateInstantiation())
      return;
    if (isInMainFile(function->getBody()->getBeginLoc()))
      found.inMainFile.push_back({function, nameOf(function), "", outermostDeclaration(function)});
    else
      found.inHeaders.push_back(function);
  }

  bool addInstantiation(const FunctionDecl *instantiation) {
    const FunctionDecl *definition = nullptr;
    if (!instantiation->isDefined(definition) || !definition->getBody() || definition->isDependentContext())
      return false;
    if (definition->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
      return true; // a text of its own: found as an ordinary function
    if (!isInMainFile(definition->getBody()->getBeginLoc())) {
      found.inHeaders.push_back(definition);
      return true;
    }
    const Condition condition = conditionOf(definition);
    if (!condition) {
      reporter.report(definition->getLocation(), DiagnosticId::template_not_spelled,
                      {nameOf(definition), "its template arguments cannot be compared in an 'if constexpr'"});
      return true;
    }
    const FunctionDecl *written = definition->getTemplateInstantiationPattern();
    found.inMainFile.push_back(
        {definition, nameOf(definition), *condition, outermostDeclaration(written ? written : definition)});
    return true;
  }

  std::string nameOf(const FunctionDecl *function) const {
    std::string name;
    llvm::raw_string_ostream out(name);
    function->getNameForDiagnostic(out, ast.getPrintingPolicy(), /*Qualified=*/true);
    return name;
  }

  /// The begin of the declaration at namespace scope that holds the function, its template header and attributes
  /// included.
  SourceLocation outermostDeclaration(const FunctionDecl *function) const {
    const Decl *outermost = function;
    for (const DeclContext *context = function->getLexicalDeclContext();
         isa<CXXRecordDecl>(context) || isa<FunctionDecl>(context); context = context->getLexicalParent())
      outermost = cast<Decl>(context);
    SourceLocation begin = outermost->getBeginLoc();
    if (const auto *declarator = dyn_cast<DeclaratorDecl>(outermost))
      begin = declarator->getOuterLocStart();
    if (const TemplateDecl *described = outermost->getDescribedTemplate();
        described && described->getBeginLoc().isValid())
      begin = described->getBeginLoc();
    const SourceManager &sources = ast.getSourceManager();
    for (const Attr *attribute : outermost->attrs())
      if (attribute->getRange().isValid() && isInMainFile(attribute->getLocation()) &&
          sources.isBeforeInTranslationUnit(attribute->getLocation(), begin))
        begin = attribute->getLocation();
    return sources.getExpansionLoc(begin);
  }

  //===-- Conditions ---------------------------------------------------------------------------------------===//

  /// What is true of exactly this instantiation's template arguments, its classes' included.
  Condition conditionOf(const FunctionDecl *function) const {
    std::string all;
    const auto append = [&](const Condition &part) {
      if (part && !part->empty())
        all += (all.empty() ? "" : " && ") + *part;
      return part.has_value();
    };
    for (const DeclContext *context = function->getDeclContext(); context; context = context->getParent())
      if (const auto *record = dyn_cast<ClassTemplateSpecializationDecl>(context))
        if (!append(
                compare(record->getSpecializedTemplate()->getTemplateParameters(), record->getTemplateArgs(), nullptr)))
          return std::nullopt;
    if (const FunctionTemplateDecl *pattern = function->getPrimaryTemplate())
      if (!append(compare(pattern->getTemplateParameters(), *function->getTemplateSpecializationArgs(),
                          pattern->getTemplatedDecl())))
        return std::nullopt;
    return all;
  }

  Condition compare(const TemplateParameterList *parameters, const TemplateArgumentList &arguments,
                    const FunctionDecl *pattern) const {
    std::string all;
    for (const auto &[index, parameter] : llvm::enumerate(*parameters)) {
      const Condition one = compare(parameter, arguments[index], pattern);
      if (!one)
        return std::nullopt;
      all += (all.empty() ? "" : " && ") + *one;
    }
    return all;
  }

  Condition compare(const NamedDecl *parameter, const TemplateArgument &argument, const FunctionDecl *pattern) const {
    if (parameter->isParameterPack())
      return std::nullopt;
    const auto *type = dyn_cast<TemplateTypeParmDecl>(parameter);
    if (type && argument.getKind() == TemplateArgument::Type) {
      const std::string name = spelling(type, pattern);
      if (name.empty() || mentionsLocalType(argument.getAsType()))
        return std::nullopt;
      return "std::is_same_v<" + name + ", " + qualifiedType(argument.getAsType(), ast) + ">";
    }
    if (argument.getKind() == TemplateArgument::Integral && parameter->getIdentifier())
      return parameter->getNameAsString() + " == " + llvm::toString(argument.getAsIntegral(), 10);
    return std::nullopt;
  }

  static bool mentionsLocalType(QualType type) {
    const auto *record = type.getNonReferenceType()->getAsCXXRecordDecl();
    return record && (record->isLambda() || record->getParentFunctionOrMethod() || !record->getIdentifier());
  }

  /// The parameter's name; of an `auto` function parameter, `decltype` of it.
  static std::string spelling(const TemplateTypeParmDecl *type, const FunctionDecl *pattern) {
    if (!type->isImplicit())
      return type->getNameAsString();
    if (!pattern)
      return {};
    for (const ParmVarDecl *parameter : pattern->parameters()) {
      const QualType written = parameter->getType().getNonReferenceType().getUnqualifiedType();
      const auto *used = written->getAs<TemplateTypeParmType>();
      if (used && used->getIndex() == type->getIndex() && used->getDepth() == type->getDepth() &&
          parameter->getIdentifier())
        return "std::remove_cvref_t<decltype(" + parameter->getNameAsString() + ")>";
    }
    return {};
  }
};

struct DirectUses : RecursiveASTVisitor<DirectUses> {
  const llvm::DenseSet<const FunctionDecl *> &annotated;
  const llvm::DenseSet<const Expr *> &inlined;
  const Reporter &reporter;

  DirectUses(const llvm::DenseSet<const FunctionDecl *> &annotated, const llvm::DenseSet<const Expr *> &inlined,
             const Reporter &reporter)
      : annotated(annotated), inlined(inlined), reporter(reporter) {}

  bool VisitCallExpr(CallExpr *call) {
    called.insert(call->getCallee()->IgnoreParenImpCasts());
    if (const FunctionDecl *callee = call->getDirectCallee(); callee && !inlined.contains(call))
      warn(*callee, call);
    return true;
  }

  /// A pointer or reference to it, through which it is called later.
  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    if (const auto *function = dyn_cast<FunctionDecl>(reference->getDecl()); function && !called.contains(reference))
      warn(*function, reference);
    return true;
  }

private:
  llvm::DenseSet<const Expr *> called; ///< names of functions in calls

  void warn(const FunctionDecl &function, const Expr *use) {
    const FunctionDecl *definition = nullptr;
    if (!function.isDefined(definition))
      return;
    const FunctionDecl *written = definition->getTemplateInstantiationPattern();
    if (!annotated.contains(definition) && !(written && annotated.contains(written)))
      return;
    const std::string name = function.getNameAsString();
    reporter.report(use->getBeginLoc(), DiagnosticId::header_function_used_directly, {name}, {use->getSourceRange()});
    reporter.report(definition->getLocation(), DiagnosticId::declared_here, {name});
  }
};

} // namespace

FusedFunctions collectFusedFunctions(const ASTContext &ast, const Reporter &reporter) {
  Collector collector(ast, reporter);
  collector.visitAll(ast.getTranslationUnitDecl());
  return std::move(collector.found);
}

void warnOfDirectUses(const ASTContext &ast, const FusedFunctions &functions,
                      const llvm::DenseSet<const Expr *> &inlined, const Reporter &reporter) {
  if (functions.inHeaders.empty())
    return;
  const llvm::DenseSet<const FunctionDecl *> annotated(functions.inHeaders.begin(), functions.inHeaders.end());
  DirectUses visitor(annotated, inlined, reporter);
  const SourceManager &sources = ast.getSourceManager();
  for (Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (sources.isWrittenInMainFile(sources.getExpansionLoc(declaration->getLocation())))
      visitor.TraverseDecl(declaration);
}

std::string qualifiedType(QualType type, const ASTContext &ast) {
  PrintingPolicy policy = ast.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  return TypeName::getFullyQualifiedName(type.getCanonicalType(), ast, policy, /*WithGlobalNsPrefix=*/true);
}

} // namespace gpufuse

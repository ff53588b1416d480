// Captures the user's text for an expression and re-spells it where it comes from another body.
#include "Frontend/ScalarText.h"
#include "Frontend/ArrayBinding.h"
#include "Frontend/FusedFunctions.h"
#include "IR/ElementTypes.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gpufuse {
namespace {

constexpr char kExpandsPack[] = "it expands a parameter pack";

struct Replacement {
  unsigned begin, end; ///< offsets into the file
  std::string text;
};

/// Walks one expression of an inlined body and collects what has to be written differently.
class Respeller : public RecursiveASTVisitor<Respeller> {
public:
  Respeller(const NameScope &scope, const ASTContext &ast, FileID file, const SpelledParts &parts, unsigned firstHole)
      : scope(scope), ast(ast), file(file), parts(parts), firstHole(firstHole) {}

  std::vector<Replacement> replacements;
  std::string problem;
  llvm::SmallVector<mlir::Value, 2> holes;

  bool TraverseStmt(Stmt *s) {
    if (const auto part = parts.find(s); part != parts.end())
      return replacePart(s, part->second);
    if (scope.isInlined)
      return RecursiveASTVisitor::TraverseStmt(s);
    return !s || llvm::all_of(s->children(), [&](Stmt *child) { return TraverseStmt(child); });
  }

  bool VisitExpr(Expr *e) {
    if (e->getExprLoc().isMacroID())
      return stop("its text comes from a macro");
    return true;
  }

  bool TraverseLambdaExpr(LambdaExpr *) { return stop("it holds a lambda expression"); }
  static bool TraverseCXXDefaultArgExpr(CXXDefaultArgExpr *) { return true; }
  bool VisitUserDefinedLiteral(UserDefinedLiteral *) { return stop("it holds a user-defined literal"); }
  bool VisitSizeOfPackExpr(SizeOfPackExpr *) { return stop("it holds a parameter pack"); }
  bool VisitBinaryOperator(BinaryOperator *op) {
    return op->getLHS()->getBeginLoc() != op->getRHS()->getBeginLoc() || stop(kExpandsPack); // of a fold
  }

  bool VisitDeclRefExpr(DeclRefExpr *reference) {
    const ValueDecl *declaration = reference->getDecl();
    if (!declaration->getDeclName().isIdentifier())
      return true; // an operator
    SourceLocation begin = reference->getLocation();
    if (reference->getQualifierLoc())
      begin = reference->getQualifierLoc().getBeginLoc();
    if (const NameBinding *bound = scope.find(declaration)) // a copy of a template's instance has no arguments
      return replaceName(begin, reference->getEndLoc(), bound, declaration);
    if (const auto *variable = dyn_cast<VarDecl>(declaration); variable && variable->hasLocalStorage())
      return variable->getDeclContext() == scope.function ? true : stop(nameless(declaration));
    if (isa<BindingDecl>(declaration) && declaration->getDeclContext()->isFunctionOrMethod())
      return declaration->getDeclContext() == scope.function ? true : stop(nameless(declaration));
    return replaceGlobal(begin, reference->getLocation(), declaration);
  }

  bool VisitMemberExpr(MemberExpr *member) {
    if (!isAccessible(member->getMemberDecl(), scope.function))
      return stop("'" + member->getMemberDecl()->getNameAsString() + "' is not accessible in the caller");
    const auto *object = dyn_cast<CXXThisExpr>(member->getBase()->IgnoreImpCasts());
    if (object && object->isImplicit() && member->getMemberDecl()->getDeclName().isIdentifier())
      return scope.thisObject ? replace(member->getMemberLoc(), member->getMemberLoc(), memberText(member))
                              : stop("it uses members of an object that has no name in the caller");
    return true;
  }

  bool VisitCXXThisExpr(CXXThisExpr *object) {
    if (object->isImplicit())
      return true;
    if (!scope.thisObject)
      return stop("it uses an object that has no name in the caller");
    return replace(object->getBeginLoc(), object->getBeginLoc(), "(&" + scope.thisObject->text + ")");
  }

  bool TraverseSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *substituted) {
    Expr::EvalResult result;
    if (!substituted->EvaluateAsRValue(result, ast))
      return stop("a template argument has no spelling");
    return replace(substituted->getBeginLoc(), substituted->getEndLoc(),
                   literalText(result.Val, substituted->getType()));
  }

  bool TraverseTypeLoc(TypeLoc type) {
    if (type.isNull())
      return true;
    type = type.getUnqualifiedLoc(); // `const` keeps its place in the text
    if (type.getAs<BuiltinTypeLoc>())
      return true;
    if (type.getType()->getContainedAutoType() || type.getAs<AttributedTypeLoc>())
      return true;
    if (const auto array = type.getAs<ArrayTypeLoc>()) // `float a[2]`: the name stands in the middle
      return TraverseTypeLoc(array.getElementLoc()) && TraverseStmt(array.getSizeExpr());
    for (TypeLoc part = type; part; part = part.getNextTypeLoc())
      if (part.getAs<ParenTypeLoc>() || part.getAs<FunctionTypeLoc>())
        return stop("a declaration cannot be spelled");
    return replace(type.getBeginLoc(), type.getEndLoc(), nameForCasts(type.getType()));
  }

private:
  const NameScope &scope;
  const ASTContext &ast;
  FileID file;
  const SpelledParts &parts;
  unsigned firstHole;

  bool stop(std::string reason) {
    if (problem.empty())
      problem = std::move(reason);
    return false;
  }

  static std::string nameless(const ValueDecl *declaration) {
    return "'" + declaration->getNameAsString() + "' has no name in the caller";
  }

  std::string memberText(const MemberExpr *member) const {
    const std::string &object = scope.thisObject->text;
    const std::string prefix = scope.thisObject->base ? object + "." : object == "(*this)" ? "this->" : object + ".";
    return prefix + member->getMemberDecl()->getNameAsString();
  }

  bool replaceName(SourceLocation begin, SourceLocation end, const NameBinding *bound, const ValueDecl *declaration) {
    if (!bound->text.empty())
      return replace(begin, end, bound->text);
    return bound->value ? replace(begin, end, holeFor(bound->value, declaration->getType()))
                        : stop(nameless(declaration));
  }

  /// A value where the text names it: a number in exactly the type of its name.
  /// A type as `T(x)` takes it, where `unsigned short(x)` is no C++.
  std::string nameForCasts(QualType type) const {
    std::string name = qualifiedType(type, ast);
    if (!type.getCanonicalType()->isBuiltinType() || !StringRef(name).contains(' '))
      return name;
    if (name == "long double")
      return "decltype(0.0L)";
    return name == "long long"            ? "decltype(0LL)"
           : name == "unsigned long long" ? "decltype(0ULL)"
                                          : spellingOf(scalarType(type)).str();
  }

  std::string holeFor(mlir::Value value, QualType type) {
    const std::string hole = "$" + std::to_string(firstHole + holes.size());
    holes.push_back(value);
    type = type.getNonReferenceType().getUnqualifiedType();
    return scalarType(type) == type_id::none ? hole : "static_cast<" + qualifiedType(type, ast) + ">(" + hole + ")";
  }

  bool replacePart(const Stmt *part, const std::string &text) {
    const CharSourceRange range = fileRange(part, ast);
    if (range.isInvalid())
      return stop("its text comes from a macro");
    const SourceManager &sources = ast.getSourceManager();
    const auto [beginFile, begin] = sources.getDecomposedLoc(range.getBegin());
    if (llvm::any_of(replacements, [&, begin = begin](const Replacement &other) { return other.begin == begin; }))
      return stop(kExpandsPack);
    replacements.push_back({begin, sources.getFileOffset(range.getEnd()), text});
    return beginFile == file || stop("its text comes from several files");
  }

  bool replaceGlobal(SourceLocation begin, SourceLocation end, const ValueDecl *declaration) {
    if (declaration->getFriendObjectKind() == Decl::FOK_Undeclared)
      return true; // found by its arguments only
    if (declaration->getDeclContext()->isFunctionOrMethod() && declaration->getDeclContext() != scope.function)
      return stop(nameless(declaration));
    if (!isAccessible(declaration, scope.function))
      return stop("'" + declaration->getNameAsString() + "' is not accessible in the caller");
    if (!isDeclaredBefore(declaration))
      return stop("'" + declaration->getNameAsString() + "' is declared after the caller");
    return replace(begin, end, qualifiedName(declaration));
  }

  bool isDeclaredBefore(const ValueDecl *declaration) const {
    const auto *first = cast<ValueDecl>(declaration->getCanonicalDecl());
    return first->getLocation().isInvalid() || ast.getSourceManager().isBeforeInTranslationUnit(
                                                   first->getLocation(), scope.function->getBody()->getBeginLoc());
  }

  bool replace(SourceLocation begin, SourceLocation end, std::string text) {
    const SourceManager &sources = ast.getSourceManager();
    if (begin.isMacroID() || end.isMacroID())
      return stop("its text comes from a macro");
    const auto [beginFile, beginOffset] = sources.getDecomposedLoc(begin);
    const auto [endFile, endOffset] =
        sources.getDecomposedLoc(Lexer::getLocForEndOfToken(end, 0, sources, ast.getLangOpts()));
    if (beginFile != file || endFile != file)
      return stop("its text comes from several files");
    for (const Replacement &other : replacements)
      if (other.begin == beginOffset && other.end == endOffset)
        return other.text == text || stop(kExpandsPack);
    replacements.push_back({beginOffset, endOffset, std::move(text)});
    return true;
  }
};

/// Whether the text expands a parameter pack: it stands for more, or less, than is written.
bool expandsPack(StringRef text, const ASTContext &ast) {
  const std::string ended = text.str(); // the lexer looks for the zero behind it
  Lexer lexer(SourceLocation(), ast.getLangOpts(), ended.c_str(), ended.c_str(), ended.c_str() + ended.size());
  Token token;
  while (!lexer.LexFromRawLexer(token))
    if (token.is(tok::ellipsis))
      return true;
  return false;
}

std::string applied(StringRef text, unsigned base, std::vector<Replacement> replacements) {
  llvm::sort(replacements, [](const Replacement &a, const Replacement &b) { return a.begin < b.begin; });
  std::string result;
  unsigned at = base;
  for (const Replacement &replacement : replacements) {
    if (replacement.begin < at)
      continue; // inside one already replaced
    result += text.substr(at - base, replacement.begin - at);
    result += replacement.text;
    at = replacement.end;
  }
  return result + text.substr(at - base).str();
}

} // namespace

CharSourceRange fileRange(const Stmt *node, const ASTContext &ast) {
  return Lexer::makeFileCharRange(CharSourceRange::getTokenRange(node->getSourceRange()), ast.getSourceManager(),
                                  ast.getLangOpts());
}

StringRef sourceText(CharSourceRange range, const ASTContext &ast) {
  return range.isInvalid() ? StringRef() : Lexer::getSourceText(range, ast.getSourceManager(), ast.getLangOpts());
}

SpelledText spell(const Stmt *expression, const NameScope &scope, const ASTContext &ast, const SpelledParts &parts,
                  unsigned firstHole) {
  const CharSourceRange range = fileRange(expression, ast);
  const StringRef text = sourceText(range, ast);
  if (text.empty())
    return {"", "its text comes from a macro", {}};
  if (!scope.isInlined && parts.empty())
    return {text.str(), "", {}};
  if (scope.isInlined && expandsPack(text, ast))
    return {"", kExpandsPack, {}};
  const auto [file, offset] = ast.getSourceManager().getDecomposedLoc(range.getBegin());
  Respeller respeller(scope, ast, file, parts, firstHole);
  respeller.TraverseStmt(const_cast<Stmt *>(expression));
  if (!respeller.problem.empty())
    return {"", respeller.problem, {}};
  return {applied(text, offset, std::move(respeller.replacements)), "", std::move(respeller.holes)};
}

std::string qualifiedName(const NamedDecl *declaration) {
  std::string name;
  llvm::raw_string_ostream out(name);
  PrintingPolicy policy(declaration->getASTContext().getPrintingPolicy());
  policy.SuppressUnwrittenScope = true;
  declaration->printQualifiedName(out, policy);
  return declaration->getDeclContext()->isFunctionOrMethod() ? declaration->getNameAsString() : "::" + name;
}

bool isAccessible(const Decl *member, const FunctionDecl *function) {
  if (member->getAccess() == AS_public || member->getAccess() == AS_none)
    return true;
  const auto *owner = dyn_cast<CXXRecordDecl>(member->getDeclContext());
  for (const DeclContext *context = function; context && owner; context = context->getParent())
    if (const auto *record = dyn_cast<CXXRecordDecl>(context))
      if (record->getCanonicalDecl() == owner->getCanonicalDecl() ||
          (member->getAccess() == AS_protected && record->hasDefinition() && record->isDerivedFrom(owner)))
        return true;
  return false;
}

std::string literalText(const APValue &value, QualType type) {
  if (type->isBooleanType())
    return value.getInt().getBoolValue() ? "true" : "false";
  const std::string spelling = spellingOf(scalarType(type)).str();
  if (value.isInt())
    return spelling + "(" + llvm::toString(value.getInt(), 10) + ")";
  llvm::SmallString<32> digits;
  const llvm::APFloat &number = value.getFloat();
  if (!number.isFinite())
    return spelling + (number.isNaN()        ? "(__builtin_nan(\"\"))"
                       : number.isNegative() ? "(-__builtin_inf())"
                                             : "(__builtin_inf())");
  number.toString(digits, 17, 4);
  return spelling + "(" + digits.str().str() + ")";
}

} // namespace gpufuse

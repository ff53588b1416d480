// Captures the user's text for an expression and re-spells it where it comes from another body.
#pragma once

#include "Frontend/NameScope.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <map>

namespace gpufuse {

/// C++ for an expression at its new place, or why there is none.
struct SpelledText {
  std::string text;
  std::string problem;                     ///< not empty: the text could not be spelled
  llvm::SmallVector<mlir::Value, 2> holes; ///< what `$0`, `$1`, ... in the text stand for

  explicit operator bool() const { return problem.empty(); }
};

/// Parts of an expression that are spelled in other words.
using SpelledParts = std::map<const clang::Stmt *, std::string>;

/// The expression's text as it would have to stand in `scope.function`. In an inlined body parameters become what
/// they are bound to, names are qualified, template arguments substituted. Names that are bound to a value without a
/// spelling become holes, numbered from `firstHole`. O(text).
[[nodiscard]] SpelledText spell(const clang::Stmt *expression, const NameScope &scope, const clang::ASTContext &ast,
                                const SpelledParts &parts = {}, unsigned firstHole = 0);

/// The bytes that a node covers in its file, macros at its edges included whole; invalid where a macro is cut.
[[nodiscard]] clang::CharSourceRange fileRange(const clang::Stmt *node, const clang::ASTContext &ast);

/// The text of such a range.
[[nodiscard]] llvm::StringRef sourceText(clang::CharSourceRange range, const clang::ASTContext &ast);

/// `::ns::Class::name`, without anonymous and inline namespaces.
[[nodiscard]] std::string qualifiedName(const clang::NamedDecl *declaration);

/// Whether the function may name a member of this access.
[[nodiscard]] bool isAccessible(const clang::Decl *member, const clang::FunctionDecl *function);

/// A number as C++ of exactly its type and value: `static_cast<float>(0.5)` where a literal alone would not do.
[[nodiscard]] std::string literalText(const clang::APValue &value, clang::QualType type);

} // namespace gpufuse

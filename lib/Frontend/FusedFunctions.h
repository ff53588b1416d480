// Finds the functions to fuse: annotated bodies in the main file, one entry an instantiation.
#pragma once

#include "Frontend/Reporter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <string>
#include <vector>

namespace gpufuse {

/// One body to lift. Instantiations of a template share their text.
struct FusedFunction {
  const clang::FunctionDecl *function = nullptr; ///< the definition whose types and calls hold
  std::string name;                              ///< as people write it, with template arguments
  std::string condition;                         ///< C++ that is true in this instantiation, or empty
  clang::SourceLocation outermost;               ///< the declaration before which file-scope code for it goes
};

struct FusedFunctions {
  std::vector<FusedFunction> inMainFile;              ///< in the order of the file
  std::vector<const clang::FunctionDecl *> inHeaders; ///< annotated definitions elsewhere
};

/// Collects them and warns of templates that cannot be told apart by a condition.
[[nodiscard]] FusedFunctions collectFusedFunctions(const clang::ASTContext &ast, const Reporter &reporter);

/// Warns of every call in the main file of an annotated header function that is not in `inlined`.
void warnOfDirectUses(const clang::ASTContext &ast, const FusedFunctions &functions,
                      const llvm::DenseSet<const clang::Expr *> &inlined, const Reporter &reporter);

/// A type's name that means the same everywhere in the file: qualified from the root.
[[nodiscard]] std::string qualifiedType(clang::QualType type, const clang::ASTContext &ast);

} // namespace gpufuse

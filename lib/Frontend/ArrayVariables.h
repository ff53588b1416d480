// The array variables of one function: which expressions name one, and what other names may reach it.
#pragma once

#include "Frontend/ArrayBinding.h"
#include "Frontend/FunctionFacts.h"
#include "Frontend/NameScope.h"
#include "IR/GpuFuseDialect.h"

#include <map>
#include <memory>

namespace gpufuse {

/// A place that holds an array; one `gf.root`.
struct ArrayVariable {
  ObjectPath path;
  ArrayClass type;
  gf::RootKind kind = gf::RootKind::Local;
  bool escapes = false;
  mlir::Value root;
};

/// Finds the object that an lvalue names, through the bindings of inlined bodies; nothing for computed places
/// (`table[i]`, `*p`).
class PathResolver {
public:
  PathResolver(const NameScope &scope, const FunctionFacts &facts) : scope(scope), facts(facts) {}

  [[nodiscard]] std::optional<ObjectPath> resolve(const clang::Expr *expression) const;

private:
  const NameScope &scope;
  const FunctionFacts &facts;

  [[nodiscard]] std::optional<ObjectPath> resolve(const clang::DeclRefExpr *reference) const;
  [[nodiscard]] std::optional<ObjectPath> resolve(const clang::MemberExpr *member) const;
  [[nodiscard]] ObjectPath thisObject() const;
};

/// A member of array type inside an object, however deep.
struct ArrayMember {
  std::string path; ///< `.state.v`; empty for the object itself
  ArrayClass type;
};

/// The arrays inside an object of this type, itself included; not those in containers. Empty for most types.
[[nodiscard]] llvm::SmallVector<ArrayMember, 4> arraysInside(clang::QualType type, const ArrayBinding &binding);

/// Where a variable lives, and whether code elsewhere may reach it.
void classify(ArrayVariable &variable, const FunctionFacts &facts);

} // namespace gpufuse

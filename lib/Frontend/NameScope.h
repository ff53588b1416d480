// What the names of an inlined callee stand for in the function being lifted.
#pragma once

#include "mlir/IR/Value.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <string>

namespace gpufuse {

/// An object the function can name: a variable, or a member of one.
struct ObjectPath {
  const clang::ValueDecl *base = nullptr; ///< null for `*this`
  std::string path;                       ///< members behind it, `.position`
  std::string text;                       ///< how the function being lifted spells it
};

/// What a parameter or local of an inlined callee stands for.
struct NameBinding {
  enum Kind { object, array, scalar, place } kind = object;
  ObjectPath path;   ///< of an object: the caller's object it is another name of
  mlir::Value value; ///< of an array or scalar: its value
  std::string text;  ///< its spelling in the function being lifted; empty: texts have a hole for the value
  const clang::Expr *argument = nullptr; ///< of a place: what says where a reduction goes
};

/// The names in force while a body is lifted. Outside inlined bodies every name is its own spelling.
struct NameScope {
  const clang::FunctionDecl *function = nullptr; ///< the function being lifted, where texts will stand
  bool isInlined = false;                        ///< texts come from another body and must be re-spelled
  std::optional<ObjectPath> thisObject;          ///< what `*this` is, inside an inlined method
  llvm::DenseMap<const clang::ValueDecl *, NameBinding> bindings;

  [[nodiscard]] const NameBinding *find(const clang::ValueDecl *declaration) const {
    const auto found = bindings.find(declaration);
    return found == bindings.end() ? nullptr : &found->second;
  }
};

} // namespace gpufuse

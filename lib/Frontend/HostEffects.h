// What a statement that stays text reads, writes, may throw, and whether it leaves the block.
#pragma once

#include "Frontend/ArrayVariables.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace gpufuse {

struct Effects {
  llvm::SetVector<ArrayVariable *> reads, writes;
  bool touchesEscaping = false; ///< may read and write every variable that other code can reach
  /// Of memory other than arrays' own, which a view may be made of: through pointers, by calls, or of variables whose
  /// address is known. Numbers that are parameters, members or globals are taken to be in no such memory.
  bool readsMemory = false, writesMemory = false;
  bool mayThrow = false;
  bool isObservable = false; ///< code outside the function can tell that it ran
  bool exits = false;        ///< return, break, continue, goto
};

/// Whether an assignment to `target` ends with the call: it is (part of) a local variable.
[[nodiscard]] bool isOwnVariable(const clang::Expr *target);

/// Answers, for functions whose bodies are visible or well known, whether they reach arrays other than through
/// their arguments, throw, or do what others see. Remembers its answers for the whole file.
class HarmlessCalls {
public:
  explicit HarmlessCalls(const ArrayBinding &binding) : binding(binding) {}

  struct Answer {
    bool touchesOnlyArguments = false;
    bool mayThrow = true;
    bool isObservable = true; ///< does more than compute its result: output, changes of what it does not own
  };
  [[nodiscard]] Answer about(const clang::FunctionDecl *callee);

private:
  const ArrayBinding &binding;
  llvm::DenseMap<const clang::FunctionDecl *, Answer> answers;

  [[nodiscard]] Answer judge(const clang::FunctionDecl *callee);
  [[nodiscard]] Answer judgeBody(const clang::FunctionDecl *callee);
};

/// Reads one statement. Parts in `without` do not count; they were lifted.
class EffectsReader {
public:
  using FindVariable = llvm::function_ref<ArrayVariable *(const ObjectPath &, const ArrayClass &)>;

  EffectsReader(const ArrayBinding &binding, HarmlessCalls &harmless, const PathResolver &paths,
                const FunctionFacts &facts, FindVariable find, const llvm::DenseSet<const clang::Stmt *> &without)
      : binding(binding), harmless(harmless), paths(paths), facts(facts), find(find), without(without) {}

  [[nodiscard]] Effects read(const clang::Stmt *s) {
    whole = s;
    visit(s);
    return std::move(effects);
  }

private:
  const ArrayBinding &binding;
  HarmlessCalls &harmless;
  const PathResolver &paths;
  const FunctionFacts &facts;
  FindVariable find;
  const llvm::DenseSet<const clang::Stmt *> &without;
  Effects effects;
  /// The statement that is read.
  const clang::Stmt *whole = nullptr;
  /// Loops and switches entered: their break and continue stay inside.
  int loops = 0;

  void visit(const clang::Stmt *s);
  void visitChildren(const clang::Stmt *s);
  void visitJump(const clang::Stmt *s);
  void visitCall(const clang::CallExpr *call);
  void visitOwnCall(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  void visitArguments(const clang::FunctionDecl *callee, llvm::ArrayRef<const clang::Expr *> arguments);
  void visitLambda(const clang::LambdaExpr *lambda);
  void visitStore(const clang::Expr *target);
  /// Whether an expression names memory that pointers may lead to, and no array.
  [[nodiscard]] bool isReachableMemory(const clang::Expr *e) const;
  /// What a call may do to memory through one of its operands.
  void touchMemoryOf(const clang::Expr *operand, bool mayWrite);
  /// Counts a use of what an expression names; false if it names nothing known.
  bool touch(const clang::Expr *e, bool mayWrite);
  void touchWhole(const clang::Expr *e, bool mayWrite);
  void touchReferenced(const clang::Decl *declaration);
  void touchDeclaration(const clang::ValueDecl *declaration, bool mayWrite);
};

} // namespace gpufuse

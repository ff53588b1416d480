// Says "rank mismatch" where Clang, which knows the array language as any other header, lists overloads.
#pragma once

#include "Frontend/ArrayBinding.h"

#include "clang/Basic/Diagnostic.h"

#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace gpufuse {

/// Holds Clang's diagnostics back until the whole file is parsed. An error that comes from ranks that differ is then
/// one line of ours; its notes about overloads and instantiations are gone. All others are as Clang wrote them.
class RankMismatchReporter : public clang::DiagnosticConsumer {
public:
  /// Takes the place of the compiler's consumer.
  static RankMismatchReporter *install(clang::CompilerInstance &compiler);

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &diagnostic) override;

  /// Hands everything on to the compiler's own consumer, which is back in its place. Needs the parsed file still there.
  void release(clang::CompilerInstance &compiler, const ArrayBinding &binding);

  /// A diagnostic and the types in its text.
  struct Held {
    clang::StoredDiagnostic diagnostic;
    llvm::SmallVector<clang::QualType, 2> types;
  };

private:
  std::vector<Held> held;
  std::unique_ptr<clang::DiagnosticConsumer> own;
};

} // namespace gpufuse

// Sends the registry's diagnostics through Clang's engine, so that they look like and sort with Clang's own.
#pragma once

#include "Support/Diagnostics.h"

#include "clang/Basic/Diagnostic.h"

namespace gpufuse {

class Reporter {
public:
  explicit Reporter(clang::DiagnosticsEngine &engine) : engine(engine) {}

  /// Reports at a place, with carets under `ranges` and the edits `fixes`.
  void report(clang::SourceLocation place, DiagnosticId id, llvm::ArrayRef<std::string> arguments = {},
              llvm::ArrayRef<clang::SourceRange> ranges = {}, llvm::ArrayRef<clang::FixItHint> fixes = {}) const;

private:
  clang::DiagnosticsEngine &engine;
};

} // namespace gpufuse

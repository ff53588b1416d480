// The registry of diagnostics as C++ sees it, for whoever tells the user something.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace gpufuse {

enum class Severity { note, remark, warning, error };

enum class DiagnosticId {
#define GPUFUSE_DIAGNOSTIC(id, severity, text) id,
#include "Support/diagnostics.def"
#undef GPUFUSE_DIAGNOSTIC
};

/// The severity that the registry gives a diagnostic.
[[nodiscard]] Severity severityOf(DiagnosticId id);

/// The id as users see it: `callee-not-inlined`.
[[nodiscard]] std::string nameOf(DiagnosticId id);

/// The text with its arguments filled in, without severity and id.
[[nodiscard]] std::string textOf(DiagnosticId id, llvm::ArrayRef<std::string> arguments);

/// `gpufuse: error: cannot read 'a.cpp': no such file [unreadable-input]`, for what has no place in a source file.
/// `where` is what stands in front: the tool's name, or a file and line.
void printDiagnostic(llvm::raw_ostream &out, llvm::StringRef where, DiagnosticId id,
                     llvm::ArrayRef<std::string> arguments);

} // namespace gpufuse

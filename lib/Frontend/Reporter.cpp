// Sends the registry's diagnostics through Clang's engine, so that they look like and sort with Clang's own.
#include "Frontend/Reporter.h"

using namespace clang;

namespace gpufuse {
namespace {

DiagnosticIDs::Level levelOf(Severity severity) {
  switch (severity) {
  case Severity::note:
    return DiagnosticIDs::Note;
  case Severity::remark:
    return DiagnosticIDs::Remark;
  case Severity::warning:
    return DiagnosticIDs::Warning;
  case Severity::error:
    return DiagnosticIDs::Error;
  }
  return DiagnosticIDs::Error;
}

} // namespace

void Reporter::report(SourceLocation place, DiagnosticId id, llvm::ArrayRef<std::string> arguments,
                      llvm::ArrayRef<SourceRange> ranges, llvm::ArrayRef<FixItHint> fixes) const {
  const DiagnosticIDs::Level level = levelOf(severityOf(id));
  const unsigned custom =
      engine.getDiagnosticIDs()->getCustomDiagID(level, level == DiagnosticIDs::Note ? "%0" : "%0 [%1]");
  const DiagnosticBuilder builder = engine.Report(place, custom);
  builder << textOf(id, arguments);
  if (level != DiagnosticIDs::Note)
    builder << nameOf(id);
  for (const SourceRange range : ranges)
    builder << CharSourceRange::getTokenRange(range);
  for (const FixItHint &fix : fixes)
    builder << fix;
}

} // namespace gpufuse

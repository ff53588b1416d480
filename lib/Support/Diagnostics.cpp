// Looks diagnostics up in the registry and prints those that have no place in a source file.
#include "Support/Diagnostics.h"

#include <algorithm>

using namespace llvm;

namespace gpufuse {
namespace {

struct Row {
  StringRef name;
  Severity severity;
  StringRef text;
};

constexpr Row kRows[] = {
#define GPUFUSE_DIAGNOSTIC(id, severity, text) {#id, Severity::severity, text},
#include "Support/diagnostics.def"
#undef GPUFUSE_DIAGNOSTIC
};

const Row &rowOf(DiagnosticId id) { return kRows[static_cast<int>(id)]; }

StringRef wordFor(Severity severity) {
  switch (severity) {
  case Severity::note:
    return "note";
  case Severity::remark:
    return "remark";
  case Severity::warning:
    return "warning";
  case Severity::error:
    return "error";
  }
  return "error";
}

} // namespace

Severity severityOf(DiagnosticId id) { return rowOf(id).severity; }

std::string nameOf(DiagnosticId id) {
  std::string name = rowOf(id).name.str();
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string textOf(DiagnosticId id, ArrayRef<std::string> arguments) {
  std::string result;
  for (StringRef rest = rowOf(id).text; !rest.empty();) {
    const size_t place = rest.find('%');
    result += rest.take_front(place);
    if (place == StringRef::npos)
      break;
    const size_t argument = rest[place + 1] - '0';
    if (argument < arguments.size())
      result += arguments[argument];
    rest = rest.drop_front(place + 2);
  }
  return result;
}

void printDiagnostic(raw_ostream &out, StringRef where, DiagnosticId id, ArrayRef<std::string> arguments) {
  out << where << ": " << wordFor(severityOf(id)) << ": " << textOf(id, arguments) << " [" << nameOf(id) << "]\n";
}

} // namespace gpufuse

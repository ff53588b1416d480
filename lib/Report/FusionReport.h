// What was fused and why the rest was not, read from the IR that the passes left: nothing is decided here.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace gpufuse {

/// One region as users see it.
struct RegionReport {
  int64_t id = 0;
  std::string schedule;            ///< such as "interleaved"
  std::vector<int64_t> lines;      ///< of the user's file, ascending
  std::vector<std::string> values; ///< named values computed in it, in program order
  std::vector<std::string> inputs, outputs, guards;
  int64_t launches = 0;   ///< kernels when all guards hold
  int64_t operations = 0; ///< launches that one kernel an operation would take
  int64_t bytesSaved = 0; ///< memory traffic an element that intermediates would cost
};

/// Two things that do not run together.
struct RefusalReport {
  std::string from, to, reason, location;
  int64_t fromLine = 0;
};

/// A function of the language that a library computes between regions.
struct LibraryCallReport {
  std::string function;
  int64_t line = 0;
};

/// A number that host text takes from the device: the host waits there.
struct HostReadReport {
  std::string value;
  int64_t line = 0;
};

struct FunctionReport {
  std::string name;
  int64_t line = 0, statements = 0;
  std::vector<RegionReport> regions;
  std::vector<RefusalReport> refused;
  std::vector<LibraryCallReport> libraryCalls;
  std::vector<HostReadReport> hostReads;
};

struct FusionReport {
  std::string file;
  std::vector<FunctionReport> functions;
};

/// Reads the report off a module as gf-schedule leaves it. O(operations).
[[nodiscard]] FusionReport makeFusionReport(mlir::ModuleOp module);

/// For people; ends with `N statements -> R regions, K launches; L launches and B bytes per element saved`.
void explain(const FusionReport &report, llvm::raw_ostream &out);

/// For machines: {"functions": [{"name", "statements", "regions": [...], "refused": [...]}]}.
void writeJson(const FusionReport &report, llvm::raw_ostream &out);

} // namespace gpufuse

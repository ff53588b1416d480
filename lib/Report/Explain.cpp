// The report as people read it.
#include "Report/FusionReport.h"

#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

namespace gpufuse {

/// "1 launch", "2 launches".
static std::string count(int64_t number, llvm::StringRef one, llvm::StringRef many) {
  return fmt::format("{} {}", number, (number == 1 ? one : many).str());
}

/// Lines as ranges: "6-8, 11".
static std::string describeLines(llvm::ArrayRef<int64_t> lines) {
  std::string text;
  for (size_t first = 0; first < lines.size();) {
    size_t last = first;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1)
      ++last;
    text += text.empty() ? "" : ", ";
    text += first == last ? fmt::format("{}", lines[first]) : fmt::format("{}-{}", lines[first], lines[last]);
    first = last + 1;
  }
  return text;
}

static void explainRegion(const RegionReport &region, llvm::raw_ostream &out) {
  out << fmt::format("  region {}: {} {}", region.id, region.lines.size() == 1 ? "line" : "lines",
                     describeLines(region.lines));
  llvm::SmallVector<llvm::StringRef> named(region.values.begin(), region.values.end());
  for (const std::string &output : region.outputs)
    if (!llvm::is_contained(region.values, output))
      named.push_back(output);
  out << (named.empty() ? "" : ": ") << llvm::join(named, ", ");
  out << fmt::format("\n    {} kernel: {} in {}, {} bytes an element less than one by one\n", region.schedule,
                     count(region.operations, "operation", "operations"), count(region.launches, "launch", "launches"),
                     region.bytesSaved);
  for (const std::string &guard : region.guards)
    out << "    checked at run time: " << guard << "\n";
}

void explain(const FusionReport &report, llvm::raw_ostream &out) {
  int64_t statements = 0, regions = 0, launches = 0, operations = 0, bytes = 0;
  for (const FunctionReport &function : report.functions) {
    out << fmt::format("{}:{}: {}\n", report.file, function.line, function.name);
    for (const RegionReport &region : function.regions) {
      explainRegion(region, out);
      launches += region.launches;
      operations += region.operations;
      bytes += region.bytesSaved;
    }
    for (const RefusalReport &refusal : function.refused)
      out << fmt::format("  not fused: '{}' (line {}) with '{}' ({}): {}\n", refusal.from, refusal.fromLine, refusal.to,
                         refusal.location, refusal.reason);
    for (const LibraryCallReport &call : function.libraryCalls)
      out << fmt::format("  library call: '{}' (line {})\n", call.function, call.line);
    for (const HostReadReport &read : function.hostReads)
      out << fmt::format("  read on the host: '{}' (line {})\n", read.value, read.line);
    statements += function.statements;
    regions += static_cast<int64_t>(function.regions.size());
  }
  out << fmt::format("{} statements -> {} regions, {} launches; {} launches and {} bytes per element saved\n",
                     statements, regions, launches, operations - launches, bytes);
}

} // namespace gpufuse

// The report as machines read it.
#include "Report/FusionReport.h"

#include "llvm/Support/JSON.h"

namespace gpufuse {

void writeJson(const FusionReport &report, llvm::raw_ostream &out) {
  llvm::json::OStream json(out, /*IndentSize=*/2);
  const auto list = [&](llvm::StringRef name, const auto &values) {
    json.attributeArray(name, [&] {
      for (const auto &value : values)
        json.value(value);
    });
  };
  const auto region = [&](const RegionReport &entry) {
    json.object([&] {
      json.attribute("id", entry.id);
      json.attribute("schedule", entry.schedule);
      list("lines", entry.lines);
      list("values", entry.values);
      list("inputs", entry.inputs);
      list("outputs", entry.outputs);
      list("guards", entry.guards);
      json.attribute("launches", entry.launches);
      json.attribute("operations", entry.operations);
      json.attribute("bytes_saved", entry.bytesSaved);
    });
  };
  const auto refusal = [&](const RefusalReport &entry) {
    json.object([&] {
      json.attribute("from", entry.from);
      json.attribute("to", entry.to);
      json.attribute("reason", entry.reason);
      json.attribute("location", entry.location);
    });
  };
  json.object([&] {
    json.attribute("file", report.file);
    json.attributeArray("functions", [&] {
      for (const FunctionReport &function : report.functions)
        json.object([&] {
          json.attribute("name", function.name);
          json.attribute("line", function.line);
          json.attribute("statements", function.statements);
          json.attributeArray("regions", [&] { llvm::for_each(function.regions, region); });
          json.attributeArray("refused", [&] { llvm::for_each(function.refused, refusal); });
        });
    });
  });
  out << "\n";
}

} // namespace gpufuse

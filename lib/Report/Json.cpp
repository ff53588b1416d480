// The report as machines read it.
#include "Report/FusionReport.h"

#include "llvm/Support/JSON.h"

namespace gpufuse {

/// The user's text as JSON can hold it: bytes that are no UTF-8 become U+FFFD.
static std::string valid(const std::string &text) {
  return llvm::json::isUTF8(text) ? text : llvm::json::fixUTF8(text);
}
static int64_t valid(int64_t number) { return number; }

void writeJson(const FusionReport &report, llvm::raw_ostream &out) {
  llvm::json::OStream json(out, /*IndentSize=*/2);
  const auto list = [&](llvm::StringRef name, const auto &values) {
    json.attributeArray(name, [&] {
      for (const auto &value : values)
        json.value(valid(value));
    });
  };
  const auto region = [&](const RegionReport &entry) {
    json.object([&] {
      json.attribute("id", entry.id);
      json.attribute("schedule", valid(entry.schedule));
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
      json.attribute("from", valid(entry.from));
      json.attribute("to", valid(entry.to));
      json.attribute("reason", valid(entry.reason));
      json.attribute("location", valid(entry.location));
    });
  };
  json.object([&] {
    json.attribute("file", valid(report.file));
    json.attributeArray("functions", [&] {
      for (const FunctionReport &function : report.functions)
        json.object([&] {
          json.attribute("name", valid(function.name));
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

// Collects regions, guards and refusals from scheduled IR.
#include "Report/FusionReport.h"

#include "IR/ValueNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace gpufuse {
using namespace gf;

static std::string rootText(Value root) {
  auto variable = root.getDefiningOp<RootOp>();
  return variable ? variable.getText().str() : "?";
}

static std::string inputName(Value input) {
  if (auto slice = input.getDefiningOp<SliceOp>())
    return inputName(slice.getArray()) + "(...)";
  if (auto view = input.getDefiningOp<ViewOp>())
    return functionOf(view.getKind()).str() + "(" + inputName(view.getArray()) + ")";
  if (auto read = input.getDefiningOp<ReadOp>())
    return rootText(read.getRoot());
  if (auto scalar = input.getDefiningOp<ScalarOp>(); scalar && scalar.getHoles().empty())
    return scalar.getText().str();
  if (auto draw = input.getDefiningOp<DrawOp>())
    return draw.getName().str();
  return nameInMessages(input);
}

static void collectKernel(KernelOp kernel, RegionReport &report) {
  report.schedule = stringifySchedule(kernel.getSchedule()).str();
  ++report.launches;
  for (const Value input : kernel.getInputs())
    if (isa<RankedTensorType, DrawType>(input.getType()))
      report.inputs.push_back(inputName(input));
  llvm::SetVector<StringRef> names;
  for (Operation &op : kernel.getBody().front())
    if (const StringRef name = nameOf(op.getLoc()); !name.empty())
      names.insert(name);
  for (const StringRef name : names)
    report.values.push_back(name.str());
}

static void addOnce(std::vector<std::string> &texts, std::string text) {
  if (!llvm::is_contained(texts, text))
    texts.push_back(std::move(text));
}

static RegionReport collectRegion(RegionOp region) {
  RegionReport report;
  report.id = int64_t(region.getId());
  report.lines.assign(region.getLines().begin(), region.getLines().end());
  const auto figure = [&](StringRef name) {
    auto value = region->getAttrOfType<IntegerAttr>(name);
    return value ? value.getInt() : 0;
  };
  report.operations = figure("gf.operations");
  report.bytesSaved = figure("gf.bytes_saved");
  for (Operation &op : region.getBody().front()) {
    if (auto kernel = dyn_cast<KernelOp>(op))
      collectKernel(kernel, report);
    else if (auto broadcast = dyn_cast<BroadcastShapesOp>(op))
      addOnce(report.guards, "equal extents in '" + broadcast.getText().str() + "'");
    else if (auto assign = dyn_cast<AssignOp>(op))
      addOnce(report.outputs, rootText(assign.getRoot()));
    else if (auto store = dyn_cast<StoreOp>(op))
      addOnce(report.outputs, rootText(store.getRoot()));
  }
  for (const Value value : region.getBody().front().back().getOperands())
    addOnce(report.outputs, nameInMessages(value));
  if (region->hasAttr("gf.one_shape"))
    report.guards.emplace_back("no operand is broadcast");
  for (size_t pair = 0; pair + 1 < region.getDisjoint().size(); pair += 2)
    report.guards.push_back("'" + rootText(region.getDisjoint()[pair]) + "' and '" +
                            rootText(region.getDisjoint()[pair + 1]) + "' share no storage");
  return report;
}

static RefusalReport readRefusal(DictionaryAttr entry, StringRef file) {
  const auto text = [&](StringRef name) {
    auto value = entry.getAs<StringAttr>(name);
    return value ? value.str() : std::string();
  };
  const auto line = [&](StringRef name) {
    auto value = entry.getAs<IntegerAttr>(name);
    return value ? value.getInt() : 0;
  };
  RefusalReport refusal{text("from"), text("to"), text("reason"), file.str() + ":" + std::to_string(line("line")),
                        line("from_line")};
  if (const int64_t other = line("reason_line"); other != 0 && other != line("line"))
    refusal.reason += " (line " + std::to_string(other) + ")";
  return refusal;
}

static void collectHostReads(func::FuncOp function, FunctionReport &report) {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto positions = op->getAttrOfType<DenseI64ArrayAttr>("gf.host_reads");
    if (!positions)
      return;
    auto host = dyn_cast<HostOp>(op);
    const ValueRange holes = host ? host.getHoles() : cast<ControlOp>(op).getHoles();
    for (const int64_t position : positions.asArrayRef())
      report.hostReads.push_back({nameInMessages(holes[position]), lineOf(op->getLoc())});
  });
}

static void collectLibraryCalls(func::FuncOp function, FunctionReport &report) {
  function.walk<WalkOrder::PreOrder>([&](HostOp host) {
    if (auto names = host->getAttrOfType<ArrayAttr>("gf.library_calls"))
      for (const StringAttr name : names.getAsRange<StringAttr>())
        report.libraryCalls.push_back({name.str(), lineOf(host.getLoc())});
  });
}

FusionReport makeFusionReport(ModuleOp module) {
  FusionReport report;
  if (auto file = module->getAttrOfType<StringAttr>("gf.main_file"))
    report.file = file.str();
  for (auto function : module.getOps<func::FuncOp>()) {
    FunctionReport &entry = report.functions.emplace_back();
    auto name = function->getAttrOfType<StringAttr>("gf.name");
    entry.name = (name ? name.getValue() : function.getSymName()).str();
    if (auto line = function->getAttrOfType<IntegerAttr>("gf.line"))
      entry.line = line.getInt();
    if (auto count = function->getAttrOfType<IntegerAttr>("gf.statements"))
      entry.statements = count.getInt();
    function.walk<WalkOrder::PreOrder>([&](RegionOp region) {
      entry.regions.push_back(collectRegion(region));
      return WalkResult::skip(); // what is inside is the one-by-one fallback
    });
    collectLibraryCalls(function, entry);
    collectHostReads(function, entry);
    if (auto refused = function->getAttrOfType<ArrayAttr>("gf.refused"))
      for (auto refusal : refused.getAsRange<DictionaryAttr>())
        entry.refused.push_back(readRefusal(refusal, report.file));
  }
  return report;
}

} // namespace gpufuse

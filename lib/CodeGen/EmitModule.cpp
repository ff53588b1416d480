// Walks the functions of a module: kernels to file scope, statements to their places, instantiations to branches.
#include "CodeGen/EmitModule.h"

#include "CodeGen/Cpu/CpuKernels.h"
#include "CodeGen/Cuda/CudaKernels.h"
#include "CodeGen/FunctionEdits.h"
#include "CodeGen/ScalarBody.h"
#include "Output/SpliceSource.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {
namespace {

int64_t integerOf(Operation *op, StringRef name, int64_t otherwise) {
  auto attribute = op->getAttrOfType<IntegerAttr>(name);
  return attribute ? attribute.getInt() : otherwise;
}

std::pair<int64_t, int64_t> bodyOf(func::FuncOp function) {
  auto range = function->getAttrOfType<DenseI64ArrayAttr>("gf.body");
  return range && range.size() == 2 ? std::pair(range[0], range[1]) : std::pair<int64_t, int64_t>(0, 0);
}

void blankOut(std::string &text, size_t begin, size_t end) { text.replace(begin, end - begin, end - begin, ' '); }

StringRef conditionOf(func::FuncOp function) {
  auto condition = function->getAttrOfType<StringAttr>("gf.condition");
  return condition ? condition.getValue() : StringRef();
}

/// `// chain, lines 7-9: x, y -> result`
std::string originOf(func::FuncOp function, const KernelPlan &plan) {
  auto name = function->getAttrOfType<StringAttr>("gf.name");
  const KernelOp kernel = plan.op;
  auto region = kernel->getParentOfType<RegionOp>();
  std::string text = "// " + (name ? name.getValue() : function.getSymName()).str();
  if (region)
    text += ", " + describeLines(region.getLines());
  std::vector<std::string> inputs, outputs;
  for (const KernelInput &input : plan.inputs)
    inputs.push_back(input.parameter);
  for (const KernelOutput &output : plan.outputs)
    outputs.push_back(output.name);
  text += ": " + llvm::join(inputs, ", ") + (inputs.empty() ? "-> " : " -> ") + llvm::join(outputs, ", ");
  return text.size() <= SourceWriter::kColumns ? text : text.substr(0, SourceWriter::kColumns - 4) + " ...";
}

void printKernels(const KernelPlan &plan, Target target, SourceWriter &writer) {
  const auto print = [&](auto cudaPrinter, auto cpuPrinter) {
    writer.blank();
    target == Target::cuda ? cudaPrinter(plan, writer) : cpuPrinter(plan, writer);
  };
  printScalarBody(plan, target, writer);
  if (plan.hasDense) {
    if (plan.isAlongAxes())
      print(cuda::printAxisReduction, cpu::printAxisLoops);
    else if (plan.isReduction)
      print(cuda::printReductionKernel, cpu::printReductionLoops);
    else if (plan.isInterleaved)
      print(cuda::printInterleavedKernel, cpu::printMapLoop);
    else
      print(cuda::printMapKernel, cpu::printMapLoop);
  }
  if (plan.hasStrided && plan.isAlongAxes())
    print(cuda::printStridedAxisReduction, cpu::printStridedAxisLoops);
  else if (plan.hasStrided && plan.isReduction)
    print(cuda::printStridedReductionKernel, cpu::printStridedReductionLoops);
  else if (plan.hasStrided)
    print(cuda::printStridedMapKernel, cpu::printStridedMapLoops);
}

class ModuleEmitter {
public:
  ModuleEmitter(ModuleOp module, StringRef text, const EmitOptions &options)
      : module(module), text(text), options(options), identifiers(identifiersOf(text)), fileScope(identifiers) {
    if (auto name = module->getAttrOfType<StringAttr>("gf.main_file"))
      fileName = name.getValue().str();
  }

  std::vector<Edit> run() {
    for (auto function : module.getOps<func::FuncOp>())
      plan(function);
    for (auto function : module.getOps<func::FuncOp>())
      emitFileScope(function);
    for (auto function : module.getOps<func::FuncOp>())
      if (conditionOf(function).empty())
        llvm::append_range(edits, bodyEdits(function));
      else if (branched.insert(bodyOf(function).first).second)
        emitBranches(function);
    return std::move(edits);
  }

private:
  void plan(func::FuncOp function) {
    KernelPlans &kernels = plans[function];
    function.walk([&](KernelOp kernel) {
      std::string name = toIdentifier(kernel.getName());
      while (isClashing(name))
        name += "_k";
      for (const StringRef suffix : kSuffixes)
        fileScope.reserve(name + suffix.str());
      kernels.insert({kernel, planKernel(kernel, name)});
    });
  }

  /// Whether the user's file, or another kernel, has one of the names that come of `name`.
  bool isClashing(const std::string &name) {
    return llvm::any_of(kSuffixes, [&](StringRef suffix) { return fileScope.isTaken(name + suffix.str()); });
  }

  /// Device functions that kernels of this function call and that are not printed yet.
  void printDeviceFunctions(func::FuncOp function, SourceWriter &writer) {
    function.walk([&](CallOp call) {
      for (auto device : module.getOps<DeviceFunctionOp>())
        if (device.getName() == call.getCallee())
          printDeviceFunction(device, writer);
    });
  }

  /// Once, after the device functions that it calls: their names are unique words of its text.
  void printDeviceFunction(DeviceFunctionOp device, SourceWriter &writer) {
    if (!printed.insert(device.getName()).second)
      return;
    const llvm::StringSet<> words = identifiersOf(device.getText());
    for (auto other : module.getOps<DeviceFunctionOp>())
      if (words.contains(other.getName()))
        printDeviceFunction(other, writer);
    writer.line(inlineFunctionPrefix(options.target) + device.getText().trim());
    writer.blank();
  }

  void emitFileScope(func::FuncOp function) {
    SourceWriter writer;
    printDeviceFunctions(function, writer);
    for (auto &[op, kernel] : plans[function]) {
      writer.line(originOf(function, kernel));
      printKernels(kernel, options.target, writer);
      writer.blank();
    }
    const int64_t place = integerOf(function, "gf.kernels_at", bodyOf(function).first);
    if (!writer.empty())
      edits.push_back({place, place, writer.take(), Edit::Lines::output});
  }

  /// What a variable of ours in this function must not be called. Variables of the user's whose statements are all
  /// replaced are gone: their names are free for what takes their place.
  UniqueNames namesOf(func::FuncOp function) {
    if (text.empty())
      return UniqueNames(identifiers);
    const auto [begin, end] = bodyOf(function);
    std::string kept = text.str();
    std::string others;
    function.walk([&](Operation *op) {
      if (auto statement = dyn_cast<StatementOp>(op))
        blankOut(kept, statement.getBegin(), statement.getEnd());
      if (auto hostText = dyn_cast<HostOp>(op); hostText && hostText.getText())
        blankOut(kept, hostText.getBegin(), hostText.getEnd());
      for (const StringRef name : {"text", "name", "callee"})
        if (auto words = op->getAttrOfType<StringAttr>(name); words && (name == "text" || !isa<DrawOp, ScalarOp>(op)))
          others += words.getValue().str() + " ";
    });
    llvm::StringSet<> taken = identifiersOf(others);
    const int64_t start = std::min(integerOf(function, "gf.kernels_at", begin), begin);
    for (const auto &word : identifiersOf(StringRef(kept).slice(start, end)))
      taken.insert(word.getKey());
    for (const auto &word : preprocessorWords())
      taken.insert(word.getKey());
    return UniqueNames(std::move(taken));
  }

  /// Names on `#` lines, which may be macros.
  llvm::StringSet<> preprocessorWords() {
    std::string lines;
    for (auto [line, rest] = text.split('\n'); !line.empty() || !rest.empty(); std::tie(line, rest) = rest.split('\n'))
      if (line.ltrim().starts_with("#"))
        lines += line.str() + " ";
    return identifiersOf(lines);
  }

  std::vector<Edit> bodyEdits(func::FuncOp function) {
    HostCode host(plans[function], namesOf(function), fileName);
    return FunctionEdits(text, host).run(function.getBody().front(), bodyOf(function).second);
  }

  /// All instantiations of one body: a branch each, and the user's text for any other.
  void emitBranches(func::FuncOp first) {
    const auto [begin, end] = bodyOf(first);
    const StringRef own = text.slice(begin, end);
    const std::string indent(text.empty() ? 2 : indentationOf(text, begin + int64_t(own.find_first_not_of(" \t\n\r"))),
                             ' ');
    std::string branches = "\n" + indent;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (bodyOf(function) != bodyOf(first) || conditionOf(function).empty())
        continue;
      const std::vector<Edit> inside = bodyEdits(function);
      const std::string body = spliceRange(text, begin, end, inside);
      branches += "if constexpr (" + conditionOf(function).str() + ") {" +
                  (StringRef(body).starts_with("\n") ? "" : "\n") + StringRef(body).rtrim().str() + "\n" + indent +
                  "} else ";
    }
    // The rest is an edit that keeps the user's own bytes.
    edits.push_back({begin, begin, branches + "{"});
    edits.push_back({end, end, indent + "}\n" + std::string(text.empty() ? 0 : indentationOf(text, end), ' ')});
  }

  static constexpr StringRef kSuffixes[] = {"",        "_dense",          "_strided", "_interleaved",
                                            "_reduce", "_reduce_strided", "_values",  "_kinds"};

  ModuleOp module;
  StringRef text;
  const EmitOptions &options;
  llvm::StringSet<> identifiers;
  UniqueNames fileScope;
  std::string fileName;
  llvm::DenseMap<Operation *, KernelPlans> plans;
  llvm::StringSet<> printed;
  llvm::DenseSet<int64_t> branched;
  std::vector<Edit> edits;
};

} // namespace

std::vector<Edit> emitModule(ModuleOp module, StringRef text, const EmitOptions &options) {
  return ModuleEmitter(module, text, options).run();
}

} // namespace gpufuse

// The road from options to files: each step is one call into the folder that owns it.
#include "Driver/Compilation.h"

#include "CodeGen/EmitModule.h"
#include "CodeGen/PrintKernels.h"
#include "Driver/HostCompiler.h"
#include "Driver/InternalFault.h"
#include "Frontend/Frontend.h"
#include "IR/GpuFuseDialect.h"
#include "Output/DependencyFile.h"
#include "Output/SpliceSource.h"
#include "Output/WriteFile.h"
#include "Report/FusionReport.h"
#include "Transforms/Pipeline.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <fmt/format.h>

namespace gpufuse {
namespace {

std::string defaultOutput(const CompilationOptions &options) {
  const std::string stem = llvm::sys::path::stem(options.input).str();
  if (options.emit != Emit::source)
    return "-";
  return stem + (options.target == Target::cuda ? ".cu" : ".fused.cpp");
}

std::string printModule(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

std::string emitSource(mlir::ModuleOp module, const LiftedFile &lifted, const CompilationOptions &options,
                       const std::string &sourcePath) {
  const std::string flags = flagsForPeople(options, usesLibrary(lifted.dependencies));
  const EmitOptions emit{options.target, options.fastMath, options.fpContract, flags};
  OutputOptions output;
  output.inputPath = options.input;
  output.outputPath = sourcePath;
  output.toolVersion = GPUFUSE_VERSION;
  output.buildCommand = flags;
  output.runtimeInclude = options.target == Target::cuda ? "gpufuse/runtime/cuda.h" : "gpufuse/runtime/cpu.h";
  output.fastMath = options.fastMath;
  output.fpContract = options.fpContract;
  output.isCpu = options.target == Target::cpu;
  return spliceSource(lifted.text, emitModule(module, lifted.text, emit), output);
}

std::string emitKernels(mlir::ModuleOp module, const CompilationOptions &options) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printKernels(module, options.target, stream);
  return text;
}

mlir::LogicalResult runPasses(mlir::ModuleOp module, const CompilationOptions &options, PipelineEnd end) {
  mlir::PassManager passes(module.getContext());
  buildPipeline(passes, {options.noFuse, options.fuseLimit}, end);
  return passes.run(module);
}

/// The IR that `--emit=ir` or `--emit=regions` prints; nothing where a pass fails. Leaves `module` as it is.
std::optional<std::string> printStage(mlir::ModuleOp module, const CompilationOptions &options) {
  const mlir::OwningOpRef<mlir::ModuleOp> stage(module.clone());
  if (options.emit == Emit::regions && failed(runPasses(*stage, options, PipelineEnd::regions)))
    return std::nullopt;
  return printModule(*stage);
}

/// Never over the input, nor over a file that it includes.
int writeAll(const std::vector<PendingFile> &files, const LiftedFile &lifted, const CompilationOptions &options) {
  std::vector<std::string> inputs = lifted.dependencies;
  inputs.push_back(options.input); // with -p, the others may be spelled from another folder
  if (const std::string problem = writeFiles(files, inputs); !problem.empty()) {
    llvm::errs() << "gpufuse: error: " << problem << "\n";
    return kInputHasErrors;
  }
  return kWritten;
}

void addDependencyFile(std::vector<PendingFile> &files, const LiftedFile &lifted, const CompilationOptions &options,
                       const std::string &output) {
  if (!options.writeDependencies && options.dependencyPath.empty())
    return;
  std::string path = options.dependencyPath;
  if (path.empty())
    path = (output == "-" ? llvm::sys::path::stem(options.input).str() : output) + ".d";
  files.push_back({path, dependencyFile(output, lifted.dependencies)});
}

/// `--compile`: the source goes to a temporary file unless the user names a source.
int compileSource(const std::string &source, const std::string &output, const LiftedFile &lifted,
                  const CompilationOptions &options) {
  llvm::SmallString<128> path;
  const llvm::StringRef suffix = options.target == Target::cuda ? "cu" : "cpp";
  if (const std::error_code error = llvm::sys::fs::createTemporaryFile("gpufuse", suffix, path)) {
    llvm::errs() << "gpufuse: error: cannot make a temporary file: " << error.message() << "\n";
    return kInputHasErrors;
  }
  llvm::sys::RemoveFileOnSignal(path);
  int status = writeAll({{path.str().str(), source}}, lifted, options);
  if (status == kWritten)
    status = runBuildCommand(buildCommand(options, path.str().str(), output, usesLibrary(lifted.dependencies)));
  (void)llvm::sys::fs::remove(path); // a leftover in the temporary folder is no failure of the build
  llvm::sys::DontRemoveFileOnSignal(path);
  return status;
}

/// The emitted file, or its kernels alone.
std::string printResult(mlir::ModuleOp module, const LiftedFile &lifted, const CompilationOptions &options,
                        const std::string &output) {
  if (options.emit == Emit::kernels)
    return emitKernels(module, options);
  // A compiled source stands in a temporary folder: "-" keeps its includes as if beside the input.
  return emitSource(module, lifted, options, options.compile ? "-" : output);
}

void addReport(std::vector<PendingFile> &files, const FusionReport &report, const CompilationOptions &options) {
  if (options.reportPath.empty())
    return;
  std::string json;
  llvm::raw_string_ostream stream(json);
  writeJson(report, stream);
  files.push_back({options.reportPath, json});
}

} // namespace

int runCompilation(const CompilationOptions &options) {
  reportCrashesOf(options.input);
  mlir::MLIRContext context;
  context.loadDialect<gf::GFDialect, mlir::func::FuncDialect>();
  context.disableMultithreading(); // a file is small: threads cost more than they save

  const LiftedFile lifted = liftFile(context, {options.input, options.clangArguments, options.compileCommandsDir});
  if (!lifted.module)
    return kInputHasErrors;
  mlir::ModuleOp module = *lifted.module;
  if (failed(module.verify()))
    return reportInternalFault(options.input, "the lifted IR does not verify");

  // A stage is printed without what follows it; a report needs all passes whatever is printed.
  const bool isStage = options.emit == Emit::ir || options.emit == Emit::regions;
  const std::optional<std::string> stage = isStage ? printStage(module, options) : std::nullopt;
  const bool needsKernels = !isStage || options.explain || !options.reportPath.empty();
  if ((isStage && !stage) || (needsKernels && failed(runPasses(module, options, PipelineEnd::kernels))))
    return reportInternalFault(options.input, "a pass over the IR failed");

  const std::string object = llvm::sys::path::stem(options.input).str() + ".o";
  const std::string output = !options.output.empty() ? options.output
                             : options.compile       ? object
                                                     : defaultOutput(options);
  const std::string text = isStage ? *stage : printResult(module, lifted, options, output);
  const FusionReport report = makeFusionReport(module);
  std::vector<PendingFile> files;
  if (!options.compile)
    files.push_back({output, text});
  addDependencyFile(files, lifted, options, output);
  addReport(files, report, options);
  if (options.compile)
    if (const int status = compileSource(text, output, lifted, options); status != kWritten)
      return status;
  const int status = writeAll(files, lifted, options);
  if (status == kWritten && options.explain)
    explain(report, llvm::errs()); // stdout stays the program's
  return status;
}

} // namespace gpufuse

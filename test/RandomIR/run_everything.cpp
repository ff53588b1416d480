// The stages of lib/Driver on IR from anywhere.
#include "random_ir.h"

#include "CodeGen/PrintKernels.h"
#include "IR/GpuFuseDialect.h"
#include "IR/Stages.h"
#include "Report/FusionReport.h"
#include "Transforms/Passes.h"
#include "Transforms/Pipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

namespace gpufuse::test {
namespace {

/// Reads what a printed text is for, so that nothing of it is optimised away.
void consume(mlir::ModuleOp module) {
  llvm::raw_null_ostream nowhere;
  printKernels(module, Target::cuda, nowhere);
  printKernels(module, Target::cpu, nowhere);
  const FusionReport report = makeFusionReport(module);
  explain(report, nowhere);
  writeJson(report, nowhere);
}

Outcome runPipeline(mlir::ModuleOp parsed, const PipelineOptions &options) {
  mlir::OwningOpRef<mlir::ModuleOp> module(parsed.clone());
  mlir::PassManager passes(parsed.getContext());
  buildPipeline(passes, options);
  passes.enableVerifier(false);
  bool isScheduled = false;
  module->walk([&](gf::KernelOp) { isScheduled = true; });
  if (isScheduled && failed(gf::requireStage(*module, gf::Stage::kernels)))
    return Outcome::refused;
  if (!isScheduled && failed(passes.run(*module)))
    return Outcome::refused;
  if (failed(mlir::verify(*module)))
    llvm::report_fatal_error("the passes leave IR that does not verify");
  consume(*module);
  return Outcome::completed;
}

} // namespace

Outcome runEverything(const std::string &text, const std::function<void()> &whenParsed) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<gf::GFDialect, mlir::func::FuncDialect>();
  context.getDiagEngine().registerHandler([](mlir::Diagnostic &) { return mlir::success(); });
  const auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return Outcome::refused;
  whenParsed();
  PipelineOptions unfused;
  unfused.noFuse = true;
  const Outcome outcome = runPipeline(*module, {});
  return runPipeline(*module, unfused) == outcome ? outcome : Outcome::refused;
}

} // namespace gpufuse::test

// The edits of emitModule, laid out without the file that they belong to.
#include "CodeGen/PrintKernels.h"

#include "CodeGen/EmitModule.h"
#include "IR/GpuFuseDialect.h"
#include "IR/Stages.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace gpufuse {

void printKernels(ModuleOp module, Target target, llvm::raw_ostream &stream) {
  EmitOptions options;
  options.target = target;
  std::vector<Edit> edits = emitModule(module, {}, options);
  llvm::stable_sort(edits,
                    [](const Edit &a, const Edit &b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
  for (const Edit &edit : edits) {
    if (edit.text.empty())
      continue;
    if (edit.lines == Edit::Lines::output)
      stream << edit.text;
    else
      stream << "// at " << edit.begin << (edit.begin == edit.end ? "" : "-" + std::to_string(edit.end)) << ":\n  "
             << StringRef(edit.text).rtrim() << "\n";
  }
}

namespace {

struct PrintKernelsPass : PassWrapper<PrintKernelsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintKernelsPass)

  explicit PrintKernelsPass(Target target) : target(target) {}

  StringRef getArgument() const final { return target == Target::cuda ? "gf-print-cuda" : "gf-print-cpu"; }
  StringRef getDescription() const final {
    return target == Target::cuda ? "print the CUDA kernels and host code of a scheduled module"
                                  : "print the CPU loops and host code of a scheduled module";
  }
  void runOnOperation() final {
    if (failed(gf::requireStage(getOperation(), gf::Stage::kernels)))
      return signalPassFailure();
    printKernels(getOperation(), target, llvm::outs());
    llvm::outs().flush();
    markAllAnalysesPreserved();
  }

  Target target;
};

} // namespace

void registerPrintKernels() {
  registerPass([] { return std::make_unique<PrintKernelsPass>(Target::cuda); });
  registerPass([] { return std::make_unique<PrintKernelsPass>(Target::cpu); });
}

} // namespace gpufuse

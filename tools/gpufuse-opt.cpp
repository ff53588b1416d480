// gpufuse-opt: runs single passes over textual gf IR. Registration only.
#include "CodeGen/PrintKernels.h"
#include "IR/GpuFuseDialect.h"
#include "Transforms/Passes.h"
#include "Transforms/Pipeline.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<gpufuse::gf::GFDialect, mlir::func::FuncDialect>();
  gpufuse::registerGpuFusePasses();
  const mlir::PassPipelineRegistration<> pipeline(
      "gf-pipeline", "all passes, as `gpufuse` runs them",
      [](mlir::OpPassManager &manager) { gpufuse::buildPipeline(manager, {}); });
  gpufuse::registerPrintKernels();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "gpufuse gf IR tool\n", registry));
}

// The pipeline, read from top to bottom; each line says why it stands where it stands.
#include "Transforms/Pipeline.h"

#include "Transforms/Passes.h"

namespace gpufuse {

void buildPipeline(mlir::OpPassManager &manager, const PipelineOptions &options, PipelineEnd end) {
  mlir::OpPassManager &function = manager.nest<mlir::func::FuncOp>();

  // 1. Simplify first: what is merged or dead here costs nothing in any later decision.
  GFSimplifyOptions simplify;
  simplify.noFuse = options.noFuse;
  function.addPass(createGFSimplify(simplify));

  // 2. Extents next: whether two statements iterate over the same space is the first question of fusion.
  function.addPass(createGFShapes());

  // 3. Regions: the only place that decides what runs together.
  GFFormRegionsOptions regions;
  regions.noFuse = options.noFuse;
  regions.fuseLimit = options.fuseLimit;
  function.addPass(createGFFormRegions(regions));
  if (end == PipelineEnd::regions)
    return;

  // 4. Memory before schedules: what needs none is no output of a kernel, and what is overwritten in place is no
  // operand apart. Regions are final here, so what is read later is known.
  function.addPass(createGFPlaceBuffers());

  // 5. Schedules last: they need the final members, and the printers need nothing else.
  function.addPass(createGFSchedule());
}

} // namespace gpufuse

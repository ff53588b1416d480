// The passes over gf IR: name, summary and options, from which help, parsing and docs come.
#ifndef GPUFUSE_TRANSFORMS_PASSES
#define GPUFUSE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def GFSimplify : Pass<"gf-simplify", "::mlir::func::FuncOp"> {
  let summary = "exact clean-up: canonical forms, common subexpressions, dead values, sine-cosine pairs";
  let description = [{
    Only rewrites that keep every bit. Draws and captured scalars stay, also where their arrays are dead:
    they are the user's side effects.
  }];
  let options = [
    Option<"noFuse", "no-fuse", "bool", "false", "statements share nothing: the reference for what fusion may not change">
  ];
  let dependentDialects = ["::gpufuse::gf::GFDialect"];
}

def GFShapes : Pass<"gf-shapes", "::mlir::func::FuncOp"> {
  let summary = "names the extents of every array value (gf.extents) so that equal extents have equal names";
  let dependentDialects = ["::gpufuse::gf::GFDialect"];
}

def GFFormRegions : Pass<"gf-form-regions", "::mlir::func::FuncOp"> {
  let summary = "groups array operations into regions, each to become one kernel";
  let options = [
    Option<"noFuse", "no-fuse", "bool", "false", "one region a statement: the reference for what fusion may not change">,
    Option<"fuseLimit", "fuse-limit", "int64_t", "-1", "allow only the first N joins of two statements, to bisect (-1: all)">
  ];
  let dependentDialects = ["::gpufuse::gf::GFDialect"];
}

def GFPlaceBuffers : Pass<"gf-place-buffers", "::mlir::func::FuncOp"> {
  let summary = "decides which results need memory, and which may be written where their variable's old value is";
  let description = [{
    `x = f(x, ...)` may write over x while a region reads x element for element, and nothing reads the old value later.
    Whether it does is decided at run time: when nobody else owns the storage and the shapes are equal. The reason
    against it is left as `gf.fresh`.
  }];
  let dependentDialects = ["::gpufuse::gf::GFDialect"];
}

def GFSchedule : Pass<"gf-schedule", "::mlir::func::FuncOp"> {
  let summary = "turns each region's body into shapes, checks and one kernel with a schedule";
  let dependentDialects = ["::gpufuse::gf::GFDialect"];
}

#endif

// A pass or printer that meets IR of another stage says which pass is missing, or has run, and changes nothing.
// RUN: not %gpufuse-opt %s --split-input-file --gf-form-regions 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not %gpufuse-opt %s --split-input-file --gf-simplify 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not %gpufuse-opt %s --split-input-file --gf-place-buffers 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not %gpufuse-opt %s --split-input-file --gf-schedule 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not %gpufuse-opt %s --split-input-file --gf-print-cuda 2>&1 | FileCheck %s --check-prefix=PRINT
// RUN: not %gpufuse-opt %s --split-input-file --gf-print-cpu 2>&1 | FileCheck %s --check-prefix=PRINT

// SCHEDULE: error: 'gf.elementwise' op is in no region: run gf-form-regions first
// PRINT: error: 'gf.elementwise' op is in no kernel: run gf-schedule first
// FORM-NOT: error
func.func @lifted() {
  %r = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 1 line 1
  %x = gf.read %r : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  %y = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  gf.assign %y to %r : tensor<?xf32>, !gf.root<tensor<?xf32>>
  return
}

// -----

// FORM: error: 'gf.region' op is there already: regions are formed once, of lifted statements
// SCHEDULE-NOT: error
// PRINT: error: 'gf.elementwise' op is in no kernel: run gf-schedule first
func.func @regions() {
  %r = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 1 line 1
  %x = gf.read %r : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.region 1 lines [1] {
    %y = gf.elementwise "sqrt"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    gf.assign %y to %r : tensor<?xf32>, !gf.root<tensor<?xf32>>
    gf.yield
  }
  return
}

// -----

// FORM: error: 'gf.region' op is there already: regions are formed once, of lifted statements
// SCHEDULE: error: 'gf.kernel' op is there already: regions are scheduled once
// PRINT-NOT: error
func.func @kernels() {
  %r = gf.root "x" local : !gf.root<tensor<?xf32>>
  gf.statement 0, 1 line 1
  %x = gf.read %r : !gf.root<tensor<?xf32>> -> tensor<?xf32>
  gf.region 1 lines [1] {
    %s = gf.shape_of %x : tensor<?xf32> -> !gf.shape<1>
    %y = gf.kernel "f_1" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
    ^bb0(%a : f32):
      %0 = gf.elementwise "sqrt"(%a) : (f32) -> f32
      gf.yield %0 : f32
    } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
    gf.assign %y to %r : tensor<?xf32>, !gf.root<tensor<?xf32>>
    gf.yield
  }
  return
}

// Each operation is refused where it could not mean anything, with what was seen.
// RUN: %gpufuse-opt %s --split-input-file --verify-diagnostics

func.func @types() {
  // expected-error @+1 {{a variable of 'tensor<?xi24>' has elements of no type that arrays have}}
  %r = gf.root "x" local : !gf.root<tensor<?xi24>>
  return
}

// -----

// expected-error @+1 {{a shape of -1 dimensions, not of 0 to 64}}
func.func @rank(%s: !gf.shape<-1>) { return }

// -----

func.func @bytes() {
  // expected-error @+1 {{stands at bytes 9 to 4}}
  gf.statement 9, 4 line 1
  return
}

// -----

func.func @bodies() {
  // expected-error @+1 {{has 1 bodies and 1 offsets of bodies}}
  gf.control "if" 0, 9 line 1 bodies [4] unbraced [] {
  }
  return
}

// -----

func.func @body_outside() {
  // expected-error @+1 {{has a body at byte 12, out of order or outside 0 to 9}}
  gf.control "if" 0, 9 line 1 bodies [4, 12] unbraced [] {
  }
  return
}

// -----

func.func @unbraced() {
  // expected-error @+1 {{has no body 1}}
  gf.control "if" 0, 9 line 1 bodies [4, 8] unbraced [1] {
  }
  return
}

// -----

func.func @store(%r: !gf.root<tensor<?xf32>>, %v: tensor<?x?xf32>) {
  // expected-error @+1 {{stores 'tensor<?x?xf32>' to 1 dimensions of 'tensor<?xf32>'}}
  gf.store %v to %r [] : tensor<?x?xf32>, !gf.root<tensor<?xf32>>
  return
}

// -----

func.func @store_element(%r: !gf.root<tensor<?xf32>>, %v: f64) {
  // expected-error @+1 {{stores 'f64' to 1 dimensions of 'tensor<?xf32>'}}
  gf.store %v to %r [] : f64, !gf.root<tensor<?xf32>>
  return
}

// -----

func.func @store_bounds(%r: !gf.root<tensor<?xf32>>, %v: f32) {
  // expected-error @+1 {{needs 1 bounds, has 0}}
  gf.store %v to %r [-1] : f32, !gf.root<tensor<?xf32>>
  return
}

// -----

func.func @extent(%x: tensor<?xf32>) {
  // expected-error @+1 {{dimension 1 of 'tensor<?xf32>'}}
  %n = gf.extent %x, 1 : tensor<?xf32>
  return
}

// -----

func.func @slice_type(%x: tensor<?xf32>) {
  // expected-error @+1 {{pattern does not take 'tensor<?xf32>' to 'tensor<?xf64>'}}
  %y = gf.slice %x [0] : tensor<?xf32> -> tensor<?xf64>
  return
}

// -----

func.func @iota(%n: i64) {
  // expected-error @+1 {{gives one dimension of i64, beside extents of 1, not 'tensor<?xf32>'}}
  %y = gf.iota %n : tensor<?xf32>
  return
}

// -----

func.func @iota_of_two(%n: i64) {
  // expected-error @+1 {{gives one dimension of i64, beside extents of 1, not 'tensor<?x1x?xi64>'}}
  %y = gf.iota %n : tensor<?x1x?xi64>
  return
}

// -----

func.func @empty(%n: i64) {
  // expected-error @+1 {{needs one extent a dimension}}
  %y = gf.empty [%n] : tensor<?x?xf32>
  return
}

// -----

func.func @permute(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{names dimension 1 of rank 2, or names it twice}}
  %y = gf.view permute %x [1, 1] : tensor<?x?xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @squeeze(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{does not take 'tensor<?x?xf32>' to 'tensor<?x?xf32>'}}
  %y = gf.view squeeze %x [1] : tensor<?x?xf32> -> tensor<?x?xf32>
  return
}

// -----

func.func @diagonal(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{has 2 numbers and 0 bounds}}
  %y = gf.view diagonal %x [0, 1] : tensor<?x?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<?x?xf32>, %n: i64) {
  // expected-error @+1 {{broadcasts 'tensor<?x?xf32>' to fewer dimensions}}
  %y = gf.view broadcast %x [] (%n) : tensor<?x?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @joined(%n: i64) {
  // expected-error @+1 {{has 3 extents of arrays of rank 2}}
  %y = gf.joined_extent [%n, %n, %n] rank 2 axis 0 "concatenate(...)"
  return
}

// -----

func.func @joined_axis(%n: i64) {
  // expected-error @+1 {{joins along axis 2 of rank 2}}
  %y = gf.joined_extent [%n, %n] rank 2 axis 2 "concatenate(...)"
  return
}

// -----

func.func @cast(%x: tensor<?xf32>) {
  // expected-error @+1 {{takes 'tensor<?xf32>' to another shape, 'tensor<?x?xf64>'}}
  %y = gf.cast %x : tensor<?xf32> -> tensor<?x?xf64>
  return
}

// -----

func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?x?xf32>) {
  // expected-error @+1 {{broadcasts to rank 2, not to 'tensor<?xf32>'}}
  %z = gf.elementwise "add"(%x, %y) : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @sincos(%x: tensor<?xi32>) {
  // expected-error @+1 {{computes in float or double, not in 'i32'}}
  %s, %c = gf.sincos %x : tensor<?xi32>
  return
}

// -----

func.func @call(%x: f32) {
  // expected-error @+1 {{broadcasts to rank 0, not to 'tensor<?xf32>'}}
  %y = gf.call "f"(%x) : (f32) -> tensor<?xf32>
  return
}

// -----

func.func @reduce(%x: tensor<?xi32>) {
  // expected-error @+1 {{gives 'f64', not 'i32'}}
  %y = gf.reduce mean %x : tensor<?xi32> -> tensor<i32>
  return
}

// -----

func.func @shapes(%n: i64, %x: tensor<?x?xf32>) {
  // expected-error @+1 {{needs one extent a dimension}}
  %a = gf.shape [%n] : !gf.shape<2>
  return
}

// -----

func.func @shape_of(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{gives 2 dimensions, not 1}}
  %a = gf.shape_of %x : tensor<?x?xf32> -> !gf.shape<1>
  return
}

// -----

func.func @broadcast_shapes(%a: !gf.shape<1>, %b: !gf.shape<2>) {
  // expected-error @+1 {{broadcasts to rank 2, not 1}}
  %c = gf.broadcast_shapes %a, %b "" : !gf.shape<1>, !gf.shape<2> -> !gf.shape<1>
  return
}

// -----

func.func @require_shape(%a: !gf.shape<2>, %b: !gf.shape<1>) {
  // expected-error @+1 {{no shape of 2 dimensions broadcasts into 1}}
  gf.require_shape %a into %b "" : !gf.shape<2>, !gf.shape<1>
  return
}

// -----

func.func @stack_shape(%a: !gf.shape<1>) {
  // expected-error @+1 {{axis 2 of extent 3 in rank 2}}
  %b = gf.stack_shape %a axis 2 extent 3 : !gf.shape<1> -> !gf.shape<2>
  return
}

// -----

func.func @yield() {
  // expected-error @+1 {{hands values out of a region or a kernel only}}
  gf.yield
}

// -----

func.func @region_results(%x: tensor<?xf32>) {
  // expected-error @+1 {{has a part that does not end in a yield of its results}}
  %y = gf.region 1 lines [1] {
    gf.yield
  } -> tensor<?xf32>
  return
}

// -----

func.func @region_members() {
  gf.region 1 lines [1] {
    // expected-error @+1 {{cannot stand in a region}}
    gf.statement 1, 2 line 1
    gf.yield
  }
  return
}

// -----

func.func @pairs(%a: !gf.root<tensor<?xf32>>) {
  // expected-error @+1 {{compares variables in pairs, of 1}}
  gf.region 1 lines [1] disjoint (%a : !gf.root<tensor<?xf32>>) {
    gf.yield
  }
  return
}

// -----

func.func @kernel_yields(%s: !gf.shape<1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{yields 'f64' for 'tensor<?xf32>'}}
  %y = gf.kernel "k" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
  ^bb0(%a : f32):
    %0 = gf.cast %a : f32 -> f64
    gf.yield %0 : f64
  } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
  return
}

// -----

func.func @kernel_inputs(%s: !gf.shape<1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{takes 'f64' from 'tensor<?xf32>'}}
  %y = gf.kernel "k" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
  ^bb0(%a : f64):
    gf.yield %a : f64
  } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf64>
  return
}

// -----

func.func @kernel_draws(%s: !gf.shape<1>, %d: !gf.draw) {
  // expected-error @+1 {{has 1 draws and 0 distributions}}
  %y = gf.kernel "k" map space(%s : !gf.shape<1>) inputs(%d : !gf.draw) sources(%s : !gf.shape<1>) shapes(%s : !gf.shape<1>) {
  ^bb0(%a : f64):
    gf.yield %a : f64
  } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf64>
  return
}

// -----

func.func @kernel_reduction(%s: !gf.shape<1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{has an unknown reduction 9 to 'tensor<?xf32>'}}
  %y = gf.kernel "k" reduction space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
  ^bb0(%a : f32):
    gf.yield %a : f32
  } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: 9>} -> tensor<?xf32>
  return
}

// -----

func.func @kernel_members(%s: !gf.shape<1>, %x: tensor<?xf32>) {
  %y = gf.kernel "k" map space(%s : !gf.shape<1>) inputs(%x : tensor<?xf32>) shapes(%s : !gf.shape<1>) {
  ^bb0(%a : f32):
    // expected-error @+1 {{cannot stand in a kernel}}
    gf.statement 1, 2 line 1
    gf.yield %a : f32
  } {distributions = array<i32>, index_inputs = array<i64>, lanes = array<i64: 0>, stack_axes = array<i64: 0>, reductions = array<i32: -1>} -> tensor<?xf32>
  return
}

// -----

func.func @axes_twice(%x: tensor<?x?x?xf32>) {
  // expected-error @+1 {{axis 0 is out of order or outside rank 3}}
  %y = gf.reduce sum %x axes [1, 0] : tensor<?x?x?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @axes_all(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{names all of its axes}}
  %y = gf.reduce sum %x axes [0, 1] : tensor<?x?xf32> -> tensor<f32>
  return
}

// -----

func.func @axes_rank(%x: tensor<?x?xf32>) {
  // expected-error @+1 {{gives an array of 2 dimensions}}
  %y = gf.reduce sum %x axes [0] keepdims : tensor<?x?xf32> -> tensor<?xf32>
  return
}

// -----

func.func @reduced_shape(%s: !gf.shape<2>) {
  // expected-error @+1 {{leaves 1 dimensions}}
  %y = gf.reduced_shape %s axes [0] : !gf.shape<2> -> !gf.shape<2>
  return
}

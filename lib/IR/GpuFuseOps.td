// The operations of the gf dialect, in the order in which a program meets them: host text, storage, arrays,
// shapes, regions and kernels. One file, though long: the dialect is read as a whole, and tablegen takes it as one.
#ifndef GPUFUSE_IR_OPS
#define GPUFUSE_IR_OPS

include "GpuFuseBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

class GF_Op<string mnemonic, list<Trait> traits = []> : Op<GF_Dialect, mnemonic, traits>;

//===-- Host text ------------------------------------------------------------------------------------------===//

def GF_StatementOp : GF_Op<"statement"> {
  let summary = "marks where a lifted statement stood in the user's file";
  let description = [{
    The operations between this marker and the next marker, host statement or control statement of the block
    replace the bytes `[begin, end)` of the main file. `line` is for people.
  }];
  let arguments = (ins I64Attr:$begin, I64Attr:$end, I64Attr:$line);
  let assemblyFormat = "$begin `,` $end `line` $line attr-dict";
  let hasVerifier = 1;
}

def GF_ScalarOp : GF_Op<"scalar", [AttrSizedOperandSegments]> {
  let summary = "a scalar expression of the user's, kept as text and evaluated once, at its statement's place";
  let description = [{
    Prints as `const <cpp_type> <name> = <text>;`. With `direct`, `text` names something that cannot change
    (a by-value parameter or local that is never modified): it is used as it is and nothing is declared.
    `$0`, `$1`, ... in the text stand for `holes`, as in `gf.host`. `reads` are the array variables that the text reads:
    they must be up to date. `may_throw` and `observable` as in `gf.host`.
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$name, StrAttr:$cpp_type, Variadic<GF_Value>:$holes,
                       Variadic<GF_RootType>:$reads, UnitAttr:$may_throw, UnitAttr:$observable, UnitAttr:$direct);
  let results = (outs GF_Element:$result);
  let assemblyFormat = [{
    $text `as` $name $cpp_type (`direct` $direct^)? (`holes` `(` $holes^ `:` type($holes) `)`)?
    (`reads` `(` $reads^ `:` type($reads) `)`)? (`may_throw` $may_throw^)? (`observable` $observable^)?
    attr-dict `:` type($result)
  }];
}

def GF_DrawOp : GF_Op<"draw"> {
  let summary = "takes a ticket from the generator named by `text`: `const auto <name> = <text>.take();`";
  let arguments = (ins StrAttr:$text, StrAttr:$name);
  let results = (outs GF_DrawType:$result);
  let assemblyFormat = "$text `as` $name attr-dict `:` type($result)";
}

def GF_HostOp : GF_Op<"host", [AttrSizedOperandSegments]> {
  let summary = "a statement of the user's that stays text";
  let description = [{
    Stands at bytes `[begin, end)` of the main file. Without `text` the bytes stay as they are. With `text`
    they are replaced by it, where `$0`, `$1`, ... stand for the values `holes`. `reads` and `writes`
    list the array variables the statement may touch. `exits` marks return, break, continue and goto. `observable`:
    when an array statement throws after it, code outside the function can tell that it ran.
  }];
  let arguments = (ins I64Attr:$begin, I64Attr:$end, I64Attr:$line, OptionalAttr<StrAttr>:$text,
                       Variadic<GF_Value>:$holes, Variadic<GF_RootType>:$reads, Variadic<GF_RootType>:$writes,
                       UnitAttr:$may_throw, UnitAttr:$observable, UnitAttr:$exits);
  let assemblyFormat = [{
    $begin `,` $end `line` $line ($text^)? (`holes` `(` $holes^ `:` type($holes) `)`)?
    (`reads` `(` $reads^ `:` type($reads) `)`)? (`writes` `(` $writes^ `:` type($writes) `)`)?
    (`may_throw` $may_throw^)? (`observable` $observable^)? (`exits` $exits^)? attr-dict
  }];
  let hasVerifier = 1;
}

def GF_ControlOp : GF_Op<"control", [AttrSizedOperandSegments, NoTerminator, SingleBlock]> {
  let summary = "a host `if`, `for`, `while`, `do`, `switch` or block whose body holds array statements";
  let description = [{
    The header stays text. `bodies` holds begin and end offsets of each body, just inside its braces; a body
    that the user wrote without braces (offsets of the whole statement, with its semicolon) is listed in
    `unbraced` (by index) and gets braces when something in it is replaced.
    With `text`, the bytes from `begin` to the first body (for a braced body, to its brace) are replaced by it,
    where `$0`, `$1`, ... stand for `holes` as in `gf.host`, which are evaluated once.
    A statement of no bytes (`begin` is `end`, and so are its bodies) is one that the frontend made, of `c ? a : b` or of
    an inlined callee's.
    `reads` and `writes` are what the header's text touches (the condition, the increment). A body may run
    any number of times, also none.
  }];
  let arguments = (ins StrAttr:$keyword, I64Attr:$begin, I64Attr:$end, I64Attr:$line,
                       DenseI64ArrayAttr:$bodies, DenseI64ArrayAttr:$unbraced, OptionalAttr<StrAttr>:$text,
                       Variadic<GF_Value>:$holes, Variadic<GF_RootType>:$reads, Variadic<GF_RootType>:$writes,
                       UnitAttr:$may_throw);
  let regions = (region VariadicRegion<SizedRegion<1>>:$parts);
  let assemblyFormat = [{
    $keyword $begin `,` $end `line` $line `bodies` $bodies `unbraced` $unbraced ($text^)?
    (`holes` `(` $holes^ `:` type($holes) `)`)?
    (`reads` `(` $reads^ `:` type($reads) `)`)? (`writes` `(` $writes^ `:` type($writes) `)`)?
    (`may_throw` $may_throw^)? $parts attr-dict
  }];
  let hasVerifier = 1;
}

def GF_DeviceFunctionOp : GF_Op<"device_function"> {
  let summary = "at module level: the text of a function that kernels may call (from `gf::map`)";
  let arguments = (ins StrAttr:$name, StrAttr:$text);
  let assemblyFormat = "$name $text attr-dict";
}

//===-- Storage --------------------------------------------------------------------------------------------===//

def GF_RootOp : GF_Op<"root"> {
  let summary = "an array variable of the user's program";
  let description = [{
    `text` spells it (`x`, `this->position`, `state.v`). `escapes`: other code may reach it, so host calls may
    change it and it may be the same storage as another escaping root. `view`: not an array but a view of one
    (any strides; always may overlap its base).
  }];
  let arguments = (ins StrAttr:$text, GF_RootKind:$kind, UnitAttr:$escapes, UnitAttr:$view);
  let results = (outs GF_RootType:$result);
  let assemblyFormat = "$text $kind (`escapes` $escapes^)? (`view` $view^)? attr-dict `:` type($result)";
}

def GF_ReadOp : GF_Op<"read"> {
  let summary = "the value that an array variable has here";
  let arguments = (ins Arg<GF_RootType, "", [MemRead]>:$root);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$root attr-dict `:` type($root) `->` type($result)";
  let hasVerifier = 1;
}

def GF_AssignOp : GF_Op<"assign"> {
  let summary = "rebinds an array variable (`x = e`), or declares it (`auto x = e`) with `declares`";
  let description = [{
    With `reuses` the value may be written into the storage that the variable has: when, at run time, nobody else owns
    that, it has the value's shape, and no variable of `unless` is this variable under another name.
  }];
  let arguments = (ins GF_Array:$value, Arg<GF_RootType, "", [MemWrite]>:$root, Variadic<GF_RootType>:$unless,
                       UnitAttr:$declares, UnitAttr:$reuses);
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$root, CArg<"bool", "false">:$declares), [{
    build($_builder, $_state, value, root, ::mlir::ValueRange(), declares, /*reuses=*/false);
  }]>];
  let assemblyFormat = [{
    $value `to` $root (`declares` $declares^)? (`reuses` $reuses^)? (`unless` `(` $unless^ `:` type($unless) `)`)?
    attr-dict `:` type($value) `,` type($root)
  }];
  let hasVerifier = 1;
}

def GF_StoreOp : GF_Op<"store"> {
  let summary = "writes elements in place: `x += e`, `x(gf::slice(1, n)) = e`";
  let description = [{
    `pattern` and `operands` select the target as in `gf.slice`; an empty pattern is the whole variable.
    The value broadcasts into the target.
  }];
  let arguments = (ins GF_Value:$value, Arg<GF_RootType, "", [MemWrite]>:$root, DenseI32ArrayAttr:$pattern,
                       Variadic<I64>:$bounds);
  let assemblyFormat = "$value `to` $root $pattern (`(` $bounds^ `)`)? attr-dict `:` type($value) `,` type($root)";
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

//===-- Arrays ---------------------------------------------------------------------------------------------===//

def GF_ConstantOp : GF_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a scalar known to the compiler";
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs GF_Element:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def GF_ExtentOp : GF_Op<"extent", [Pure]> {
  let summary = "the extent of one dimension of an array; reads no element";
  let arguments = (ins GF_Array:$array, I64Attr:$dim);
  let results = (outs I64:$result);
  let assemblyFormat = "$array `,` $dim attr-dict `:` type($array)";
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def GF_SliceOp : GF_Op<"slice", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a part of an array";
  let description = [{
    One pattern code an item: -1 an index (one bound, drops the dimension); -2 a new axis; 0 to 7 a range,
    where bit 0 says a lower bound is given, bit 1 an upper bound, bit 2 a step (so 0 is the whole dimension).
    Bounds are taken from `bounds` in order. Negative indices count from the end, as in NumPy. An index outside its
    dimension throws, so a slice with one has an effect though it changes nothing.
  }];
  let arguments = (ins GF_Array:$array, DenseI32ArrayAttr:$pattern, Variadic<I64>:$bounds);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$array $pattern (`(` $bounds^ `)`)? attr-dict `:` type($array) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def GF_ViewOp : GF_Op<"view", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an array with its dimensions in another order, or in another shape";
  let description = [{
    What `numbers` and `bounds` are depends on the kind. Squeeze, broadcast and reshape throw where the extents do not
    fit, so they have an effect though they change nothing. Only an array that is whole is reshaped: parts are copied
    first (by gf-form-regions).
  }];
  let arguments = (ins GF_ViewKind:$kind, GF_Array:$array, DenseI64ArrayAttr:$numbers, Variadic<I64>:$bounds);
  let results = (outs GF_Array:$result);
  let assemblyFormat = [{
    $kind $array $numbers (`(` $bounds^ `)`)? attr-dict `:` type($array) `->` type($result)
  }];
  let hasVerifier = 1;
}

def GF_EmptyOp : GF_Op<"empty"> {
  let summary = "an array whose elements nobody has written yet";
  let arguments = (ins Variadic<I64>:$extents);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "`[` $extents `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def GF_FillOp : GF_Op<"fill", [Pure]> {
  let summary = "an array of one value: zeros, ones, full";
  let arguments = (ins GF_Element:$value, Variadic<I64>:$extents);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$value `[` $extents `]` attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def GF_IotaOp : GF_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, ... as int64; arange and linspace are arithmetic on it";
  let arguments = (ins I64:$extent);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$extent attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def GF_RandomOp : GF_Op<"random", [Pure]> {
  let summary = "the numbers of one draw: uniform in [0, 1) or standard normal, by row-major element index";
  let arguments = (ins GF_Distribution:$distribution, GF_DrawType:$draw, Variadic<I64>:$extents);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$distribution $draw `[` $extents `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def GF_CastOp : GF_Op<"cast", [Pure]> {
  let summary = "converts each element, as C++ and NumPy's astype do";
  let arguments = (ins GF_Value:$input);
  let results = (outs GF_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def GF_ElementwiseOp : GF_Op<"elementwise", [Pure]> {
  let summary = "one row of the table of elementwise functions, applied to arrays (broadcasting) or scalars";
  let description = [{
    `function` is a name of `elementwise_functions.def`. All operands have the computing type already (`where`:
    the first is bool). The result has the row's result type.
  }];
  let arguments = (ins StrAttr:$function, Variadic<GF_Value>:$inputs);
  let results = (outs GF_Value:$result);
  let assemblyFormat = "$function `(` $inputs `)` attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def GF_SinCosOp : GF_Op<"sincos", [Pure, SameOperandsAndResultType]> {
  let summary = "sine and cosine of one operand, computed together (bit for bit what they are apart)";
  let arguments = (ins GF_Value:$input);
  let results = (outs GF_Value:$sine, GF_Value:$cosine);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def GF_CallOp : GF_Op<"call", [Pure]> {
  let summary = "applies a device function element by element (`gf::map`)";
  let arguments = (ins StrAttr:$callee, Variadic<GF_Value>:$inputs);
  let results = (outs GF_Value:$result);
  let assemblyFormat = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
}

def GF_StackOp : GF_Op<"stack", [Pure]> {
  let summary = "joins k arrays of one shape along a new axis of extent k";
  let arguments = (ins Variadic<GF_Array>:$inputs, I64Attr:$axis);
  let results = (outs GF_Array:$result);
  let assemblyFormat = "$inputs `axis` $axis attr-dict `:` functional-type($inputs, $result)";
  let hasVerifier = 1;
}

def GF_ReduceOp : GF_Op<"reduce", [Pure]> {
  let summary = "combines the elements of an array along some of its axes, or all of them";
  let description = [{
    `axes` are in ascending order; without them all are reduced. With `keepdims` they stay, with extent 1.
  }];
  let arguments = (ins GF_ReductionKind:$kind, GF_Array:$input, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$axes,
                       UnitAttr:$keepdims);
  let results = (outs GF_Array:$result);
  let assemblyFormat = [{
    $kind $input (`axes` $axes^)? (`keepdims` $keepdims^)? attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===-- Shapes (host values) ----------------------------------------------------------===//

def GF_ShapeOp : GF_Op<"shape", [Pure]> {
  let summary = "a shape from its extents";
  let arguments = (ins Variadic<I64>:$extents);
  let results = (outs GF_ShapeType:$result);
  let assemblyFormat = "`[` $extents `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def GF_ShapeOfOp : GF_Op<"shape_of", [Pure]> {
  let summary = "the shape of an array";
  let arguments = (ins GF_Array:$array);
  let results = (outs GF_ShapeType:$result);
  let assemblyFormat = "$array attr-dict `:` type($array) `->` type($result)";
  let hasVerifier = 1;
}

def GF_BroadcastShapesOp : GF_Op<"broadcast_shapes"> {
  let summary = "NumPy's broadcast of two shapes; throws at its location with `text` where they do not fit";
  let arguments = (ins GF_ShapeType:$lhs, GF_ShapeType:$rhs, StrAttr:$text);
  let results = (outs GF_ShapeType:$result);
  let assemblyFormat = "$lhs `,` $rhs $text attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def GF_RequireShapeOp : GF_Op<"require_shape"> {
  let summary = "throws at its location unless `shape` broadcasts into `target`";
  let arguments = (ins GF_ShapeType:$shape, GF_ShapeType:$target, StrAttr:$text);
  let assemblyFormat = "$shape `into` $target $text attr-dict `:` type($shape) `,` type($target)";
  let hasVerifier = 1;
}

def GF_RequireElementsOp : GF_Op<"require_elements"> {
  let summary = "throws at its location if there is nothing along the axes (without them, in the shape): min of nothing";
  let arguments = (ins GF_ShapeType:$shape, StrAttr:$text, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$axes);
  let assemblyFormat = "$shape $text (`axes` $axes^)? attr-dict `:` type($shape)";
  let hasVerifier = 1;
}

def GF_JoinedExtentOp : GF_Op<"joined_extent"> {
  let summary = "the extent of arrays joined along `axis`; throws at its location unless their other extents agree";
  let description = "`extents` are all of the first array, then all of the next; `rank` of each.";
  let arguments = (ins Variadic<I64>:$extents, I64Attr:$rank, I64Attr:$axis, StrAttr:$text);
  let results = (outs I64:$result);
  let assemblyFormat = "`[` $extents `]` `rank` $rank `axis` $axis $text attr-dict";
  let hasVerifier = 1;
}

def GF_StackShapeOp : GF_Op<"stack_shape", [Pure]> {
  let summary = "a shape with a new axis of static extent";
  let arguments = (ins GF_ShapeType:$shape, I64Attr:$axis, I64Attr:$extent);
  let results = (outs GF_ShapeType:$result);
  let assemblyFormat = "$shape `axis` $axis `extent` $extent attr-dict `:` type($shape) `->` type($result)";
  let hasVerifier = 1;
}

def GF_ReducedShapeOp : GF_Op<"reduced_shape", [Pure]> {
  let summary = "what a reduction leaves of a shape: `axes` and `keepdims` as in `gf.reduce`";
  let arguments = (ins GF_ShapeType:$shape, DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$axes, UnitAttr:$keepdims);
  let results = (outs GF_ShapeType:$result);
  let assemblyFormat = [{
    $shape (`axes` $axes^)? (`keepdims` $keepdims^)? attr-dict `:` type($shape) `->` type($result)
  }];
  let hasVerifier = 1;
}

//===-- Regions and kernels --------------------------------------------------------------------------------===//

def GF_RegionOp : GF_Op<"region", [NoTerminator, SingleBlock]> {
  let summary = "array statements that run as one";
  let description = [{
    `body` holds the fused members in program order, with the assignments and stores they make, and ends in
    `gf.yield` of the values used after it. After gf-schedule it holds shapes, kernels, assignments and stores.
    `disjoint` lists pairs of roots, flattened (written, other): the body is right only if the storage of each
    pair is disjoint at run time. `fallback` then holds the same statements one by one, as regions of their own.
  }];
  let arguments = (ins I64Attr:$id, DenseI64ArrayAttr:$lines, Variadic<GF_RootType>:$disjoint);
  let results = (outs Variadic<GF_Array>:$results);
  let regions = (region SizedRegion<1>:$body, AnyRegion:$fallback);
  let assemblyFormat = [{
    $id `lines` $lines (`disjoint` `(` $disjoint^ `:` type($disjoint) `)`)? $body (`fallback` $fallback^)? attr-dict
    (`->` type($results)^)?
  }];
  let hasRegionVerifier = 1;
}

def GF_KernelOp : GF_Op<"kernel", [AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock, NoTerminator]> {
  let summary = "one launch: a scalar body run for each index of a space";
  let description = [{
    The block has one argument for each of `inputs`, of element type: an element of a tensor, a scalar, a number
    of a draw (`!gf.draw` input), or the row-major index (an `i64` input listed in `index_inputs`, its value is the extent).
    `distributions[i]` is the distribution of the i-th draw input. `source_shapes` are the shapes of draws and
    indices, in input order. The body yields, for each result in order, one value, or k values for a stacked
    result (`lanes[r]` = k > 0 along `stack_axes[r]`, else 0); a reduced result (`reductions[r]` not -1) combines what is
    yielded, along the axes `reduced_axes` of the space (none: all of it).
  }];
  let arguments = (ins StrAttr:$name, GF_Schedule:$schedule, GF_ShapeType:$space, Variadic<AnyType>:$inputs,
                       Variadic<GF_ShapeType>:$source_shapes, Variadic<GF_ShapeType>:$result_shapes,
                       DenseI64ArrayAttr:$index_inputs, DenseI32ArrayAttr:$distributions,
                       DenseI64ArrayAttr:$lanes, DenseI64ArrayAttr:$stack_axes, DenseI32ArrayAttr:$reductions,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$reduced_axes);
  let results = (outs Variadic<GF_Array>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name $schedule `space` `(` $space `:` type($space) `)` `inputs` `(` ($inputs^ `:` type($inputs))? `)`
    (`sources` `(` $source_shapes^ `:` type($source_shapes) `)`)?
    (`shapes` `(` $result_shapes^ `:` type($result_shapes) `)`)? $body attr-dict `->` type($results)
  }];
  let hasRegionVerifier = 1;
}

def GF_YieldOp : GF_Op<"yield", [Pure, Terminator]> {
  let summary = "what a region or a kernel's body hands out";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let hasVerifier = 1;
}

#endif

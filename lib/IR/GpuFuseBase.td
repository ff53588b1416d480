// The gf dialect itself, its types and its enumerations.
#ifndef GPUFUSE_IR_BASE
#define GPUFUSE_IR_BASE

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def GF_Dialect : Dialect {
  let name = "gf";
  let cppNamespace = "::gpufuse::gf";
  let summary = "array statements of one fused function, between the user's text and the emitted kernels";
  let description = [{
    An array value is a ranked tensor: the value of a storage root at one point of the program. Scalar code
    stays the user's text (`gf.scalar`, `gf.host`, `gf.control`); only array expressions are operations.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
}

class GF_Type<string name, string typeMnemonic> : TypeDef<GF_Dialect, name> { let mnemonic = typeMnemonic; }

def GF_RootType : GF_Type<"Root", "root"> {
  let summary = "an array variable of the user's program: a place that holds a value of `array` type";
  let parameters = (ins "::mlir::RankedTensorType":$array);
  let assemblyFormat = "`<` $array `>`";
  let genVerifyDecl = 1;
}

def GF_DrawType : GF_Type<"Draw", "draw"> {
  let summary = "a ticket for one random draw, taken on the host at its statement's place";
}

def GF_ShapeType : GF_Type<"Shape", "shape"> {
  let summary = "the extents of an array, known at run time on the host";
  let parameters = (ins "int64_t":$rank);
  let assemblyFormat = "`<` $rank `>`";
  let genVerifyDecl = 1;
}

// bool, the integers of 8 to 64 bits, half, bfloat16, float and double.
defvar GF_ElementTypes = [I1, I8, I16, I32, I64, UI8, UI16, UI32, UI64, F16, BF16, F32, F64];
def GF_Element : AnyTypeOf<GF_ElementTypes, "an element type">;
def GF_Array : RankedTensorOf<GF_ElementTypes>;
def GF_Value : AnyTypeOf<[GF_Element, GF_Array], "array or scalar">;

def GF_RootKind : I32EnumAttr<"RootKind", "where an array variable lives", [
    I32EnumAttrCase<"Local", 0, "local">,          // a local variable or by-value parameter
    I32EnumAttrCase<"Parameter", 1, "parameter">,  // a reference parameter
    I32EnumAttrCase<"Member", 2, "member">,        // this->m, s.f
    I32EnumAttrCase<"Global", 3, "global">]> {
  let cppNamespace = "::gpufuse::gf";
}

def GF_ReductionKind : I32EnumAttr<"ReductionKind", "how a reduction combines", [
    I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">, I32EnumAttrCase<"Min", 2, "min">,
    I32EnumAttrCase<"Max", 3, "max">, I32EnumAttrCase<"Mean", 4, "mean">]> {
  let cppNamespace = "::gpufuse::gf";
}

def GF_ViewKind : I32EnumAttr<"ViewKind", "how a view shows an array", [
    I32EnumAttrCase<"Permute", 0, "permute">,      // dimension d is dimension numbers[d]
    I32EnumAttrCase<"Squeeze", 1, "squeeze">,      // without the dimensions `numbers`, of extent 1
    I32EnumAttrCase<"Diagonal", 2, "diagonal">,    // of dimensions `numbers`, by the offset `bounds`; comes last
    I32EnumAttrCase<"Broadcast", 3, "broadcast">,  // to the extents `bounds`
    I32EnumAttrCase<"Reshape", 4, "reshape">]> {   // to the extents `bounds`, of which one may be -1: what is left
  let cppNamespace = "::gpufuse::gf";
}

def GF_Distribution : I32EnumAttr<"Distribution", "what a draw yields", [
    I32EnumAttrCase<"Uniform", 0, "uniform">, I32EnumAttrCase<"Normal", 1, "normal">]> {
  let cppNamespace = "::gpufuse::gf";
}

def GF_Schedule : I32EnumAttr<"Schedule", "the shape of a kernel", [
    I32EnumAttrCase<"Map", 0, "map">,                  // dense when it can be, else strided
    I32EnumAttrCase<"StridedMap", 1, "strided_map">,   // an operand is broadcast or sliced: never dense
    I32EnumAttrCase<"Interleaved", 2, "interleaved">,  // stack on the last axis through staged stores
    I32EnumAttrCase<"Reduction", 3, "reduction">,      // full reduction, with mapped outputs beside it
    I32EnumAttrCase<"Rows", 4, "rows">,                // reduction over axes with the last among them
    I32EnumAttrCase<"Columns", 5, "columns">]> {       // reduction over axes without the last
  let cppNamespace = "::gpufuse::gf";
}

#endif

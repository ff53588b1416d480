// Numbers inside array statements: constants, extents, and the user's text evaluated once.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using mlir::failed;
using mlir::failure;

namespace gpufuse {
namespace {

/// Casts that extents and bounds may lose: they are 64-bit in the IR whatever their C++ type.
const Expr *withoutIntegerCasts(const Expr *e) {
  e = stripped(e);
  while (const auto *cast = dyn_cast<ImplicitCastExpr>(e)) {
    if (cast->getCastKind() != CK_IntegralCast)
      break;
    e = stripped(cast->getSubExpr());
  }
  return e;
}

SpelledText castOf(SpelledText text, llvm::StringRef type) {
  text.text = ("static_cast<" + type + ">(" + text.text + ")").str();
  return text;
}

} // namespace

mlir::Value FunctionLifter::constant(double number, type_id type, mlir::Location location) {
  return constant(llvm::APFloat(number), type, location);
}

mlir::Value FunctionLifter::constant(llvm::APFloat number, type_id type, mlir::Location location) {
  bool losesInfo = false;
  if (type == type_id::boolean)
    return constant(llvm::APSInt(llvm::APInt(1, number.isNonZero()), true), type, location);
  if (kind_of(type) == type_kind::integral) { // saturates, and NaN gives 0
    llvm::APSInt integer(8 * size_of(type), is_unsigned(type));
    number.convertToInteger(integer, llvm::APFloat::rmTowardZero, &losesInfo);
    return constant(integer, type, location);
  }
  const mlir::Type element = irType(type);
  number.convert(mlir::cast<mlir::FloatType>(element).getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return builder.create<gf::ConstantOp>(location, mlir::FloatAttr::get(element, number));
}

mlir::Value FunctionLifter::constant(const llvm::APSInt &number, type_id type, mlir::Location location) {
  if (kind_of(type) == type_kind::floating) {
    llvm::APFloat real(mlir::cast<mlir::FloatType>(irType(type)).getFloatSemantics());
    real.convertFromAPInt(number, number.isSigned(), llvm::APFloat::rmNearestTiesToEven);
    return builder.create<gf::ConstantOp>(location, mlir::FloatAttr::get(irType(type), real));
  }
  const llvm::APInt bits =
      type == type_id::boolean ? llvm::APInt(1, !number.isZero()) : llvm::APInt(number.extOrTrunc(8 * size_of(type)));
  return builder.create<gf::ConstantOp>(location, mlir::IntegerAttr::get(irType(type), bits));
}

mlir::Value FunctionLifter::constantInteger(int64_t number, mlir::Location location) {
  return builder.create<gf::ConstantOp>(location, builder.getI64IntegerAttr(number));
}

/// The constant that clang's evaluator finds, in the type by which the number counts.
FunctionLifter::Result FunctionLifter::constantValue(const Expr *e) {
  const type_id type = scalarType(e->getType());
  Expr::EvalResult result;
  if (type == type_id::none || e->isValueDependent() || !e->EvaluateAsRValue(result, ast) || result.HasSideEffects)
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  if (result.Val.isFloat())
    return constant(result.Val.getFloat(), type, location);
  if (!result.Val.isInt() || result.Val.getInt().getSignificantBits() > 65)
    return failure();
  return constant(result.Val.getInt(), type, location);
}

/// Whether the text is the bare name of a number that nothing can change any more.
bool FunctionLifter::isFixed(const Expr *e) const {
  const auto *reference = dyn_cast<DeclRefExpr>(stripped(e));
  if (!reference || reference->getDecl()->getType()->isReferenceType())
    return false;
  const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
  return variable && variable->hasLocalStorage() && variable->getDeclContext() == fused.function &&
         !facts.modified.contains(variable);
}

FunctionLifter::Result FunctionLifter::liftScalar(const Expr *e) {
  if (const Result known = constantValue(e); mlir::succeeded(known))
    return known;
  const Expr *inner = stripped(e);
  if (const auto *reference = dyn_cast<DeclRefExpr>(inner))
    if (const NameBinding *bound = state.scope.find(reference->getDecl());
        bound && bound->kind == NameBinding::scalar && bound->value)
      return bound->value;
  if (const auto operation = binding.operation(inner);
      operation && (operation->kind == ArrayOperation::extent || operation->kind == ArrayOperation::size))
    return liftShapeRead(inner, *operation);
  type_id type = scalarType(e->getType());
  if (type == type_id::none)
    type = binding.elementProxy(e->getType());
  if (const auto declared = opaqueScalars.find(inner); declared != opaqueScalars.end())
    return captureScalar(nullptr, {declared->second, "", {}}, type, spellingOf(type), true);
  const SpelledText text = spell(e, state.scope, ast);
  if (!text)
    return failText(e, text);
  if (type == type_id::none)
    return fail(e, DiagnosticId::unsupported_operation, text.text, "it is neither an array nor a number");
  const QualType exact = e->getType().getNonReferenceType().getCanonicalType();
  const bool isExact = exact->isBuiltinType() && ast.getTypeSize(exact) == 8ul * size_of(type);
  if (isExact)
    return captureScalar(e, text, type, spellingOf(type), isFixed(e));
  return captureScalar(e, castOf(text, spellingOf(type)), type, spellingOf(type), false);
}

/// An extent or bound: 64 bits, whatever its C++ type.
FunctionLifter::Result FunctionLifter::liftExtent(const Expr *e) {
  const Expr *inner = withoutIntegerCasts(e);
  const mlir::Location location = locationOf(e->getExprLoc());
  if (const Result known = constantValue(inner); mlir::succeeded(known))
    return castTo(*known, type_id::int64, location);
  if (const auto *reference = dyn_cast<DeclRefExpr>(inner))
    if (const NameBinding *bound = state.scope.find(reference->getDecl());
        bound && bound->kind == NameBinding::scalar && bound->value)
      return castTo(bound->value, type_id::int64, location);
  if (const auto operation = binding.operation(inner);
      operation && (operation->kind == ArrayOperation::extent || operation->kind == ArrayOperation::size))
    return liftShapeRead(inner, *operation);
  if (const auto declared = opaqueScalars.find(inner); declared != opaqueScalars.end())
    return captureScalar(nullptr, {declared->second, "", {}}, type_id::int64, "std::int64_t", true);
  const SpelledText text = spell(inner, state.scope, ast);
  if (!text)
    return failText(inner, text);
  const QualType type = inner->getType().getNonReferenceType().getCanonicalType();
  if (isFixed(inner))
    return captureScalar(inner, text, type_id::int64,
                         type->isBuiltinType() && ast.getTypeSize(type) == 64 ? "std::int64_t"
                                                                              : type.getUnqualifiedType().getAsString(),
                         true);
  const bool isExact = scalarType(type) == type_id::int64 && type->isSignedIntegerType();
  return captureScalar(inner, isExact ? text : castOf(text, "std::int64_t"), type_id::int64, "std::int64_t", false);
}

/// `a.extent(0)` and `a.size()` need the shape of `a` only.
FunctionLifter::Result FunctionLifter::liftShapeRead(const Expr *e, const ArrayOperation &operation) {
  const Result array = liftArray(operation.operands[0]);
  if (failed(array))
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  if (operation.kind == ArrayOperation::extent && operation.places.empty())
    return builder.create<gf::ExtentOp>(location, *array, operation.axis).getResult();
  const auto places = liftPlaces(e, operation, static_cast<int>(gf::rankOf(array->getType())));
  if (failed(places))
    return failure();
  Value product;
  for (int64_t d = 0; d < gf::rankOf(array->getType()); ++d) {
    if (!places->axes.empty() && !llvm::is_contained(places->axes, d))
      continue;
    const Value extent = builder.create<gf::ExtentOp>(location, *array, d);
    product = product ? Value(builder.create<gf::ElementwiseOp>(location, extent.getType(), "multiply",
                                                                mlir::ValueRange{product, extent}))
                      : extent;
  }
  return product ? product : constantInteger(1, location);
}

/// `p.mass` is called p_mass; what has no such name is called after the variable that it is for.
std::string FunctionLifter::scalarNameFor(llvm::StringRef text) const {
  const bool isOfThis = text.consume_front("this->");
  std::string name;
  for (size_t i = 0; i < text.size(); ++i) {
    if (llvm::isAlnum(text[i]) || text[i] == '_')
      name += text[i];
    else if (text[i] == '.' || text.substr(i).starts_with("->") || text.substr(i).starts_with("::"))
      name += name.empty() || name.back() == '_' ? "" : "_";
    else if (text[i] != '>' && text[i] != ':')
      return state.target.empty() ? "scalar" : state.target + "_scalar";
  }
  if (name.empty() || llvm::isDigit(name.front()))
    return state.target.empty() ? "scalar" : state.target + "_scalar";
  return name == text || isOfThis ? name + "_value" : name;
}

FunctionLifter::Result FunctionLifter::captureScalar(const Expr *e, const SpelledText &spelled, type_id type,
                                                     llvm::StringRef cppType, bool isDirect) {
  const std::string &text = spelled.text;
  const bool isRepeatable = text.find('(') == std::string::npos && text.find("++") == std::string::npos &&
                            text.find("--") == std::string::npos && text.find('=') == std::string::npos;
  std::string key = (spellingOf(type) + " " + text).str();
  for (const Value hole : spelled.holes)
    key += " " + llvm::utohexstr(reinterpret_cast<uintptr_t>(hole.getAsOpaquePointer()));
  if (const auto known = state.scalars.find(key); isRepeatable && known != state.scalars.end())
    return known->second;
  const Effects effects = e ? effectsOf(e) : Effects();
  if (!effects.writes.empty())
    return fail(e, DiagnosticId::unsupported_operation, text, kChangesArrays);
  llvm::SmallVector<Value> reads;
  for (ArrayVariable *variable : effects.reads)
    reads.push_back(variable->root);
  const std::string name = isDirect ? text : uniqueName(scalarNameFor(text));
  const Value value = builder.create<gf::ScalarOp>(named(name, locationOf(e ? e->getExprLoc() : SourceLocation())),
                                                   irType(type), text, name, cppType, spelled.holes, reads,
                                                   effects.mayThrow, effects.isObservable, isDirect);
  if (isRepeatable)
    state.scalars[key] = value;
  return value;
}

} // namespace gpufuse

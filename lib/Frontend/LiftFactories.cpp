// Arrays made from a shape and a rule: fills, ranges, random numbers.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/ASTContext.h"

using namespace clang;
using mlir::failed;
using mlir::failure;

namespace gpufuse {

mlir::FailureOr<llvm::SmallVector<mlir::Value>> FunctionLifter::liftShape(const Expr *e, const ShapeSource &shape,
                                                                          int rank) {
  llvm::SmallVector<Value> extents;
  if (shape.like) {
    const Result array = liftArray(shape.like);
    if (failed(array))
      return failure();
    for (int64_t d = 0; d < rank; ++d)
      extents.push_back(builder.create<gf::ExtentOp>(locationOf(e->getExprLoc()), *array, d));
    return extents;
  }
  if (shape.value) {
    SpelledText text = spell(shape.value, state.scope, ast);
    const std::string name = text.text;
    if (!text || !resolve(shape.value))
      return fail(stripped(e), DiagnosticId::unsupported_operation, text.text, "its shape is no name");
    for (int d = 0; d < rank; ++d) {
      text.text = name + "[" + std::to_string(d) + "]";
      const Result extent = captureScalar(shape.value, text, type_id::int64, "std::int64_t", false);
      if (failed(extent))
        return failure();
      extents.push_back(*extent);
    }
    return extents;
  }
  for (const Expr *extent : shape.extents) {
    const Result value = liftExtent(extent);
    if (failed(value))
      return failure();
    extents.push_back(*value);
  }
  if (static_cast<int>(extents.size()) != rank)
    return fail(stripped(e), DiagnosticId::unsupported_operation, "this shape", "it has another rank");
  return extents;
}

FunctionLifter::Result FunctionLifter::liftEmpty(const Expr *e, const ArrayOperation &operation) {
  const auto type = binding.arrayClass(e->getType());
  if (!type)
    return failure();
  const auto extents = liftShape(e, operation.shape, type->rank);
  if (failed(extents))
    return failure();
  return builder.create<gf::EmptyOp>(locationOf(e->getExprLoc()), arrayType(*type), *extents).getResult();
}

FunctionLifter::Result FunctionLifter::liftFill(const Expr *e, const ArrayOperation &operation) {
  const auto type = binding.arrayClass(e->getType());
  if (!type)
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  const auto extents = liftShape(e, operation.shape, type->rank);
  if (failed(extents))
    return failure();
  Value value;
  if (operation.operands.empty()) {
    value = constant(operation.constant, type->element, location);
  } else {
    const OperandResult operand = liftOperand(operation.operands[0]);
    if (failed(operand) || mlir::isa<mlir::RankedTensorType>(operand->value.getType()))
      return failed(operand)
                 ? Result(failure())
                 : Result(fail(e, DiagnosticId::unsupported_operation, "full", "its value is an array element"));
    const Result converted = convertOperand(e, *operand, type->element);
    if (failed(converted))
      return failure();
    value = *converted;
  }
  return builder.create<gf::FillOp>(location, arrayType(*type), value, *extents).getResult();
}

/// start + i * step, as the header computes it; the length is the header's own function.
FunctionLifter::Result FunctionLifter::liftRange(const Expr *e, const ArrayOperation &operation) {
  const type_id type = binding.arrayClass(e->getType())->element;
  const mlir::Location location = locationOf(e->getExprLoc());
  const size_t count = operation.operands.size();
  Value start = constant(0, type, location), step = constant(1, type, location);
  std::string texts[3] = {"0", "0", "1"};
  llvm::SmallVector<Value, 2> holes;
  for (const auto &[index, operand] : llvm::enumerate(operation.operands)) {
    const SpelledText text =
        isa<CXXDefaultArgExpr>(operand) ? SpelledText{"1", "", {}} : spell(operand, state.scope, ast, {}, holes.size());
    if (!text)
      return failText(operand, text);
    if (operand->HasSideEffects(ast))
      return fail(stripped(e), DiagnosticId::unsupported_operation, "arange", "its bounds are calls");
    holes.append(text.holes);
    const size_t place = count == 1 ? 1 : index;
    texts[place] = ("static_cast<" + spellingOf(type) + ">(" + text.text + ")").str();
    if (place == 1)
      continue;
    const Result value = liftScalar(operand);
    if (failed(value))
      return failure();
    (place == 0 ? start : step) = castTo(*value, type, location);
  }
  Value length;
  if (count == 1 && kind_of(type) == type_kind::integral) {
    const Result stop = liftExtent(operation.operands[0]);
    if (failed(stop))
      return failure();
    length = *stop;
  }
  const auto cast = [&](const std::string &text) {
    return text.size() == 1 ? (spellingOf(type) + "(" + text + ")").str() : text;
  };
  if (!length || !length.getDefiningOp<gf::ConstantOp>()) {
    const std::string text = binding.rangeLength(cast(texts[0]), texts[1], cast(texts[2]), type);
    const Result computed = captureScalar(e, {text, "", holes}, type_id::int64, "std::int64_t", false);
    if (failed(computed))
      return failure();
    length = *computed;
  }
  const Value index = builder.create<gf::IotaOp>(location, arrayType(type_id::int64, 1), length);
  const Value number = castTo(index, type, location);
  if (count == 1)
    return number;
  const auto apply = [&](llvm::StringRef name, Value a, Value b) -> Value {
    return builder.create<gf::ElementwiseOp>(location, arrayType(type, 1), name, mlir::ValueRange{a, b});
  };
  return apply("add", start, apply("multiply", number, step));
}

FunctionLifter::Result FunctionLifter::liftRangeAlong(const Expr *e, const ArrayOperation &operation) {
  const Result array = liftArray(operation.operands[0]);
  if (failed(array))
    return failure();
  const int64_t rank = gf::rankOf(array->getType());
  const auto places = namedPlaces(e, operation, static_cast<int>(rank));
  if (failed(places))
    return failure();
  const mlir::Location location = locationOf(e->getExprLoc());
  llvm::SmallVector<int64_t> extents(rank, 1);
  extents[places->axes.front()] = mlir::ShapedType::kDynamic;
  const Value length = builder.create<gf::ExtentOp>(location, *array, places->axes.front());
  return builder.create<gf::IotaOp>(location, mlir::RankedTensorType::get(extents, builder.getI64Type()), length)
      .getResult();
}

/// start + i * step in double, and the last element is stop exactly.
FunctionLifter::Result FunctionLifter::liftLinspace(const Expr *e, const ArrayOperation &operation) {
  const type_id type = binding.arrayClass(e->getType())->element;
  const mlir::Location location = locationOf(e->getExprLoc());
  const Result start = liftScalar(operation.operands[0]);
  const Result stop = failed(start) ? start : liftScalar(operation.operands[1]);
  const Result count = failed(stop) ? stop : liftExtent(operation.operands[2]);
  if (failed(count))
    return failure();
  // A variable that is an extent by its bare name still has its own type: arithmetic takes its value in 64 bits.
  Value number = *count;
  if (auto scalar = number.getDefiningOp<gf::ScalarOp>();
      scalar && scalar.getDirect() && scalar.getCppType() != "std::int64_t") {
    const Result own = liftScalar(operation.operands[2]);
    if (failed(own))
      return failure();
    number = castTo(*own, type_id::int64, location);
  }
  const Value first = castTo(*start, type_id::float64, location), last = castTo(*stop, type_id::float64, location);
  const auto apply = [&](llvm::StringRef name, mlir::Type result, mlir::ValueRange inputs) -> Value {
    return builder.create<gf::ElementwiseOp>(location, result, name, inputs);
  };
  const mlir::Type f64 = irType(type_id::float64), i64 = irType(type_id::int64), i1 = irType(type_id::boolean);
  const Value one = constantInteger(1, location), zero = constant(0, type_id::float64, location);
  const Value intervals = apply("subtract", i64, {number, one});
  const Value several = apply("greater", i1, {number, one});
  const Value quotient =
      apply("divide", f64, {apply("subtract", f64, {last, first}), castTo(intervals, type_id::float64, location)});
  const Value step = apply("where", f64, {several, quotient, zero});
  const Value index = builder.create<gf::IotaOp>(location, arrayType(type_id::int64, 1), *count);
  const mlir::Type numbers = arrayType(type_id::float64, 1), bools = arrayType(type_id::boolean, 1);
  const Value line =
      apply("add", numbers, {first, apply("multiply", numbers, {castTo(index, type_id::float64, location), step})});
  const Value isLast = apply("logical_and", bools, {apply("equal", bools, {index, intervals}), several});
  return castTo(apply("where", numbers, {isLast, last, line}), type, location);
}

FunctionLifter::Result FunctionLifter::liftRandom(const Expr *e, const ArrayOperation &operation) {
  const auto type = binding.arrayClass(e->getType());
  const auto distribution = gf::symbolizeDistribution(operation.name);
  const SpelledText generator = spell(operation.generator, state.scope, ast);
  if (!type || !distribution)
    return failure();
  if (!generator)
    return failText(operation.generator, generator);
  const mlir::Location location = locationOf(e->getExprLoc());
  llvm::SmallVector<Value, 2> parameters;
  for (const Expr *parameter : operation.operands) {
    const Result value = liftScalar(parameter);
    if (failed(value))
      return failure();
    parameters.push_back(castTo(*value, type->element, location));
  }
  const auto extents = liftShape(e, operation.shape, type->rank);
  if (failed(extents))
    return failure();
  const std::string name = uniqueName(state.target.empty() ? "draw" : state.target + "_draw");
  const Value draw =
      builder.create<gf::DrawOp>(location, gf::DrawType::get(builder.getContext()),
                                 resolve(operation.generator) ? generator.text : "(" + generator.text + ")", name);
  const Value numbers = builder.create<gf::RandomOp>(location, arrayType(*type), *distribution, draw, *extents);
  if (parameters.empty())
    return numbers;
  const auto apply = [&](llvm::StringRef function, Value a, Value b) -> Value {
    const bool isArray =
        mlir::isa<mlir::RankedTensorType>(a.getType()) || mlir::isa<mlir::RankedTensorType>(b.getType());
    return builder.create<gf::ElementwiseOp>(location, isArray ? mlir::Type(arrayType(*type)) : irType(type->element),
                                             function, mlir::ValueRange{a, b});
  };
  const bool isUniform = *distribution == gf::Distribution::Uniform;
  const Value width = isUniform ? apply("subtract", parameters[1], parameters[0]) : parameters[1];
  return apply("add", parameters[0], apply("multiply", width, numbers));
}

} // namespace gpufuse

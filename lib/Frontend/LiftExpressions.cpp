// Array expressions become operations: operands, promotion, reductions.
#include "Frontend/FunctionLifter.h"
#include "IR/ElementwiseFunctions.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using mlir::failed;
using mlir::failure;

namespace gpufuse {

FunctionLifter::Result FunctionLifter::liftArray(const Expr *e) {
  if (const auto temporary = opaque.find(stripped(e)); temporary != opaque.end())
    return read(temporary->second, e->getExprLoc());
  if (const auto operation = binding.operation(e)) {
    const Result value = liftOperation(e, *operation);
    return failed(value) ? value : checked(e, *value);
  }
  if (ArrayVariable *variable = variableOf(e))
    return read(variable, e->getExprLoc());
  const Expr *inner = stripped(e);
  if (const auto *reference = dyn_cast<DeclRefExpr>(inner))
    if (const NameBinding *bound = state.scope.find(reference->getDecl()); bound && bound->kind == NameBinding::array)
      return bound->value;
  if (const auto *call = dyn_cast<CallExpr>(inner); call && binding.arrayClass(e->getType())) {
    Result value = failure();
    const auto use = [&](const Expr *result) {
      value = liftArray(result);
      return mlir::LogicalResult(value);
    };
    return failed(inlineCall(call, use)) ? Result(failure()) : value;
  }
  if (const auto *choice = dyn_cast<ConditionalOperator>(inner);
      choice && state.scope.isInlined && !choice->isGLValue() && binding.arrayClass(choice->getType()))
    return inlineChoice(choice);
  const llvm::StringRef text = sourceText(fileRange(e, ast), ast);
  if (isa<CXXConstructExpr, InitListExpr>(inner)) // lists, vectors, no elements yet: plain C++
    return fail(inner, DiagnosticId::unsupported_operation, "", "");
  if (isa<AbstractConditionalOperator>(inner))
    return fail(inner, DiagnosticId::unsupported_operation, text, "which arm is evaluated is known at run time only");
  const SpelledText spelled = spell(inner, state.scope, ast);
  return fail(inner, DiagnosticId::unsupported_operation, text,
              spelled ? "it is no operation that can be fused" : spelled.problem);
}

FunctionLifter::Result FunctionLifter::liftOperation(const Expr *e, const ArrayOperation &operation) {
  switch (operation.kind) {
  case ArrayOperation::copy:
    if (const auto *choice = dyn_cast<ConditionalOperator>(stripped(operation.operands[0]));
        choice && state.scope.isInlined && !opaque.contains(choice))
      return inlineChoice(choice);
    return liftCopy(e, operation);
  case ArrayOperation::cast: {
    const Result input = liftArray(operation.operands[0]);
    const auto type = binding.arrayClass(e->getType());
    return failed(input) || !type ? Result(failure())
                                  : Result(castTo(*input, type->element, locationOf(e->getExprLoc())));
  }
  case ArrayOperation::elementwise:
    return liftElementwise(e, operation);
  case ArrayOperation::empty:
    return liftEmpty(e, operation);
  case ArrayOperation::fill:
    return liftFill(e, operation);
  case ArrayOperation::rangeAlong:
    return liftRangeAlong(e, operation);
  case ArrayOperation::arange:
    return liftRange(e, operation);
  case ArrayOperation::linspace:
    return liftLinspace(e, operation);
  case ArrayOperation::random:
    return liftRandom(e, operation);
  case ArrayOperation::stack:
    return liftStack(e, operation);
  case ArrayOperation::concatenate:
    return liftConcatenate(e, operation);
  case ArrayOperation::repeat:
    return liftRepeat(e, operation);
  case ArrayOperation::view:
    return liftView(e, operation);
  case ArrayOperation::reduce:
    return liftReduce(e, operation);
  case ArrayOperation::slice:
  case ArrayOperation::elementRead:
    return liftSlice(e, operation);
  case ArrayOperation::map:
    return liftMap(e, operation);
  case ArrayOperation::assign:
  case ArrayOperation::compound:
  case ArrayOperation::extent:
  case ArrayOperation::size:
  case ArrayOperation::shape_:
  case ArrayOperation::toScalar:
    break;
  }
  const llvm::StringRef text = sourceText(fileRange(e, ast), ast);
  return fail(stripped(e), DiagnosticId::unsupported_operation, text, "it is no array value");
}

/// An array of the elements of a view has memory of its own; of an array it is another handle.
FunctionLifter::Result FunctionLifter::liftCopy(const Expr *e, const ArrayOperation &operation) {
  const Result value = liftArray(operation.operands[0]);
  const auto to = binding.arrayClass(e->getType()), from = binding.arrayClass(operation.operands[0]->getType());
  if (failed(value) || !to || !from || to->isView || !from->isView)
    return value;
  auto copy = builder.create<gf::CastOp>(locationOf(e->getExprLoc()), value->getType(), *value);
  copy->setAttr(gf::kCopy, builder.getUnitAttr());
  return copy.getResult();
}

/// The header's own type for the expression is the last word: where ours differs, the statement stays eager.
FunctionLifter::Result FunctionLifter::checked(const Expr *e, Value value) {
  const auto type = binding.arrayClass(e->getType());
  if (!type || (idOf(value.getType()) == type->element && gf::rankOf(value.getType()) == type->rank &&
                mlir::isa<mlir::RankedTensorType>(value.getType())))
    return value;
  const llvm::StringRef text = sourceText(fileRange(e, ast), ast);
  return fail(stripped(e), DiagnosticId::unsupported_operation, text, "its type is not what gpufuse expects");
}

FunctionLifter::OperandResult FunctionLifter::liftOperand(const Expr *e) {
  const Expr *inner = stripped(e);
  if (binding.arrayClass(e->getType())) {
    const Result value = liftArray(e);
    return failed(value) ? OperandResult(failure()) : OperandResult(Operand{*value, false});
  }
  if (isDeviceNumber(inner)) {
    const Result value = liftNumber(inner);
    return failed(value) ? OperandResult(failure()) : OperandResult(Operand{*value, true});
  }
  const auto operation = binding.operation(inner);
  if (operation && (operation->kind == ArrayOperation::elementRead || operation->kind == ArrayOperation::toScalar)) {
    const Result value =
        operation->kind == ArrayOperation::toScalar ? liftArray(operation->operands[0]) : liftSlice(inner, *operation);
    return failed(value) ? OperandResult(failure()) : OperandResult(Operand{*value, true});
  }
  if (const auto *call = dyn_cast<CallExpr>(inner);
      call && inlinableCallee(call) && scalarType(e->getType()) != type_id::none) {
    OperandResult value = failure();
    const auto use = [&](const Expr *result) {
      value = liftOperand(result);
      return mlir::LogicalResult(value);
    };
    if (attempt([&] { return inlineCall(call, use); })) {
      const type_id type = scalarType(e->getType());
      return Operand{castTo(value->value, type, locationOf(e->getExprLoc())), true};
    }
  }
  const Result value = liftScalar(e);
  return failed(value) ? OperandResult(failure()) : OperandResult(Operand{*value, true, e});
}

//===-- Elementwise ----------------------------------------------------------------------------------------===//

FunctionLifter::Result FunctionLifter::liftElementwise(const Expr *e, const ArrayOperation &operation) {
  llvm::SmallVector<Operand, 4> operands;
  for (const Expr *operand : operation.operands) {
    const OperandResult lifted = liftOperand(operand);
    if (failed(lifted))
      return failure();
    operands.push_back(*lifted);
  }
  for (const auto &[operand, lifted] : llvm::zip(operation.operands, operands))
    lifted.value = current(operand, lifted.value);
  return buildElementwise(e, operation.name, operands);
}

/// Operands are references: a variable is read when the operation runs, after what calls among the others change.
mlir::Value FunctionLifter::current(const Expr *e, Value value) {
  const bool isOpaque = opaque.contains(stripped(e));
  ArrayVariable *variable = isOpaque ? nullptr : variableOf(e);
  return variable ? read(variable, e->getExprLoc()) : value;
}

type_id FunctionLifter::promotedType(llvm::ArrayRef<Operand> operands) {
  llvm::SmallVector<type_id> arrays;
  type_id weak = type_id::none;
  for (const Operand &operand : operands) {
    const type_id type = idOf(operand.value.getType());
    if (!operand.isWeak)
      arrays.push_back(type);
    else if (weak == type_id::none || kind_of(type) > kind_of(weak))
      weak = default_type(kind_of(type));
  }
  const type_id strong = promote_all(arrays);
  if (strong == type_id::none)
    return weak;
  return weak == type_id::none ? strong : promote_weak(strong, weak);
}

FunctionLifter::Result FunctionLifter::buildElementwise(const Expr *e, llvm::StringRef name,
                                                        llvm::ArrayRef<Operand> operands) {
  const bool hasCondition = name == "where";
  const type_id promoted = promotedType(operands.drop_front(hasCondition));
  const type_id computing = computing_type(classesOf(name), promoted);
  const ElementwiseFunction *row = findElementwise(name, irType(computing));
  if (!row || row->arity != static_cast<int>(operands.size()))
    return fail(stripped(e), DiagnosticId::unsupported_operation, name, "it has no such form");
  llvm::SmallVector<Value, 4> inputs;
  int64_t rank = 0;
  bool isArray = false;
  for (const auto &[index, operand] : llvm::enumerate(operands)) {
    const Result input = convertOperand(e, operand, hasCondition && index == 0 ? type_id::boolean : computing);
    if (failed(input))
      return failure();
    inputs.push_back(*input);
    rank = std::max(rank, gf::rankOf(input->getType()));
    isArray |= mlir::isa<mlir::RankedTensorType>(input->getType());
  }
  const type_id result = row->result == ElementwiseFunction::Result::same ? computing : type_id::boolean;
  const mlir::Type type = isArray ? mlir::Type(arrayType(result, rank)) : irType(result);
  return builder.create<gf::ElementwiseOp>(locationOf(e->getExprLoc()), type, row->name, inputs).getResult();
}

/// An operand in the computing type. Integers that may not fit are checked as eager code checks them.
FunctionLifter::Result FunctionLifter::convertOperand(const Expr *e, const Operand &operand, type_id type) {
  const type_id from = idOf(operand.value.getType());
  const bool narrows = operand.isWeak && kind_of(from) == type_kind::integral && kind_of(type) == type_kind::integral &&
                       !holds(type, from);
  if (!narrows)
    return castTo(operand.value, type, locationOf(e->getExprLoc()));
  if (auto constant = operand.value.getDefiningOp<gf::ConstantOp>()) {
    const llvm::APSInt number = valueOf(mlir::cast<mlir::IntegerAttr>(constant.getValue()));
    const llvm::APSInt converted(number.extOrTrunc(8 * size_of(type)), is_unsigned(type));
    if (llvm::APSInt::isSameValue(converted, number))
      return castTo(operand.value, type, locationOf(e->getExprLoc()));
    const Expr *at = operand.text ? operand.text : e;
    report(at->getExprLoc(), DiagnosticId::scalar_out_of_range, {llvm::toString(number, 10), name_of(type)},
           at->getSourceRange());
    return fail(at, DiagnosticId::scalar_out_of_range, "", "");
  }
  if (!operand.text)
    return castTo(operand.value, type, locationOf(e->getExprLoc()));
  if (operand.text->HasSideEffects(ast)) { // once: what is checked is its value
    const std::string name = uniqueName(scalarNameFor(""));
    const mlir::Location location = named(name, locationOf(operand.text->getExprLoc()));
    return builder
        .create<gf::ScalarOp>(location, irType(type), binding.checkedConversion("$0", type), name, spellingOf(type),
                              operand.value, mlir::ValueRange(), /*may_throw=*/true, /*observable=*/false,
                              /*direct=*/false)
        .getResult();
  }
  SpelledText text = spell(operand.text, state.scope, ast);
  if (!text)
    return failText(operand.text, text);
  text.text = binding.checkedConversion(text.text, type);
  return captureScalar(operand.text, text, type, spellingOf(type), false);
}

mlir::Value FunctionLifter::castTo(Value value, type_id type, mlir::Location location) {
  if (idOf(value.getType()) == type)
    return value;
  if (auto known = value.getDefiningOp<gf::ConstantOp>()) {
    if (auto number = mlir::dyn_cast<mlir::FloatAttr>(known.getValue()))
      return constant(number.getValue(), type, location);
    return constant(valueOf(mlir::cast<mlir::IntegerAttr>(known.getValue())), type, location);
  }
  mlir::Type result = irType(type);
  if (auto array = mlir::dyn_cast<mlir::RankedTensorType>(value.getType()))
    result = mlir::RankedTensorType::get(array.getShape(), result);
  return builder.create<gf::CastOp>(location, result, value);
}

//===-- Reductions -----------------------------------------------------------------------------------------===//

FunctionLifter::Result FunctionLifter::liftReduce(const Expr *e, const ArrayOperation &operation) {
  const Result input = liftArray(operation.operands[0]);
  const auto type = binding.arrayClass(e->getType());
  const auto kind = gf::symbolizeReductionKind(operation.name);
  if (failed(input) || !type || !kind)
    return failure();
  const auto place = liftPlaces(e, operation, static_cast<int>(gf::rankOf(input->getType())));
  if (failed(place))
    return failure();
  llvm::SmallVector<int64_t> extents(type->rank, mlir::ShapedType::kDynamic);
  for (int64_t d = 0; place->keepsDimensions && d < type->rank; ++d)
    if (place->axes.empty() || llvm::is_contained(place->axes, d))
      extents[d] = 1;
  return builder
      .create<gf::ReduceOp>(locationOf(e->getExprLoc()), mlir::RankedTensorType::get(extents, irType(type->element)),
                            *kind, *input, place->axes, place->keepsDimensions)
      .getResult();
}

/// The dimensions that a reduction names, in ascending order: none for all of them.
mlir::FailureOr<ReductionPlace> FunctionLifter::liftPlaces(const Expr *e, const ArrayOperation &operation, int rank) {
  auto whole = namedPlaces(e, operation, rank);
  if (failed(whole))
    return failure();
  llvm::sort(whole->axes);
  if (static_cast<int>(whole->axes.size()) == rank)
    whole->axes.clear();
  return whole;
}

/// The dimensions that an operation names, each in [0, rank) and once, in their order.
mlir::FailureOr<ReductionPlace> FunctionLifter::namedPlaces(const Expr *e, const ArrayOperation &operation, int rank) {
  ReductionPlace whole;
  for (const Expr *argument : operation.places) {
    const auto place = binding.reductionPlace(placeArgument(argument));
    if (!place)
      return fail(stripped(e), DiagnosticId::unsupported_operation, operation.name, "its axis is no constant");
    whole.keepsDimensions |= place->keepsDimensions;
    for (const int64_t given : place->axes) {
      const int64_t axis = given < 0 ? given + rank : given;
      if (axis < 0 || axis >= rank || llvm::is_contained(whole.axes, axis))
        return fail(stripped(e), DiagnosticId::unsupported_operation, operation.name, "its axis is out of range");
      whole.axes.push_back(axis);
    }
  }
  return whole;
}

} // namespace gpufuse

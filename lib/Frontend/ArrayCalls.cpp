// Which calls of `<gpufuse/gpufuse.h>` are which array operations.
#include "Frontend/ArrayCalls.h"
#include "IR/ElementwiseFunctions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace gpufuse {
namespace {

using Described = std::optional<ArrayOperation>;

class CallReader {
public:
  CallReader(const ArrayBinding &binding, const ASTContext &ast) : binding(binding), ast(ast) {}

  Described read(const Expr *e) const {
    if (const auto *call = dyn_cast<CXXOperatorCallExpr>(e))
      return readOperator(call);
    if (const auto *call = dyn_cast<CXXMemberCallExpr>(e))
      return readMember(call);
    if (const auto *call = dyn_cast<CallExpr>(e))
      return readFunction(call);
    if (const auto *construction = dyn_cast<CXXConstructExpr>(e))
      return readConstruction(construction);
    return std::nullopt;
  }

private:
  const ArrayBinding &binding;
  const ASTContext &ast;

  bool isArray(const Expr *e) const { return binding.arrayClass(e->getType()).has_value(); }

  static ArrayOperation make(ArrayOperation::Kind kind, StringRef name = {}) {
    ArrayOperation operation;
    operation.kind = kind;
    operation.name = name;
    return operation;
  }

  static Described with(ArrayOperation operation, ArrayRef<const Expr *> operands) {
    operation.operands.append(operands.begin(), operands.end());
    return operation;
  }

  //===-- Operators ----------------------------------------------------------------------------------------===//

  Described readOperator(const CXXOperatorCallExpr *call) const {
    const OverloadedOperatorKind op = call->getOperator();
    const Expr *first = call->getArg(0);
    if (op == OO_Call)
      return isArray(first) ? readIndexing(call) : std::nullopt;
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !binding.isOwnFunction(callee))
      return std::nullopt;
    if (op == OO_Equal)
      return isArray(first) ? with(make(ArrayOperation::assign), {first, call->getArg(1)}) : std::nullopt;
    const StringRef token = getOperatorSpelling(op);
    if (call->isAssignmentOp()) {
      const StringRef name = elementwiseNameOfOperator(token.drop_back(), 2);
      if (!isArray(first) || name.empty())
        return std::nullopt;
      return with(make(ArrayOperation::compound, name), {first, call->getArg(1)});
    }
    const StringRef name = elementwiseNameOfOperator(token, int(call->getNumArgs()));
    if (name.empty() || !isArray(call))
      return std::nullopt;
    return with(make(ArrayOperation::elementwise, name), llvm::to_vector<4>(call->arguments()));
  }

  Described readIndexing(const CXXOperatorCallExpr *call) const {
    ArrayOperation operation = make(isArray(call) ? ArrayOperation::slice : ArrayOperation::elementRead);
    operation.operands.push_back(call->getArg(0));
    for (const Expr *argument : llvm::drop_begin(call->arguments())) {
      const std::optional<IndexItem> item = readIndex(stripped(argument));
      if (!item)
        return std::nullopt;
      operation.indices.push_back(*item);
    }
    return operation;
  }

  static StringRef recordName(const Expr *e) {
    const auto *record = e->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() ? record->getName() : StringRef();
  }

  std::optional<IndexItem> readIndex(const Expr *e) const {
    if (e->getType()->isIntegralOrUnscopedEnumerationType() || binding.elementProxy(e->getType()) != type_id::none)
      return IndexItem{IndexItem::index, e};
    const StringRef name = recordName(e);
    if (name == "whole_dimension")
      return IndexItem{IndexItem::whole};
    if (name == "new_axis")
      return IndexItem{IndexItem::newAxis};
    if (name == "remaining_dimensions")
      return IndexItem{IndexItem::ellipsis};
    const auto *range = dyn_cast<CXXConstructExpr>(e);
    if (name != "slice" || !range || range->getNumArgs() != 3)
      return std::nullopt;
    const auto bound = [&](unsigned i) -> const Expr * {
      const Expr *argument = stripped(range->getArg(i));
      return recordName(argument) == "whole_dimension" ? nullptr : argument;
    };
    const bool hasStep = !isa<CXXDefaultArgExpr>(range->getArg(2)->IgnoreImplicit());
    return IndexItem{IndexItem::range, bound(0), bound(1), hasStep ? bound(2) : nullptr};
  }

  //===-- Members ------------------------------------------------------------------------------------------===//

  Described readMember(const CXXMemberCallExpr *call) const {
    const Expr *object = call->getImplicitObjectArgument();
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!object || !method || !isArray(object))
      return std::nullopt;
    if (isa<CXXConversionDecl>(method))
      return with(make(isArray(call) ? ArrayOperation::copy : ArrayOperation::toScalar), {object});
    if (!method->getIdentifier())
      return std::nullopt;
    if (method->getName() == "size")
      return with(make(ArrayOperation::size), {object});
    if (method->getName() == "shape")
      return with(make(ArrayOperation::shape_), {object});
    if (method->getName() == "astype")
      return with(make(ArrayOperation::cast), {object});
    if (method->getName() != "extent")
      return std::nullopt;
    ArrayOperation operation = make(ArrayOperation::extent);
    const std::optional<int64_t> axis = constantInteger(call->getArg(0));
    const int rank = binding.arrayClass(object->getType())->rank;
    if (!axis || *axis < -rank || *axis >= rank)
      return std::nullopt;
    operation.axis = *axis < 0 ? *axis + rank : *axis;
    return with(std::move(operation), {object});
  }

  //===-- Construction -------------------------------------------------------------------------------------===//

  Described readConstruction(const CXXConstructExpr *construction) const {
    const auto target = binding.arrayClass(construction->getType());
    if (!target || construction->getNumArgs() != 1)
      return std::nullopt;
    const Expr *argument = construction->getArg(0);
    if (const auto source = binding.arrayClass(argument->getType()))
      return with(make(source->element == target->element ? ArrayOperation::copy : ArrayOperation::cast), {argument});
    const bool isNumber =
        scalarType(argument->getType()) != type_id::none || binding.elementProxy(argument->getType()) != type_id::none;
    if (target->rank == 0 && isNumber)
      return with(make(ArrayOperation::fill), {argument});
    return std::nullopt;
  }

  //===-- Functions ----------------------------------------------------------------------------------------===//

  Described readFunction(const CallExpr *call) const {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getIdentifier() || isa<CXXMethodDecl>(callee) || !binding.isOwnFunction(callee))
      return std::nullopt;
    const StringRef name = callee->getName();
    const auto arguments = llvm::to_vector<4>(call->arguments());
    if (name == "extent_along")
      return at(make(ArrayOperation::extent, name), arguments);
    if (!isArray(call))
      return std::nullopt;
    if (name == "range_along")
      return at(make(ArrayOperation::rangeAlong, name), arguments);
    if (name == "part_along")
      return readPartAlong(arguments);
    if (name == "repeat" || name == "tile")
      return readRepeat(name, arguments);
    if (const auto *space = dyn_cast<NamespaceDecl>(callee->getDeclContext()); space && space->getName() == "random")
      return readRandom(name, arguments);
    if (llvm::is_contained({"sum", "prod", "min", "max", "mean"}, name))
      return at(make(ArrayOperation::reduce, name), arguments);
    if (name == "astype")
      return with(make(ArrayOperation::cast), arguments);
    if (name == "map")
      return readMap(arguments);
    if (name == "stack" || name == "concatenate")
      return readJoin(name, arguments);
    if (llvm::is_contained({"transpose", "swapaxes", "moveaxis", "expand_dims", "squeeze", "broadcast_to", "reshape",
                            "ravel", "flip", "flipud", "fliplr", "rot90", "diagonal"},
                           name))
      return readView(name, arguments);
    if (name == "arange" || name == "linspace")
      return with(make(name == "arange" ? ArrayOperation::arange : ArrayOperation::linspace), arguments);
    if (llvm::is_contained({"empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like"},
                           name))
      return readFill(name, arguments);
    return readElementwise(name, arguments);
  }

  Described readElementwise(StringRef name, ArrayRef<const Expr *> arguments) const {
    StringRef canonical = canonicalElementwiseName(name);
    if (canonical.empty())
      return std::nullopt;
    if (canonical == "power" && arguments.size() == 2 && !isArray(arguments[1]))
      canonical = "power_scalar";
    return with(make(ArrayOperation::elementwise, canonical), arguments);
  }

  /// Of the first argument, at the places that the others name.
  static Described at(ArrayOperation operation, ArrayRef<const Expr *> arguments) {
    operation.places.append(arguments.begin() + 1, arguments.end());
    return with(std::move(operation), arguments.take_front());
  }

  Described readPartAlong(ArrayRef<const Expr *> arguments) const {
    ArrayOperation operation = make(ArrayOperation::slice, "part_along");
    const std::optional<IndexItem> range = readIndex(stripped(arguments[2]));
    if (!range)
      return std::nullopt;
    operation.indices.push_back(*range);
    operation.places.push_back(arguments[1]);
    return with(std::move(operation), arguments.take_front());
  }

  Described readRepeat(StringRef name, ArrayRef<const Expr *> arguments) const {
    ArrayOperation operation = make(ArrayOperation::repeat, name);
    if (arguments[1]->getType()->isIntegerType())
      operation.shape.extents.push_back(arguments[1]);
    else
      operation.shape = readShape(arguments[1]);
    operation.places.append(arguments.begin() + 2, arguments.end());
    return with(std::move(operation), arguments.take_front());
  }

  static Described readMap(ArrayRef<const Expr *> arguments) {
    ArrayOperation operation = make(ArrayOperation::map);
    operation.function = arguments.front();
    return with(std::move(operation), arguments.drop_front());
  }

  Described readFill(StringRef name, ArrayRef<const Expr *> arguments) const {
    ArrayOperation operation = make(name.starts_with("empty") ? ArrayOperation::empty : ArrayOperation::fill);
    operation.constant = name.starts_with("ones") ? 1 : 0;
    if (name.ends_with("_like"))
      operation.shape.like = arguments.front();
    else
      operation.shape = readShape(arguments.front());
    return with(std::move(operation), arguments.drop_front());
  }

  Described readRandom(StringRef name, ArrayRef<const Expr *> arguments) const {
    if ((name != "uniform" && name != "normal") || !binding.isGenerator(arguments.front()->getType()))
      return std::nullopt;
    ArrayOperation operation = make(ArrayOperation::random, name);
    operation.generator = arguments.front();
    operation.shape = readShape(arguments.back());
    return with(std::move(operation), arguments.drop_front().drop_back());
  }

  /// A view's dimensions are arguments of their own types, its extents come as a shape.
  Described readView(StringRef name, ArrayRef<const Expr *> arguments) const {
    ArrayOperation operation = make(ArrayOperation::view, name);
    for (const Expr *argument : arguments.drop_front())
      if (binding.isReductionPlace(argument->getType()))
        operation.places.push_back(argument);
      else if (name == "reshape" || name == "broadcast_to")
        operation.shape = readShape(argument);
      else
        operation.numbers.push_back(argument);
    return with(std::move(operation), arguments.take_front());
  }

  Described readJoin(StringRef name, ArrayRef<const Expr *> arguments) const {
    ArrayOperation operation = make(name == "stack" ? ArrayOperation::stack : ArrayOperation::concatenate, name);
    const Expr *first = stripped(arguments.front());
    const bool isBraced = isa<CXXStdInitializerListExpr>(first);
    operation.places.push_back(isBraced ? arguments.back() : arguments.front());
    if (!isBraced)
      return with(std::move(operation), arguments.drop_front());
    const auto *list = dyn_cast<InitListExpr>(stripped(cast<CXXStdInitializerListExpr>(first)->getSubExpr()));
    if (!list)
      return std::nullopt;
    return with(std::move(operation),
                llvm::to_vector<4>(llvm::map_range(list->inits(), [](const Expr *e) { return e; })));
  }

  //===-- Parts --------------------------------------------------------------------------------------------===//

  ShapeSource readShape(const Expr *e) const {
    ShapeSource source;
    const Expr *shape = stripped(e);
    if (const auto *list = dyn_cast<InitListExpr>(shape)) {
      for (const Expr *extent : list->inits())
        source.extents.push_back(numberInside(extent));
      return source;
    }
    if (const auto *construction = dyn_cast<CXXConstructExpr>(shape)) {
      if (construction->getConstructor()->isCopyOrMoveConstructor())
        return readShape(construction->getArg(0));
      for (const Expr *extent : construction->arguments())
        source.extents.push_back(extent);
      return source;
    }
    if (const Described call = read(shape); call && call->kind == ArrayOperation::shape_)
      source.like = call->operands.front();
    else
      source.value = shape;
    return source;
  }

  /// The integer from which an `extent` is made.
  static const Expr *numberInside(const Expr *e) {
    const auto *construction = dyn_cast<CXXConstructExpr>(stripped(e));
    if (!construction || construction->getNumArgs() != 1)
      return e;
    if (construction->getConstructor()->isCopyOrMoveConstructor())
      return numberInside(construction->getArg(0));
    return construction->getArg(0);
  }

  std::optional<int64_t> constantInteger(const Expr *e) const {
    Expr::EvalResult result;
    if (e->isValueDependent() || !e->EvaluateAsInt(result, ast))
      return std::nullopt;
    return result.Val.getInt().getExtValue();
  }
};

} // namespace

std::optional<ArrayOperation> describeCall(const ArrayBinding &binding, const ASTContext &ast, const Expr *expression) {
  return CallReader(binding, ast).read(expression);
}

} // namespace gpufuse

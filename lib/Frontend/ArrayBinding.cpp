// Types of the array language as Clang sees them, and the helpers that every binding shares.
#include "Frontend/ArrayBinding.h"
#include "Frontend/ArrayCalls.h"
#include "IR/ElementTypes.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace gpufuse {
namespace {

/// An inner node to look at instead of `e`, or null when `e` itself means something.
const Expr *behind(const Expr *e) {
  if (const auto *full = dyn_cast<FullExpr>(e))
    return full->getSubExpr();
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(e))
    return temporary->getSubExpr();
  if (const auto *bound = dyn_cast<CXXBindTemporaryExpr>(e))
    return bound->getSubExpr();
  if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(e))
    return argument->getExpr();
  if (const auto *substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(e))
    return substituted->getReplacement();
  if (const auto *parentheses = dyn_cast<ParenExpr>(e))
    return parentheses->getSubExpr();
  const auto *cast = dyn_cast<CastExpr>(e);
  if (!cast)
    return nullptr;
  switch (cast->getCastKind()) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return cast->getSubExpr();
  default:
    return nullptr;
  }
}

const ClassTemplateSpecializationDecl *specialization(QualType type) {
  const auto *record = type.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
}

bool isInLibrary(const Decl *declaration, StringRef innermost) {
  const DeclContext *context = declaration->getDeclContext()->getEnclosingNamespaceContext();
  const auto *space = dyn_cast<NamespaceDecl>(context);
  while (space && space->isInline())
    space = dyn_cast<NamespaceDecl>(space->getDeclContext()->getEnclosingNamespaceContext());
  return space && space->getName() == innermost;
}

class GpufuseBinding final : public ArrayBinding {
public:
  explicit GpufuseBinding(const ASTContext &ast) : ast(ast) {}

  std::optional<ArrayClass> arrayClass(QualType type) const override {
    if (type.isNull())
      return std::nullopt;
    const auto *record = specialization(type);
    if (!record || !record->getIdentifier() || !isInLibrary(record, "gpufuse"))
      return std::nullopt;
    const bool isView = record->getName() == "view";
    if (!isView && record->getName() != "array")
      return std::nullopt;
    const TemplateArgumentList &arguments = record->getTemplateArgs();
    if (arguments.size() != 2 || arguments[1].getKind() != TemplateArgument::Integral)
      return std::nullopt;
    const QualType element = arguments[0].getAsType();
    const bool isWritable = !element.isConstQualified() && (isView || !type.getNonReferenceType().isConstQualified());
    return ArrayClass{elementOf(element), static_cast<int>(arguments[1].getAsIntegral().getExtValue()), isView,
                      isWritable};
  }

  type_id elementProxy(QualType type) const override {
    const auto *record = specialization(type);
    if (!record || !record->getIdentifier() || record->getName() != "element" || !isInLibrary(record, "gpufuse"))
      return type_id::none;
    return elementOf(record->getTemplateArgs()[0].getAsType());
  }

  bool isReductionPlace(QualType type) const override {
    const StringRef name = libraryClass(type);
    return name == "axis" || name == "axes" || name == "keep_dimensions";
  }

  std::optional<ReductionPlace> reductionPlace(const Expr *argument) const override {
    ReductionPlace place;
    place.keepsDimensions = libraryClass(argument->getType()) == "keep_dimensions";
    if (place.keepsDimensions)
      return place;
    const APValue value = constantObject(argument);
    if (!value.isStruct())
      return std::nullopt;
    const APValue &field = value.getStructField(0);
    if (field.isInt())
      place.axes.push_back(field.getInt().getExtValue());
    for (unsigned i = 0; field.isArray() && i < field.getArrayInitializedElts(); ++i)
      place.axes.push_back(field.getArrayInitializedElt(i).getInt().getExtValue());
    return place;
  }

  bool isGenerator(QualType type) const override {
    const auto *record = type.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() && record->getName() == "generator" && isInLibrary(record, "random");
  }

  std::optional<ArrayOperation> operation(const Expr *expression) const override {
    return describeCall(*this, ast, stripped(expression));
  }

  bool isOwnFunction(const FunctionDecl *function) const override {
    if (const auto *space = dyn_cast<NamespaceDecl>(function->getDeclContext()->getEnclosingNamespaceContext());
        space && space->isInline() && space->getName() == "composed")
      return false; // inlined, like the user's own
    return isInLibrary(function, "gpufuse") || isInLibrary(function, "random") || isInLibrary(function, "detail");
  }

  std::string checkedConversion(StringRef text, type_id type) const override {
    return ("::gpufuse::detail::weak_value<" + spellingOf(type) + ">(" + text + ")").str();
  }

  std::string rangeLength(StringRef start, StringRef stop, StringRef step, type_id type) const override {
    return ("::gpufuse::detail::range_length<" + spellingOf(type) + ">(" + start + ", " + stop + ", " + step + ")")
        .str();
  }

private:
  /// The name of a class of the library; empty for other types.
  static StringRef libraryClass(QualType type) {
    const auto *record = type.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
    return record && record->getIdentifier() && isInLibrary(record, "gpufuse") ? record->getName() : StringRef();
  }

  /// The value of an object that is always the same: a constant variable, or one made in place. Nothing for others.
  APValue constantObject(const Expr *e) const {
    if (e->isValueDependent())
      return {};
    if (const auto *reference = dyn_cast<DeclRefExpr>(e)) {
      const auto *variable = dyn_cast<VarDecl>(reference->getDecl());
      const bool isConstant = variable && !isa<ParmVarDecl>(variable) && variable->getType().isConstQualified() &&
                              variable->getInit() && !variable->getInit()->isValueDependent();
      const APValue *value = isConstant ? variable->evaluateValue() : nullptr;
      return value ? *value : APValue();
    }
    Expr::EvalResult known;
    return e->EvaluateAsConstantExpr(known, ast) ? known.Val : APValue();
  }

  type_id elementOf(QualType type) const {
    const type_id id = scalarType(type);
    const QualType plain = type.getCanonicalType().getUnqualifiedType();
    return id != type_id::none && ast.getTypeSize(plain) == static_cast<uint64_t>(size_of(id)) * 8 ? id : type_id::none;
  }

  const ASTContext &ast;
};

} // namespace

ArrayBinding::~ArrayBinding() = default;

std::unique_ptr<ArrayBinding> makeGpufuseBinding(const ASTContext &ast) {
  return std::make_unique<GpufuseBinding>(ast);
}

const Expr *stripped(const Expr *expression) {
  while (const Expr *inner = behind(expression))
    expression = inner;
  return expression;
}

/// half and bfloat16 are instances of one class template of the library.
static type_id halfType(QualType type) {
  const auto *record = specialization(type);
  if (!record || !record->getIdentifier() || record->getName() != "real16" || !isInLibrary(record, "detail"))
    return type_id::none;
  const auto *format = record->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  return format && format->getName() == "bfloat16_format" ? type_id::bfloat16 : type_id::float16;
}

type_id scalarType(QualType type) {
  const auto *builtin = type.getNonReferenceType().getCanonicalType()->getAs<BuiltinType>();
  if (!builtin)
    return halfType(type);
  if (builtin->getKind() == BuiltinType::Bool)
    return type_id::boolean;
  if (builtin->getKind() == BuiltinType::Float)
    return type_id::float32;
  if (builtin->isFloatingPoint())
    return type_id::float64;
  switch (builtin->getKind()) {
  case BuiltinType::Char_S:
  case BuiltinType::SChar:
    return type_id::int8;
  case BuiltinType::Char_U:
  case BuiltinType::UChar:
    return type_id::uint8;
  case BuiltinType::Short:
    return type_id::int16;
  case BuiltinType::UShort:
    return type_id::uint16;
  case BuiltinType::Int:
    return type_id::int32;
  case BuiltinType::UInt:
    return type_id::uint32;
  case BuiltinType::ULong:
  case BuiltinType::ULongLong:
    return type_id::uint64;
  default: // characters of Unicode and 128 bits are taken by value
    return builtin->isInteger() ? type_id::int64 : type_id::none;
  }
}

} // namespace gpufuse

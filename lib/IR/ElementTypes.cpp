// Between element types, IR types and C++ text.
#include "IR/ElementTypes.h"

#include "IR/GpuFuseDialect.h"

using namespace mlir;

namespace gpufuse {

type_id idOf(Type type) {
  const Type element = gf::elementType(type);
  for (const type_id id : element_types)
    if (element == irType(type.getContext(), id))
      return id;
  return type_id::none;
}

Type irType(MLIRContext *context, type_id type) {
  switch (type) {
  case type_id::boolean:
    return IntegerType::get(context, 1);
  case type_id::float16:
    return Float16Type::get(context);
  case type_id::bfloat16:
    return BFloat16Type::get(context);
  case type_id::float32:
    return Float32Type::get(context);
  case type_id::float64:
    return Float64Type::get(context);
  case type_id::none:
    return NoneType::get(context);
  default:
    return IntegerType::get(context, 8u * static_cast<unsigned>(size_of(type)),
                            is_unsigned(type) ? IntegerType::Unsigned : IntegerType::Signless);
  }
}

llvm::StringRef spellingOf(type_id type) {
  switch (type) {
  case type_id::boolean:
    return "bool";
  case type_id::int8:
    return "std::int8_t";
  case type_id::int16:
    return "std::int16_t";
  case type_id::int32:
    return "std::int32_t";
  case type_id::int64:
    return "std::int64_t";
  case type_id::uint8:
    return "std::uint8_t";
  case type_id::uint16:
    return "std::uint16_t";
  case type_id::uint32:
    return "std::uint32_t";
  case type_id::uint64:
    return "std::uint64_t";
  case type_id::float16:
    return "gpufuse::half";
  case type_id::bfloat16:
    return "gpufuse::bfloat16";
  case type_id::float32:
    return "float";
  case type_id::float64:
    return "double";
  case type_id::none:
    break;
  }
  return "void";
}

llvm::APSInt valueOf(IntegerAttr number) {
  const bool isUnsigned = number.getType().isUnsignedInteger() || number.getType().isInteger(1);
  return llvm::APSInt(number.getValue(), isUnsigned);
}

} // namespace gpufuse

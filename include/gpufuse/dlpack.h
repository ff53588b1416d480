// Arrays of other libraries through DLPack, whose header is not needed here.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <gpufuse/view.h>

namespace gpufuse {
namespace detail {

/// DLPack's names for kinds of numbers and for devices (dlpack.h, DLDataTypeCode and DLDeviceType).
enum dlpack_code { dlpack_int = 0, dlpack_unsigned = 1, dlpack_float = 2, dlpack_bfloat = 4, dlpack_bool = 6 };
enum dlpack_device { dlpack_cpu = 1, dlpack_cuda = 2, dlpack_cuda_host = 3, dlpack_cuda_managed = 13 };

template <class T> constexpr int dlpack_code_of() {
  constexpr type_id type = id_of<T>;
  if constexpr (type == type_id::boolean || type == type_id::bfloat16)
    return type == type_id::boolean ? dlpack_bool : dlpack_bfloat;
  else if constexpr (kind_of(type) == type_kind::floating)
    return dlpack_float;
  else
    return is_unsigned(type) ? dlpack_unsigned : dlpack_int;
}

} // namespace detail

/// A view of the memory that a `DLTensor` of any version of DLPack describes, as in
/// `gf::from_dlpack<float, 2>(managed->dl_tensor)`. It does not own the memory: call the tensor's deleter only when the
/// view and its parts are gone. Throws kind type or shape where the tensor has not this element type and rank, kind
/// device for memory that is neither the host's nor a CUDA device's.
template <class T, int R, class Tensor> [[nodiscard]] array_view<T, R> from_dlpack(const Tensor &tensor) {
  using element = std::remove_const_t<T>;
  const auto type = tensor.dtype;
  if (type.code != detail::dlpack_code_of<element>() || type.bits != 8 * sizeof(element) || type.lanes != 1)
    throw error(error::type, "the DLPack tensor has type code " + std::to_string(int(type.code)) + " of " +
                                 std::to_string(int(type.bits)) + " bits and " + std::to_string(int(type.lanes)) +
                                 " lanes, not " + name_of(id_of<element>));
  if (tensor.ndim != R)
    throw error(error::shape,
                "the DLPack tensor has " + std::to_string(tensor.ndim) + " dimensions, not " + std::to_string(R));
  const auto side = static_cast<int>(tensor.device.device_type);
  const bool is_on_host = side == detail::dlpack_cpu || side == detail::dlpack_cuda_host;
  if (!is_on_host && side != detail::dlpack_cuda && side != detail::dlpack_cuda_managed)
    throw error(error::device, "the DLPack tensor is on a device of type " + std::to_string(side) +
                                   ", which is neither the host nor a CUDA device");
  shape<R> extents;
  std::array<std::int64_t, R> strides{};
  for (int d = 0; d < R; ++d)
    extents[d] = tensor.shape[d];
  strides = detail::strides_of(detail::row_major(extents));
  for (int d = 0; d < R && tensor.strides != nullptr; ++d)
    strides[d] = tensor.strides[d];
  auto *first = reinterpret_cast<T *>(static_cast<char *>(tensor.data) + tensor.byte_offset);
  return {first, extents, strides, is_on_host ? memory_space::host : memory_space::device};
}

} // namespace gpufuse

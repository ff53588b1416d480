// sort, argsort and unique on the device: elements become keys that CUB can sort, line after line, and come back.
#include "cub.h"
#include "device_arrays.h"

#include <gpufuse/runtime/sorting_on_device.h>

namespace gpufuse::cuda_library {
namespace {

template <int Bytes> struct unsigned_of_size;
template <> struct unsigned_of_size<1> {
  using type = std::uint8_t;
};
template <> struct unsigned_of_size<2> {
  using type = std::uint16_t;
};
template <> struct unsigned_of_size<4> {
  using type = std::uint32_t;
};
template <> struct unsigned_of_size<8> {
  using type = std::uint64_t;
};
template <class T> using bits_of = typename unsigned_of_size<sizeof(T)>::type;

template <class T> inline constexpr bool is_real = kind_of(id_of<T>) == type_kind::floating;
template <class T> inline constexpr bool is_signed_integer = std::is_integral_v<T> && std::is_signed_v<T>;
template <class T> inline constexpr bits_of<T> sign_bit = static_cast<bits_of<T>>(bits_of<T>(1) << (8 * sizeof(T) - 1));

/// Keys from which elements can be made again. A real is its own, a NaN without its sign, which would sort it first.
template <class T> struct element_keys {
  using key = std::conditional_t<is_real<T>, T, bits_of<T>>;

  static GPUFUSE_HD key of(T a) {
    if constexpr (is_real<T>) {
      const auto magnitude = static_cast<bits_of<T>>(gpufuse::detail::bits_as<bits_of<T>>(a) & ~sign_bit<T>);
      return a != a ? gpufuse::detail::bits_as<T>(magnitude) : a;
    } else if constexpr (is_signed_integer<T>) {
      return static_cast<key>(static_cast<key>(a) ^ sign_bit<T>);
    } else {
      return static_cast<key>(a);
    }
  }
  static GPUFUSE_HD T back(key k) {
    if constexpr (is_signed_integer<T>)
      return static_cast<T>(static_cast<key>(k ^ sign_bit<T>));
    else
      return static_cast<T>(k);
  }
  static GPUFUSE_HD bool alike(key a, key b) { return a == b || (a != a && b != b); }
};

/// Unsigned keys in the order of the elements; equal elements have equal ones.
template <class T> struct order_keys {
  using key = bits_of<T>;

  static GPUFUSE_HD key of(T a) {
    if constexpr (is_real<T>) {
      if (a != a)
        return static_cast<key>(~key(0));
      const key bits = a == 0 ? key(0) : gpufuse::detail::bits_as<key>(a);
      return static_cast<key>((bits & sign_bit<T>) != 0 ? ~bits : bits | sign_bit<T>);
    } else {
      return element_keys<T>::of(a);
    }
  }
};

template <class T, class Keys>
__global__ void make_keys(std::int64_t n, positions where, const T *from, typename Keys::key *keys) {
  const std::int64_t i = device::global_thread();
  if (i < n)
    keys[i] = Keys::of(from[where.offset(i)]);
}

template <class T>
__global__ void make_elements(std::int64_t n, positions where, const typename element_keys<T>::key *keys, T *to) {
  const std::int64_t i = device::global_thread();
  if (i < n)
    to[where.offset(i)] = element_keys<T>::back(keys[i]);
}

__global__ void number_lines(std::int64_t n, std::int64_t length, std::int64_t *numbers) {
  const std::int64_t i = device::global_thread();
  if (i < n)
    numbers[i] = i % length;
}

__global__ void place_numbers(std::int64_t n, positions where, const std::int64_t *numbers, std::int64_t *to) {
  const std::int64_t i = device::global_thread();
  if (i < n)
    to[where.offset(i)] = numbers[i];
}

/// Marks the keys that differ from the one before.
template <class T>
__global__ void mark_changes(std::int64_t n, const typename element_keys<T>::key *keys, std::uint8_t *flags) {
  const std::int64_t i = device::global_thread();
  if (i < n)
    flags[i] = i == 0 || !element_keys<T>::alike(keys[i - 1], keys[i]);
}

template <class T> void sort_elements(const library_call &call) {
  using key = typename element_keys<T>::key;
  const library_array &from = call.operands[0];
  const std::int64_t n = from.size(), length = from.extents[call.axis];
  const scratch<key> keys(n), sorted(n);
  for_each(make_keys<T, element_keys<T>>, n, lines_of(from, call.axis), first_of<T>(from), keys.get());
  sort_keys(keys.get(), sorted.get(), n / length, length);
  for_each(make_elements<T>, n, lines_of(call.result, call.axis), sorted.get(), room_for<T>(call.result));
}

template <class T> void order_elements(const library_call &call) {
  using key = typename order_keys<T>::key;
  const library_array &from = call.operands[0];
  const std::int64_t n = from.size(), length = from.extents[call.axis];
  const scratch<key> keys(n), sorted(n);
  const scratch<std::int64_t> numbers(n), ordered(n);
  for_each(make_keys<T, order_keys<T>>, n, lines_of(from, call.axis), first_of<T>(from), keys.get());
  for_each(number_lines, n, length, numbers.get());
  sort_pairs(keys.get(), sorted.get(), numbers.get(), ordered.get(), n / length, length);
  for_each(place_numbers, n, lines_of(call.result, call.axis), ordered.get(), room_for<std::int64_t>(call.result));
}

template <class T> std::int64_t unique_elements(const library_call &call) {
  using key = typename element_keys<T>::key;
  const library_array &from = call.operands[0];
  const std::int64_t n = from.size();
  const scratch<key> keys(n), sorted(n);
  const scratch<std::uint8_t> flags(n);
  const scratch<std::int64_t> found(1);
  for_each(make_keys<T, element_keys<T>>, n, positions_of(from), first_of<T>(from), keys.get());
  sort_keys(keys.get(), sorted.get(), 1, n);
  for_each(mark_changes<T>, n, sorted.get(), flags.get());
  select_flagged(sorted.get(), flags.get(), keys.get(), found.get(), n);
  std::int64_t count = 0;
  gpufuse::detail::device.load(std::memory_order_acquire)->copy_to_host(&count, found.get(), sizeof count);
  positions dense;
  dense.append(count, 1);
  for_each(make_elements<T>, count, dense, keys.get(), room_for<T>(call.result));
  return count;
}

std::int64_t sort(const library_call &call) {
  with_type(call.operands[0].type, [&]<class T>() { sort_elements<T>(call); });
  return call.result.size();
}

std::int64_t argsort(const library_call &call) {
  with_type(call.operands[0].type, [&]<class T>() { order_elements<T>(call); });
  return call.result.size();
}

std::int64_t unique(const library_call &call) {
  std::int64_t count = 0;
  with_type(call.operands[0].type, [&]<class T>() { count = unique_elements<T>(call); });
  return count;
}

} // namespace
} // namespace gpufuse::cuda_library

namespace gpufuse::cuda_runtime {

bool install_sorting() noexcept {
  using detail::library_function;
  detail::install(library_function::sort, cuda_library::sort);
  detail::install(library_function::argsort, cuda_library::argsort);
  detail::install(library_function::unique, cuda_library::unique);
  return true;
}

} // namespace gpufuse::cuda_runtime

// The two 16-bit reals, `gf::half` (IEEE 754 binary16) and `gf::bfloat16`: storage and conversions. They compute in
// float.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

/// Marks what device code may call too; empty outside CUDA.
#if defined(__CUDACC__)
#define GPUFUSE_HD __host__ __device__
#else
#define GPUFUSE_HD
#endif

namespace gpufuse {
namespace detail {

/// std::bit_cast, which is no device function to nvcc.
template <class To, class From> GPUFUSE_HD constexpr To bits_as(From value) { return __builtin_bit_cast(To, value); }

/// A float that rounds to a 16-bit real as the double does: the double cut off, with a last bit that tells whether
/// anything was lost. A float has more than two bits to spare, so that one rounding decides.
GPUFUSE_HD constexpr float rounded_to_odd(double value) {
  const auto bits = bits_as<std::uint64_t>(value);
  const auto sign = static_cast<std::uint32_t>(bits >> 63) << 31;
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & 0xfffffffffffff;
  const bool is_inexact = (fraction & 0x1fffffff) != 0;
  const auto cut = static_cast<std::uint32_t>(fraction >> 29);
  if (exponent == 0x7ff)
    return bits_as<float>(sign | 0x7f800000 | (fraction != 0 ? 0x400000 | cut : 0));
  const int of_float = exponent - 1023 + 127;
  if (of_float >= 0xff)
    return bits_as<float>(sign | 0x7f7fffff); // beyond every 16-bit real, which infinity is rounded to
  if (of_float > 0)
    return bits_as<float>(sign | static_cast<std::uint32_t>(of_float) << 23 | cut | (is_inexact ? 1u : 0u));
  // Denormal as a float: far below half's range, in that of bfloat16.
  const int shift = 30 - of_float;
  const std::uint64_t whole = fraction | (exponent != 0 ? std::uint64_t{1} << 52 : 0);
  if (shift > 53)
    return bits_as<float>(sign | (whole != 0 ? 1u : 0u));
  const bool is_cut = (whole & ((std::uint64_t{1} << shift) - 1)) != 0;
  return bits_as<float>(sign | static_cast<std::uint32_t>(whole >> shift) | (is_cut ? 1u : 0u));
}

/// How half is kept in 16 bits: 1 sign, 5 exponent, 10 fraction.
struct half_format {
  static constexpr int digits = 11;
  static constexpr std::uint16_t infinity = 0x7c00;

  /// Rounds to nearest, ties to even; beyond the range to infinity.
  GPUFUSE_HD static constexpr std::uint16_t round(float value) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      unsigned short rounded;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded) : "f"(value));
      return rounded;
    }
#endif
    const auto bits = bits_as<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>(bits >> 16 & 0x8000);
    const std::uint32_t size = bits & 0x7fffffff;
    if (size > 0x7f800000)
      return static_cast<std::uint16_t>(sign | 0x7e00 | (size >> 13 & 0x3ff));
    if (size >= 0x47800000)
      return static_cast<std::uint16_t>(sign | 0x7c00);
    if (size < 0x38800000) { // less than 2^-14: units of 2^-24
      if (size < 0x33000000)
        return sign;
      const std::uint32_t whole = (size & 0x7fffff) | 0x800000;
      const int shift = 126 - static_cast<int>(size >> 23);
      const std::uint32_t middle = std::uint32_t{1} << (shift - 1), rest = whole & (2 * middle - 1),
                          kept = whole >> shift;
      return static_cast<std::uint16_t>(sign |
                                        (kept + (rest > middle || (rest == middle && (kept & 1) != 0) ? 1u : 0u)));
    }
    // The exponent's bias drops from 127 to 15; a carry out of the fraction is the next exponent.
    const std::uint32_t rounded = size - (112u << 23) + 0xfff + (size >> 13 & 1);
    return static_cast<std::uint16_t>(sign | rounded >> 13);
  }

  GPUFUSE_HD static constexpr float value(std::uint16_t bits) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      float exact;
      asm("cvt.f32.f16 %0, %1;" : "=f"(exact) : "h"(bits));
      return exact;
    }
#endif
    const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, size = bits & 0x7fff;
    if (size >= 0x7c00)
      return bits_as<float>(sign | 0x7f800000 | (size & 0x3ff) << 13);
    if (size >= 0x400)
      return bits_as<float>(sign | ((size << 13) + (112u << 23)));
    const float units = static_cast<float>(size) * 0x1p-24f;
    return sign != 0 ? -units : units;
  }
};

/// How bfloat16 is kept in 16 bits: the upper half of a float.
struct bfloat16_format {
  static constexpr int digits = 8;
  static constexpr std::uint16_t infinity = 0x7f80;

  GPUFUSE_HD static constexpr std::uint16_t round(float value) {
    const auto bits = bits_as<std::uint32_t>(value);
    if ((bits & 0x7fffffff) > 0x7f800000)
      return static_cast<std::uint16_t>(bits >> 16 | 0x40);
    return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
  GPUFUSE_HD static constexpr float value(std::uint16_t bits) {
    return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
  }
};

/// A real of 16 bits. Arithmetic on it is float's, by conversion; converting back rounds to nearest, ties to even.
template <class Format> class real16 {
public:
  real16() = default;
  template <class Number>
    requires std::is_arithmetic_v<Number>
  GPUFUSE_HD constexpr explicit real16(Number value) : bits_(Format::round(as_float(value))) {}

  GPUFUSE_HD constexpr operator float() const { return Format::value(bits_); }

  /// The bits as they are stored, and the number of such bits.
  [[nodiscard]] GPUFUSE_HD constexpr std::uint16_t bits() const { return bits_; }
  [[nodiscard]] GPUFUSE_HD static constexpr real16 of_bits(std::uint16_t bits) {
    real16 number;
    number.bits_ = bits;
    return number;
  }

private:
  template <class Number> GPUFUSE_HD static constexpr float as_float(Number value) {
    // Wider integers than a float holds exactly are rounded once, too.
    if constexpr (sizeof(Number) >= sizeof(float) && !std::is_same_v<Number, float>)
      return rounded_to_odd(static_cast<double>(value));
    else
      return static_cast<float>(value);
  }

  std::uint16_t bits_;
};

} // namespace detail

/// A 16-bit real with 11 bits of precision, up to 65504 (`numpy.float16`).
using half = detail::real16<detail::half_format>;
/// A 16-bit real with 8 bits of precision and float's range.
using bfloat16 = detail::real16<detail::bfloat16_format>;

} // namespace gpufuse

template <class Format> struct std::numeric_limits<gpufuse::detail::real16<Format>> {
  using T = gpufuse::detail::real16<Format>;
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, is_iec559 = true, is_bounded = true;
  static constexpr int digits = Format::digits, radix = 2;
  static constexpr T infinity() { return T::of_bits(Format::infinity); }
  static constexpr T max() { return T::of_bits(Format::infinity - 1); }
  static constexpr T lowest() { return T::of_bits(0x8000 | (Format::infinity - 1)); }
  static constexpr T min() { return T::of_bits(1 << (digits - 1)); }
  static constexpr T denorm_min() { return T::of_bits(1); }
  static constexpr T epsilon() { return T(1.0f / (1 << (digits - 1))); }
  static constexpr T quiet_NaN() { return T::of_bits(Format::infinity | 1 << (digits - 2)); }
};

// The functions of one element that C++ has no spelling for with NumPy's meaning: the same code serves
// eager arrays, the CPU target and device code. One file, though long: all of it is for one element, and what stands
// below is made of what stands above.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include <gpufuse/types.h>

namespace gpufuse::scalar {

/// The ends of a type's order, infinities included. Variables, because device code may not call
/// numeric_limits.
template <class T>
inline constexpr T greatest =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
template <class T>
inline constexpr T least = std::numeric_limits<T>::has_infinity ? static_cast<T>(-std::numeric_limits<T>::infinity())
                                                                : std::numeric_limits<T>::lowest();

/// The unsigned type in which arithmetic on T wraps: at least `unsigned`, so that nothing is promoted to int.
template <class T> using wrapping = std::conditional_t<sizeof(T) < sizeof(unsigned), unsigned, std::make_unsigned_t<T>>;

/// std::isnan is not constexpr.
// NOLINTNEXTLINE(misc-redundant-expression): NaN alone differs from itself
template <class T> GPUFUSE_HD constexpr bool is_nan(T a) { return a != a; }

// ---- std::max, std::min and std::clamp, which are no device functions to nvcc, of values ----

template <class T> GPUFUSE_HD constexpr T std_max(T a, T b) { return a < b ? b : a; }
template <class T> GPUFUSE_HD constexpr T std_min(T a, T b) { return b < a ? b : a; }
template <class T> GPUFUSE_HD constexpr T std_clamp(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }

// ---- questions about integers that may be unsigned ----

template <class T> GPUFUSE_HD constexpr bool is_negative(T a) {
  if constexpr (std::is_signed_v<T>)
    return a < 0;
  else
    return false;
}
template <class T> GPUFUSE_HD constexpr bool is_minus_one(T a) {
  return std::is_signed_v<T> && a == static_cast<T>(-1);
}

// ---- arithmetic: integers wrap, as NumPy's do; reals are C++'s own operators ----

template <class T> GPUFUSE_HD constexpr T add(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(wrapping<T>(a) + wrapping<T>(b));
  else
    return a + b;
}

template <class T> GPUFUSE_HD constexpr T subtract(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(wrapping<T>(a) - wrapping<T>(b));
  else
    return a - b;
}

template <class T> GPUFUSE_HD constexpr T multiply(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(wrapping<T>(a) * wrapping<T>(b));
  else
    return a * b;
}

/// `-a` of an integer; the lowest value stays what it is.
template <class T> GPUFUSE_HD constexpr T negative(T a) { return subtract(T(0), a); }

/// `|a|` of an integer; the lowest value stays what it is.
template <class T> GPUFUSE_HD constexpr T absolute(T a) { return is_negative(a) ? negative(a) : a; }

/// -1, 0 or 1; NaN of NaN, +0 of -0.
template <class T> GPUFUSE_HD constexpr T sign(T a) {
  if constexpr (std::is_floating_point_v<T>)
    if (is_nan(a))
      return a;
  return static_cast<T>((a > T(0)) - is_negative(a));
}

/// `1 / a` of an integer, truncated; 0 of 0.
template <class T> GPUFUSE_HD constexpr T integer_reciprocal(T a) { return a == 1 || is_minus_one(a) ? a : T(0); }

// ---- division ----

/// The quotient rounded down. Integers: 0 for a zero divisor, and the lowest value by -1 wraps.
/// Reals: as NumPy's, correct to the last integer where the quotient is representable.
template <class T> GPUFUSE_HD T floor_divide(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0)
      return 0;
    if (is_minus_one(b))
      return negative(a);
    return static_cast<T>(a / b - (a % b != 0 && is_negative(a) != is_negative(b)));
  } else {
    if (b == 0)
      return a / b;
    const T rest = std::fmod(a, b);
    T quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
      quotient -= T(1);
    if (quotient == 0)
      return std::copysign(T(0), a / b);
    const T down = std::floor(quotient);
    return quotient - down > T(0.5) ? down + T(1) : down;
  }
}

/// What floor_divide leaves; it has the divisor's sign. Integers: 0 for a zero divisor. Reals: NaN.
template <class T> GPUFUSE_HD T remainder(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    if (b == 0 || is_minus_one(b))
      return 0;
    const T rest = static_cast<T>(a % b);
    return rest != 0 && is_negative(rest) != is_negative(b) ? add(rest, b) : rest;
  } else {
    const T rest = std::fmod(a, b);
    if (b == 0)
      return rest;
    if (rest == 0)
      return std::copysign(T(0), b);
    return (b < 0) != (rest < 0) ? rest + b : rest;
  }
}

/// `a % b` of integers as C++ truncates it; 0 for a zero divisor.
template <class T> GPUFUSE_HD constexpr T fmod(T a, T b) {
  return b == 0 || is_minus_one(b) ? T(0) : static_cast<T>(a % b);
}

// ---- order: NaN wins in minimum and maximum and loses in fmin and fmax; -0 is less than +0 ----

template <class T> GPUFUSE_HD T minimum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4) {
      float least;
      asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
      return least;
    }
#endif
    const bool is_nan_a = is_nan(a);
    const bool takes_a = (a < b) | is_nan_a | ((a == b) & static_cast<bool>(std::signbit(a)));
    return takes_a ? a : b;
  } else {
    return a < b ? a : b;
  }
}

template <class T> GPUFUSE_HD T maximum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (sizeof(T) == 4) {
      float greatest;
      asm("max.NaN.f32 %0, %1, %2;" : "=f"(greatest) : "f"(a), "f"(b));
      return greatest;
    }
#endif
    const bool is_nan_a = is_nan(a);
    const bool takes_a = (a > b) | is_nan_a | ((a == b) & static_cast<bool>(std::signbit(b)));
    return takes_a ? a : b;
  } else {
    return a > b ? a : b;
  }
}

template <class T> GPUFUSE_HD T fmin(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return is_nan(a) ? b : is_nan(b) ? a : minimum(a, b);
  else
    return minimum(a, b);
}

template <class T> GPUFUSE_HD T fmax(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return is_nan(a) ? b : is_nan(b) ? a : maximum(a, b);
  else
    return maximum(a, b);
}

/// `minimum(maximum(a, low), high)`: where low exceeds high, high.
template <class T> GPUFUSE_HD T clip(T a, T low, T high) { return minimum(maximum(a, low), high); }

// ---- integers ----

/// The greatest common divisor (`numpy.gcd`), not negative unless it is the lowest value. O(log a).
template <class T> GPUFUSE_HD constexpr T gcd(T a, T b) {
  using U = std::make_unsigned_t<T>;
  U x = static_cast<U>(absolute(a)), y = static_cast<U>(absolute(b));
  while (y != 0) {
    const U rest = static_cast<U>(x % y);
    x = y;
    y = rest;
  }
  return static_cast<T>(x);
}

/// The least common multiple (`numpy.lcm`), which wraps; 0 with 0.
template <class T> GPUFUSE_HD constexpr T lcm(T a, T b) {
  using U = std::make_unsigned_t<T>;
  const U divisor = static_cast<U>(gcd(a, b));
  if (divisor == 0)
    return 0;
  return multiply(static_cast<T>(static_cast<U>(absolute(a)) / divisor), absolute(b));
}

// ---- the representation of reals ----

template <class T>
using bits_type =
    std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

/// Whether the sign bit is set. (GCC 12 fails to compile a vectorised std::signbit of bfloat16.)
template <class T> GPUFUSE_HD constexpr bool signbit(T a) {
  return detail::bits_as<bits_type<T>>(a) >> (8 * sizeof(T) - 1) != 0;
}

/// The next real after a towards b (`numpy.nextafter`); b where they are equal.
template <class T> GPUFUSE_HD T nextafter(T a, T b) {
  if (is_nan(a) || is_nan(b))
    return is_nan(a) ? a : b;
  if (a == b)
    return b;
  using bits = bits_type<T>;
  constexpr auto sign = static_cast<bits>(bits{1} << (8 * sizeof(T) - 1));
  const auto at = detail::bits_as<bits>(a);
  if (a == T(0))
    return detail::bits_as<T>(static_cast<bits>((b < T(0) ? sign : 0) | 1));
  return detail::bits_as<T>(static_cast<bits>((a < b) == (a > T(0)) ? at + 1 : at - 1));
}

/// The infinity of that sign. Device code may read constants of the builtin types only.
template <class T> GPUFUSE_HD constexpr T infinity(bool is_negative) {
  return static_cast<T>(is_negative ? least<float> : greatest<float>);
}

/// The distance to the next real away from 0, with a's sign (`numpy.spacing`); NaN of infinities.
template <class T> GPUFUSE_HD T spacing(T a) { return static_cast<T>(nextafter(a, infinity<T>(a < T(0))) - a); }

/// Whether it is the infinity of that sign.
template <class T> GPUFUSE_HD bool is_infinite(T a, bool is_negative) { return a == infinity<T>(is_negative); }

/// 0 for NaN, the largest finite reals for infinities (`numpy.nan_to_num`).
template <class T> GPUFUSE_HD T nan_to_num(T a) {
  if (is_nan(a))
    return T(0);
  if (a == infinity<T>(a < T(0))) // its bits less one are the largest finite one's
    return detail::bits_as<T>(static_cast<bits_type<T>>(detail::bits_as<bits_type<T>>(a) - 1));
  return a;
}

// ---- powers ----

/// An exact integer power that wraps. A negative exponent, which NumPy refuses, gives the truncated
/// reciprocal: 1 or -1 of 1 and -1, otherwise 0. O(log b).
template <class T> GPUFUSE_HD constexpr T integer_power(T a, T b) {
  if (is_negative(b))
    return a == 1 ? T(1) : is_minus_one(a) ? (b % 2 == 0 ? T(1) : a) : T(0);
  T result = 1;
  for (; b != 0; b /= 2) {
    if (b % 2 != 0)
      result = multiply(result, a);
    a = multiply(a, a);
  }
  return result;
}

/// The power of an array to a C++ scalar: small exponents are products, so that constant and run-time
/// exponents, eager and fused code give the same bits.
template <class T> GPUFUSE_HD T power_scalar(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return integer_power(a, b);
  } else {
    if (b == T(2))
      return a * a;
    if (b == T(1))
      return a;
    if (b == T(0.5))
      return std::sqrt(a);
    if (b == T(3))
      return (a * a) * a;
    if (b == T(4))
      return (a * a) * (a * a);
    if (b == T(-1))
      return T(1) / a;
    if (b == T(0))
      return T(1);
    return std::pow(a, b);
  }
}

// ---- bits ----

/// `a << b`; 0 where b is negative or at least the width of T.
template <class T> GPUFUSE_HD constexpr T left_shift(T a, T b) {
  constexpr T bits = 8 * sizeof(T);
  return !is_negative(b) && b < bits ? static_cast<T>(wrapping<T>(a) << b) : T(0);
}

/// `a >> b`, arithmetic; only the sign is left where b is negative or at least the width of T, 0 of an unsigned T.
template <class T> GPUFUSE_HD constexpr T right_shift(T a, T b) {
  constexpr T bits = 8 * sizeof(T);
  const bool is_within = !is_negative(b) && b < bits;
  return is_within || std::is_signed_v<T> ? static_cast<T>(a >> (is_within ? b : bits - 1)) : T(0);
}

// ---- composed functions ----

/// log(exp(a) + exp(b)) without overflow.
template <class T> GPUFUSE_HD T logaddexp(T a, T b) {
  if (a == b)
    return a + T(std::numbers::ln2); // also for equal infinities
  const T difference = a - b;
  if (difference > 0)
    return a + std::log1p(std::exp(-difference));
  if (difference <= 0)
    return b + std::log1p(std::exp(difference));
  return difference; // NaN
}

/// log2(exp2(a) + exp2(b)) without overflow.
template <class T> GPUFUSE_HD T logaddexp2(T a, T b) {
  if (a == b)
    return a + T(1); // also for equal infinities
  const T difference = a - b;
  constexpr T log2_e = T(std::numbers::log2e);
  if (difference > 0)
    return a + log2_e * std::log1p(std::exp2(-difference));
  if (difference <= 0)
    return b + log2_e * std::log1p(std::exp2(difference));
  return difference; // NaN
}

/// The logistic function 1 / (1 + exp(-a)), without overflow.
template <class T> GPUFUSE_HD T sigmoid(T a) {
  const T small = std::exp(a < 0 ? a : -a);
  return (a < 0 ? small : T(1)) / (T(1) + small);
}

/// 0 below 0, 1 above, b at 0 (`numpy.heaviside`); NaN of NaN.
template <class T> GPUFUSE_HD T heaviside(T a, T b) { return is_nan(a) ? a : a == T(0) ? b : a < T(0) ? T(0) : T(1); }

/// a + t * (b - a), from the nearer end, so that both ends are exact.
template <class T> GPUFUSE_HD T lerp(T a, T b, T t) {
  const T width = b - a;
  return t < T(0.5) ? a + t * width : b - (T(1) - t) * width;
}

/// sin(pi * a) and cos(pi * a), exact at the multiples of 1/2. Differences of `a` and its nearest multiples are exact,
/// so that the only rounded argument is pi times at most 1/4.
template <class T> GPUFUSE_HD T sinpi(T a) {
  constexpr T pi = T(std::numbers::pi);
  const T turn = a - T(2) * std::rint(a / T(2)); // in [-1, 1]; NaN of infinities
  const T size = std::fabs(turn);
  const T away = size > T(0.5) ? T(1) - size : size;
  const T sine = away > T(0.25) ? std::cos(pi * (T(0.5) - away)) : std::sin(pi * away);
  return std::copysign(sine, turn == 0 ? a : turn);
}
template <class T> GPUFUSE_HD T cospi(T a) {
  constexpr T pi = T(std::numbers::pi);
  const T size = std::fabs(a - T(2) * std::rint(a / T(2))); // in [0, 1]
  if (size > T(0.75))
    return -std::cos(pi * (T(1) - size));
  return size > T(0.25) ? std::sin(pi * (T(0.5) - size)) : std::cos(pi * size);
}

// ---- conversion and generators ----

/// `static_cast<To>(a)`, defined also where C++ leaves it open: a real beyond an integer's range gives the
/// nearest integer, NaN gives 0, as NVIDIA's conversion instruction does.
template <class To, class From> GPUFUSE_HD constexpr To convert(From a) {
  if constexpr (detail::is_half_type<From> && !std::is_same_v<To, From>)
    return convert<To>(static_cast<float>(a));
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>) {
    if (!(a >= static_cast<From>(least<To>)))
      return is_nan(a) ? To(0) : least<To>;
    // The greatest value rounds up to a power of two, which is out of range itself (int32 in double does
    // not).
    if (a >= static_cast<From>(greatest<To>))
      return greatest<To>;
    return static_cast<To>(a);
  } else {
    return static_cast<To>(a);
  }
}

/// Element i of `arange`: start + i * step.
template <class T> GPUFUSE_HD constexpr T arange_at(T start, T step, std::int64_t i) {
  return add(start, multiply(static_cast<T>(i), step));
}

/// Element i of `linspace`: start + i * step, and the last is `stop` exactly.
template <class T>
GPUFUSE_HD constexpr T linspace_at(double start, double stop, double step, std::int64_t count, std::int64_t i) {
  return static_cast<T>(i + 1 == count && count > 1 ? stop : start + static_cast<double>(i) * step);
}

} // namespace gpufuse::scalar

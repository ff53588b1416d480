// Intrinsics of one value: bits, products, and functions that the C library does not name.
#pragma once

#include <math.h>

inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>(a * 1ull * b >> 32); }
inline int __mulhi(int a, int b) { return static_cast<int>(a * 1ll * b >> 32); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int __popc(unsigned a) { return __builtin_popcount(a); }
inline int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
inline int __clz(int a) { return a == 0 ? 32 : __builtin_clz(static_cast<unsigned>(a)); }
inline int __clzll(long long a) { return a == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(a)); }
inline int __ffs(int a) { return __builtin_ffs(a); }
inline int __ffsll(long long a) { return __builtin_ffsll(a); }

template <typename To, typename From> To gpufuse_emulator_bits(From value) { return __builtin_bit_cast(To, value); }
inline int __float_as_int(float a) { return gpufuse_emulator_bits<int>(a); }
inline unsigned __float_as_uint(float a) { return gpufuse_emulator_bits<unsigned>(a); }
inline float __int_as_float(int a) { return gpufuse_emulator_bits<float>(a); }
inline float __uint_as_float(unsigned a) { return gpufuse_emulator_bits<float>(a); }
inline long long __double_as_longlong(double a) { return gpufuse_emulator_bits<long long>(a); }
inline double __longlong_as_double(long long a) { return gpufuse_emulator_bits<double>(a); }

inline float rsqrtf(float a) { return 1 / sqrtf(a); }
inline double rsqrt(double a) { return 1 / sqrt(a); }
inline float rsqrt(float a) { return rsqrtf(a); }
inline float __frcp_rn(float a) { return 1 / a; }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

// CUDA's small vectors, aligned as on the device.
//
// Those that the device moves as a whole have copies of their own: binding their operands to references is what makes
// UndefinedBehaviorSanitizer look at the alignment, where a plain copy would go unseen. On the device it faults.
#pragma once

#define GPUFUSE_EMULATOR_VECTORS(type, name)                                                                           \
  struct alignas(2 * sizeof(type)) name##2 {                                                                           \
    type x, y;                                                                                                         \
    name##2() = default;                                                                                               \
    name##2(type x, type y) : x(x), y(y) {}                                                                            \
    name##2(const name##2 & o) : x(o.x), y(o.y) {}                                                                     \
    name##2 &operator=(const name##2 & o) {                                                                            \
      x = o.x, y = o.y;                                                                                                \
      return *this;                                                                                                    \
    }                                                                                                                  \
  };                                                                                                                   \
  struct name##3 { type x, y, z; };                                                                                    \
  struct alignas(sizeof(type) < 8 ? 4 * sizeof(type) : 16) name##4 {                                                   \
    type x, y, z, w;                                                                                                   \
    name##4() = default;                                                                                               \
    name##4(type x, type y, type z, type w) : x(x), y(y), z(z), w(w) {}                                                \
    name##4(const name##4 & o) : x(o.x), y(o.y), z(o.z), w(o.w) {}                                                     \
    name##4 &operator=(const name##4 & o) {                                                                            \
      x = o.x, y = o.y, z = o.z, w = o.w;                                                                              \
      return *this;                                                                                                    \
    }                                                                                                                  \
  };                                                                                                                   \
  inline name##2 make_##name##2(type x, type y) { return {x, y}; }                                                     \
  inline name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                          \
  inline name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
GPUFUSE_EMULATOR_VECTORS(signed char, char)
GPUFUSE_EMULATOR_VECTORS(unsigned char, uchar)
GPUFUSE_EMULATOR_VECTORS(short, short)
GPUFUSE_EMULATOR_VECTORS(unsigned short, ushort)
GPUFUSE_EMULATOR_VECTORS(int, int)
GPUFUSE_EMULATOR_VECTORS(unsigned, uint)
GPUFUSE_EMULATOR_VECTORS(long long, longlong)
GPUFUSE_EMULATOR_VECTORS(unsigned long long, ulonglong)
GPUFUSE_EMULATOR_VECTORS(float, float)
GPUFUSE_EMULATOR_VECTORS(double, double)
#undef GPUFUSE_EMULATOR_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

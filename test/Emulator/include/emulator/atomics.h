// Atomic operations. Threads change only where they wait, so a plain access is atomic; what remains is to say so.
#pragma once

#include <type_traits>

namespace gpufuse::emulator {

/// Says that the coming atomic operation reads and writes `bytes` bytes; reports what a plain access would, races
/// between atomics excepted.
void atomic_access(void *address, unsigned long bytes);

template <typename T, typename Change>
__attribute__((no_sanitize("address", "undefined"))) T atomically(T *p, Change change) {
  atomic_access(p, sizeof(T));
  const T old = *p;
  *p = change(old);
  return old;
}

} // namespace gpufuse::emulator

#define GPUFUSE_EMULATOR_ATOMIC(name, text)                                                                            \
  template <typename T> T name(T *p, std::type_identity_t<T> value) {                                                  \
    return gpufuse::emulator::atomically(                                                                              \
        p, [&]([[maybe_unused]] T old) __attribute__((no_sanitize("address", "undefined"))) -> T { return text; });    \
  }
GPUFUSE_EMULATOR_ATOMIC(atomicAdd, old + value)
GPUFUSE_EMULATOR_ATOMIC(atomicSub, old - value)
GPUFUSE_EMULATOR_ATOMIC(atomicExch, value)
GPUFUSE_EMULATOR_ATOMIC(atomicMin, value < old ? value : old)
GPUFUSE_EMULATOR_ATOMIC(atomicMax, value > old ? value : old)
GPUFUSE_EMULATOR_ATOMIC(atomicAnd, old &value)
GPUFUSE_EMULATOR_ATOMIC(atomicOr, old | value)
GPUFUSE_EMULATOR_ATOMIC(atomicXor, old ^ value)
GPUFUSE_EMULATOR_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
GPUFUSE_EMULATOR_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
#undef GPUFUSE_EMULATOR_ATOMIC

template <typename T> T atomicCAS(T *p, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return gpufuse::emulator::atomically(
      p, [&]([[maybe_unused]] T old) __attribute__((no_sanitize("address", "undefined"))) -> T {
        return old == expected ? value : old;
      });
}

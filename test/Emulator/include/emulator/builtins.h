// Barriers and fences, cached accesses, and how kernels are called.
#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include <cuda_runtime_api.h>

namespace gpufuse::emulator {

/// Where in the source something stands.
struct place {
  const char *file;
  int line;
};

/// All threads of the block meet here; `agrees`: combines the predicates of all threads.
enum class vote { none, count, all, any };
int meet_block(place where, vote how, bool predicate);
void fence();

/// What only the place of a launch knows, the types of the kernel's parameters: how to call it, and how to keep its
/// arguments for a launch that is captured.
struct calling {
  void (*call)(const void *kernel, void **arguments) = nullptr;
  std::shared_ptr<void *[]> (*keep)(void **arguments) = nullptr;
};
/// Says it of the kernel that is launched next.
void announce(calling next);

/// Unpacks what a launch packed. Reading the host's copies is no access of the kernel, hence no_sanitize.
template <typename... Parameters, std::size_t... I>
__attribute__((no_sanitize("address"))) void call(const void *kernel, void **arguments, std::index_sequence<I...>) {
  reinterpret_cast<void (*)(Parameters...)>(const_cast<void *>(kernel))(*static_cast<Parameters *>(arguments[I])...);
}

template <typename... Parameters, std::size_t... I>
std::shared_ptr<void *[]> keep(void **arguments, std::index_sequence<I...>) {
  struct kept {
    std::tuple<Parameters...> values;
    void *addresses[sizeof...(Parameters) + 1];
  };
  auto copy = std::make_shared<kept>(kept{{*static_cast<Parameters *>(arguments[I])...}, {}});
  ((copy->addresses[I] = &std::get<I>(copy->values)), ...);
  return {copy, copy->addresses};
}

template <typename... Parameters> void announce(void (*)(Parameters...)) {
  using numbers = std::index_sequence_for<Parameters...>;
  announce({[](const void *kernel, void **arguments) { call<Parameters...>(kernel, arguments, numbers{}); },
            [](void **arguments) { return keep<Parameters...>(arguments, numbers{}); }});
}

/// The launch's `extern __shared__` memory.
void *dynamic_shared();

} // namespace gpufuse::emulator

// The place is the caller's: default arguments are evaluated there.
#define GPUFUSE_EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(GPUFUSE_EMULATOR_PLACE) {
  gpufuse::emulator::meet_block({file, line}, gpufuse::emulator::vote::none, false);
}
inline int __syncthreads_count(int predicate, GPUFUSE_EMULATOR_PLACE) {
  return gpufuse::emulator::meet_block({file, line}, gpufuse::emulator::vote::count, predicate != 0);
}
inline int __syncthreads_and(int predicate, GPUFUSE_EMULATOR_PLACE) {
  return gpufuse::emulator::meet_block({file, line}, gpufuse::emulator::vote::all, predicate != 0);
}
inline int __syncthreads_or(int predicate, GPUFUSE_EMULATOR_PLACE) {
  return gpufuse::emulator::meet_block({file, line}, gpufuse::emulator::vote::any, predicate != 0);
}
inline void __threadfence_block() { gpufuse::emulator::fence(); }
inline void __threadfence() { gpufuse::emulator::fence(); }
inline void __threadfence_system() { gpufuse::emulator::fence(); }

/// Time passes by being asked for.
long long clock64();

template <typename T> T __ldg(const T *p) { return *p; }
template <typename T> T __ldca(const T *p) { return *p; }
template <typename T> T __ldcg(const T *p) { return *p; }
template <typename T> T __ldcs(const T *p) { return *p; }
template <typename T> T __ldlu(const T *p) { return *p; }
template <typename T> T __ldcv(const T *p) { return *p; }
template <typename T> void __stwb(T *p, T value) { *p = value; }
template <typename T> void __stcg(T *p, T value) { *p = value; }
template <typename T> void __stcs(T *p, T value) { *p = value; }
template <typename T> void __stwt(T *p, T value) { *p = value; }

// What random programs share: deterministic inputs, exact printing of results, and whether a call threw.
//
// One line a value: `name type shape element...`. Reals are bit patterns in hex and every NaN is the same, so that
// equal lines are equal results. Before what need not be the same on every device stands `~N`.
#pragma once

#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;

namespace fuzz {

/// A mixed 64-bit number for element i of input `salt` (splitmix64).
inline std::uint64_t mixed(std::uint64_t salt, std::uint64_t i) {
  std::uint64_t z = (salt * 0x9E3779B97F4A7C15u) ^ (i + 1) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// An ordinary small number; for a salt that 7 divides, now and then one from the edge of the type.
template <class T> T element(std::uint64_t salt, std::uint64_t i) {
  const std::uint64_t bits = mixed(salt, i);
  const bool is_special = salt % 7 == 0 && bits % 3 == 0;
  if constexpr (std::is_same_v<T, bool>) {
    return (bits >> 20) % 2 == 1;
  } else if constexpr (std::is_integral_v<T>) {
    const T edges[] = {std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), T(0), T(-1), T(1),
                       static_cast<T>(std::uint64_t{1} << (8 * sizeof(T) - 2))};
    return is_special ? edges[(bits >> 20) % 6] : static_cast<T>(static_cast<int>((bits >> 20) % 19) - 9);
  } else {
    const T edges[] = {std::numeric_limits<T>::quiet_NaN(),
                       std::numeric_limits<T>::infinity(),
                       static_cast<T>(-std::numeric_limits<T>::infinity()),
                       T(-0.0),
                       T(0.0),
                       std::numeric_limits<T>::max(),
                       std::numeric_limits<T>::denorm_min(),
                       T(16777217.0)};
    return is_special ? edges[(bits >> 20) % 8]
                      : static_cast<T>(static_cast<double>((bits >> 20) % 4001) / 500.0 - 4.0);
  }
}

/// An input of this shape.
template <class T, int R> gf::array<T, R> make(const gf::shape<R> &extents, std::uint64_t salt) {
  gf::array<T, R> result = gf::zeros<T>(extents);
  auto elements = result.host_mut();
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = element<T>(salt, i);
  return result;
}

template <class T> auto bits_of(T value) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else if constexpr (gf::detail::is_half_type<T>)
    return value.bits();
  else
    return value;
}

template <class T> void print_element(T value) {
  if constexpr (std::is_same_v<T, float>)
    value != value ? (void)std::printf(" nan") : (void)std::printf(" %08" PRIx32, std::bit_cast<std::uint32_t>(value));
  else if constexpr (std::is_same_v<T, double>)
    value != value ? (void)std::printf(" nan") : (void)std::printf(" %016" PRIx64, std::bit_cast<std::uint64_t>(value));
  else if constexpr (gf::detail::is_half_type<T>)
    value != value ? (void)std::printf(" nan") : (void)std::printf(" %04x", value.bits());
  else
    std::printf(" %" PRId64, static_cast<std::int64_t>(value));
}

template <class T> constexpr const char *type_name() {
  if constexpr (std::is_same_v<T, float>)
    return "f32";
  else if constexpr (std::is_same_v<T, double>)
    return "f64";
  else
    return gf::name_of(gf::id_of<T>);
}

template <class T, int R> void print(const char *name, const gf::array<T, R> &values) {
  std::printf("%s %s %s", name, type_name<T>(), gf::to_string(values.shape()).c_str());
  constexpr std::size_t most = 500; // of more elements, what they hash to
  std::uint64_t hash = 0;
  std::size_t i = 0;
  for (const T element : values.host())
    if (i++ < most)
      print_element(element);
    else
      hash = mixed(hash, element != element ? 1 : static_cast<std::uint64_t>(bits_of(element)));
  if (i > most)
    std::printf(" ... %016" PRIx64, hash);
  std::printf("\n");
}
/// Real results of two devices may have so many representable numbers between them, the nearer of the two counted in.
template <class T, int R> void print_near(const char *name, const gf::array<T, R> &values, int apart) {
  std::printf("~%d %s %s %s", apart, name, type_name<T>(), gf::to_string(values.shape()).c_str());
  for (const T element : values.host())
    print_element(element);
  std::printf("\n");
}
template <class T, int R> void print(const char *name, const gf::view<T, R> &values) {
  print(name, gf::array<std::remove_const_t<T>, R>(values));
}
template <class T>
  requires std::is_arithmetic_v<T>
void print(const char *name, T value) {
  std::printf("%s %s scalar", name, type_name<T>());
  print_element(value);
  std::printf("\n");
}

/// A host call that the compiler cannot see through: what it is told is printed at once. Throws beyond 1e6.
[[gnu::noinline]] inline void note(double value) {
  print("note", value);
  if (value > 1e6)
    throw std::runtime_error("noted a large value");
}

/// How often functions with effects were called by the program that runs.
inline int calls = 0;
[[gnu::noinline]] inline int next() { return ++calls; }
/// Shows a number before it is used.
[[gnu::noinline]] inline double noted(double value) {
  print("noted", value);
  return value;
}
/// Throws the user's own exception for all but small numbers.
inline double limited(double value) {
  ++calls;
  if (!(value < 2))
    throw std::runtime_error("a large value");
  return value;
}

/// Changes a number through a reference.
template <class T> void halve(T &value) { value *= T(0.5); }

/// Runs `action` and prints -1, or the kind of the array language's error that it threw, or -2 for another exception.
template <class Action> void attempt(const char *name, Action action) {
  int kind = -1;
  try {
    action();
  } catch (const gf::error &error) {
    kind = static_cast<int>(error.kind());
  } catch (const std::exception &) {
    kind = -2;
  }
  print(name, kind);
}

/// Runs a program and says whose output follows, also if it then ends badly. The argument of the whole is the first
/// program to run.
inline void run(int index, void (*program)(), int count, char **arguments) {
  if (count > 1 && index < std::atoi(arguments[1]))
    return;
  std::printf("== %d\n", index);
  std::fflush(stdout);
  calls = 0;
  program();
}

/// How often the guards of regions held and did not: scripts/fuzz-programs adds calls to the emitted text.
inline struct guard_counts {
  long held = 0, failed = 0;
  ~guard_counts() {
    if (held + failed > 0)
      std::fprintf(stderr, "guards %ld held\nguards %ld failed\n", held, failed);
  }
} guards;

} // namespace fuzz

// What the examples share: reading a size from the command line, printing results for comparison, timing, and how an
// error that nobody catches ends a program.
//
// Every example prints its results as one line an array: `name type shape value value ...`, in row-major order and
// with enough digits that reading them back gives the same bits. Of an array above 10,000 elements it prints evenly
// spaced ones, and the sum of all in double as `name.sum`.
#pragma once

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <type_traits>

#include <gpufuse/gpufuse.h>

namespace examples {

/// Prints an error that nobody caught (no GPU, shapes that do not fit) and ends with status 1; the default is an abort.
[[noreturn]] inline void end_with_error() noexcept {
  try {
    if (const std::exception_ptr error = std::current_exception())
      std::rethrow_exception(error);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  } catch (...) {
  }
  std::_Exit(1);
}
inline const std::terminate_handler before_main = std::set_terminate(end_with_error);

/// The first argument as a size, or `otherwise`.
inline std::int64_t size_argument(int argc, char **argv, std::int64_t otherwise) {
  return argc > 1 ? std::strtoll(argv[1], nullptr, 10) : otherwise;
}

template <class T> void print_value(T value) {
  if constexpr (gpufuse::kind_of(gpufuse::id_of<T>) == gpufuse::type_kind::floating && sizeof(T) <= sizeof(float))
    std::printf(" %.9g", static_cast<double>(value));
  else if constexpr (std::is_same_v<T, double>)
    std::printf(" %.17g", value);
  else if constexpr (std::is_unsigned_v<T>)
    std::printf(" %" PRIu64, static_cast<std::uint64_t>(value));
  else
    std::printf(" %" PRId64, static_cast<std::int64_t>(value));
}

/// Prints an array; this reads it back from the device if need be.
template <class T, int R> void report(const std::string &name, const gpufuse::array<T, R> &values) {
  std::string shape;
  for (int d = 0; d < R; ++d)
    shape += (d > 0 ? "x" : "") + std::to_string(values.extent(d));
  std::printf("%s %s %s", name.c_str(), gpufuse::name_of(gpufuse::id_of<T>), R == 0 ? "scalar" : shape.c_str());
  const auto elements = values.host();
  constexpr std::size_t most = 10000;
  const std::size_t step = elements.size() <= most ? 1 : (elements.size() + most - 1) / most;
  for (std::size_t i = 0; i < elements.size(); i += step)
    print_value(elements[i]);
  std::printf("\n");
  if (step == 1)
    return;
  double sum = 0;
  for (const T element : elements)
    sum += static_cast<double>(element);
  std::printf("%s.sum float64 scalar %.17g\n", name.c_str(), sum);
}

/// Prints a number.
template <class T>
  requires std::is_arithmetic_v<T>
void report(const std::string &name, T value) {
  std::printf("%s %s scalar", name.c_str(), gpufuse::name_of(gpufuse::id_of<T>));
  print_value(value);
  std::printf("\n");
}

/// Calls `action` three times and prints the shortest wall time in milliseconds to stderr, device work included.
template <class Action> void report_time(const char *name, Action action) {
  double shortest = 0;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    action();
#ifdef __CUDACC__
    cudaDeviceSynchronize(); // a fused call returns before its kernels have ended
#endif
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    if (run == 0 || elapsed.count() < shortest)
      shortest = elapsed.count();
  }
  std::fprintf(stderr, "%s: %.3f ms\n", name, shortest);
}

} // namespace examples

// The CPU target: included by emitted .cpp files, whose kernels are functions with OpenMP loops.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include <gpufuse/runtime/axes.h>
#include <gpufuse/runtime/common.h>

namespace gpufuse::rt::inline cpu {

/// Loops over fewer elements stay on one thread, where waking a team would cost more than it saves (an estimate).
inline constexpr std::int64_t parallel_threshold = 32768;

struct host_memory {
  static const void *read(storage &node) { return node.host_read(); }
  static void *update(storage &node) { return node.host_update(); }
  static void *write(storage &node) { return node.host_write(); }
  static void finish(storage &node) { node.finish_host_write(); }
};

/// The current elements of `a` on the host: `read(a)` is a pointer to its first, `read(a, space)` is strided over the
/// space of a kernel. They are copied from the other side, and copies of arrays unshared, where need be.
template <typename... A> [[nodiscard]] auto read(const A &...a) { return detail::operands<host_memory>::read(a...); }
/// The same for elements to be changed in place or in part.
template <typename... A> [[nodiscard]] auto update(const A &...a) {
  return detail::operands<host_memory>::update(a...);
}
/// The same for elements to be overwritten, all of them, and read by nobody before that.
template <typename... A> [[nodiscard]] auto write(const A &...a) { return detail::operands<host_memory>::write(a...); }

/// The partials of one reduction of n elements, held until the end of the launch's expression.
template <typename Acc> class workspace {
public:
  explicit workspace(std::int64_t n) : values(new Acc[static_cast<std::size_t>(reduction_blocks(n))]) {}

  [[nodiscard]] operator partials<Acc>() const { return {values.get(), nullptr}; }

private:
  std::unique_ptr<Acc[]> values;
};

/// Where a reduction of `Kind` over `Axes` of a space goes: the array `answers`.
template <typename Kind, int... Axes, typename T, int S, int R>
[[nodiscard]] totals<accumulator_of<T>, T> reduced_rows(const array<T, S> &answers, const shape<R> &) {
  return {cpu::write(answers), nullptr};
}
template <typename Kind, int... Axes, typename T, int S, int R>
[[nodiscard]] totals<accumulator_of<T>, T> reduced_columns(const array<T, S> &answers, const shape<R> &) {
  return {cpu::write(answers), nullptr};
}

/// Calls `kernel`; the arguments convert to its parameters. Nothing for 0 blocks.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), std::int64_t blocks, unsigned, std::size_t, Arguments &&...arguments) {
  if (blocks == 0)
    return;
  kernel(arguments...);
  (detail::finish(arguments), ...);
}

} // namespace gpufuse::rt::inline cpu

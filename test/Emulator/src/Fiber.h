// One thread of a block: a stack of its own, which it leaves where it has to wait.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpufuse::emulator {

/// A stack with the entry point at its bottom. Stacks are kept for later threads.
class fiber {
public:
  /// Begins `entry` at the first `resume`. `entry` must not return: it ends with `finish`.
  void begin(void (*entry)());
  /// Runs it until it waits or finishes; called by the scheduler.
  void resume();
  /// Back to the scheduler; called by the fiber. Returns at the next `resume`.
  void wait();
  /// The same for good.
  [[noreturn]] void finish();

  [[nodiscard]] std::uintptr_t stack_begin() const { return reinterpret_cast<std::uintptr_t>(stack); }
  [[nodiscard]] std::uintptr_t stack_end() const { return stack_begin() + stack_bytes; }

private:
  static constexpr std::size_t stack_bytes = 128 << 10;
  char *stack = nullptr;
  void *top = nullptr; ///< where its stack pointer is while it waits
};

} // namespace gpufuse::emulator

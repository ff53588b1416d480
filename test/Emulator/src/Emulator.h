// What the files of the emulator tell each other: who runs, what memory is whose, and how a defect is reported.
// They are compiled without sanitizers, as they stand beside the program under test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "emulator/builtins.h"

namespace gpufuse::emulator {

/// Counts the stretches between barriers: a new one begins at each launch, block and barrier of a block, so a number
/// says which launch and which block it belongs to.
using phase = std::uint32_t;

/// Who runs, for the checks of an access. All zero while no kernel runs.
struct running {
  bool in_kernel = false; ///< no code of the emulator's own
  bool kernel_runs = false;
  phase now = 0, block_began = 0, launch_began = 0;
  std::uint16_t thread = 0;       ///< its number in the block
  std::uint16_t warp_barrier = 0; ///< how many barriers its warp has passed, modulo
  std::uintptr_t stack_begin = 0, stack_end = 0;
};
extern running current;

/// Held while a kernel waits for the emulator. The two share inline functions of the C++ library, and the linker may
/// have kept the program's, whose accesses are watched.
class own_code {
public:
  own_code() : before(current.in_kernel) { current.in_kernel = false; }
  ~own_code() { current.in_kernel = before; }
  own_code(const own_code &) = delete;
  own_code &operator=(const own_code &) = delete;
  [[nodiscard]] bool called_by_kernel() const { return before; }

private:
  bool before;
};

/// Prints the message with kernel, block and thread and a stack trace, and ends the program with status 70.
[[noreturn]] void report(const std::string &what);
inline constexpr int defect_status = 70;

/// The name of a kernel without its parameters. Slow: it reads debug information.
[[nodiscard]] std::string kernel_name(const void *kernel);

// ---- memory ----

/// Device memory, bytes of which nobody may touch before `hand_out`. Null if there is no more.
void *reserve(std::size_t bytes);
/// Gives it back; it is never handed out again, so that late accesses are found.
void unreserve(void *address);
/// These bytes are in use from now on, and hold what nobody wrote.
void hand_out(void *address, std::size_t bytes);
/// These bytes are not in use, up to the end of what `hand_out` gave.
void take_back(void *address);

/// A copy or fill by the host. Reports bytes that are not in use or, with `reads`, that nobody wrote.
void check_host_access(const void *address, std::size_t bytes, bool reads);
[[nodiscard]] bool is_device(const void *address);

inline constexpr std::size_t most_dynamic_shared = 227 << 10; ///< what a block of an H200 may have

/// All shared memory holds what nobody wrote. Called as each block begins.
void forget_shared(std::size_t dynamic_bytes);

// ---- order between threads of different blocks ----

/// Whether what happened at that time, by that thread, in an earlier block of this launch, is visible to the running
/// thread: a fence and an atomic after it there, an atomic and a fence before now here.
bool ordered_by_atomics(phase then, std::uint16_t thread);

// ---- seeds ----

/// A number below `limit`; always 0 with seed 0.
std::size_t shuffled_choice(std::size_t limit);
bool shuffles();

} // namespace gpufuse::emulator

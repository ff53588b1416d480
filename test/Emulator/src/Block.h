// A block that runs: its threads, what they wait for, and how far they have come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "Emulator.h"
#include "Fiber.h"
#include "emulator/warp.h"

// Constants to kernels.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;

namespace gpufuse::emulator {

struct thread {
  enum class state { ready, at_block_barrier, at_warp_step, finished };

  fiber *on = nullptr; ///< null before it begins and after it ended
  uint3 index{};
  state now = state::ready;
  place where{};          ///< of the barrier or step where it waits
  bool predicate = false; ///< what it brings to a barrier
  warp_step step{};       ///< and to a step of its warp
  unsigned mask = 0;
  unsigned long long mine = 0, result = 0;
  int wanted = 0;
  phase fenced = 0; ///< when it last executed a fence; 0: not yet
};

/// A launch as its kernel sees it.
struct launch {
  const void *kernel;
  void (*how)(const void *kernel, void **arguments);
  void **arguments;
  dim3 grid, block;
  std::size_t shared_bytes;
};

struct block {
  const launch *of = nullptr;
  std::vector<thread> threads;
  std::vector<std::uint16_t> warp_barriers; ///< for each warp, how many it has passed
  std::vector<std::uint16_t> ready;         ///< threads that may run, in order
  std::size_t at_barrier = 0, finished = 0;
  int barrier_result = 0;
  std::uint16_t running = 0;

  [[nodiscard]] thread &self() { return threads[running]; }
  /// Leaves the running thread waiting as `state` says, and returns when it may go on.
  void wait(thread::state state, place where);
};

extern block the_block;

/// Runs all blocks of a launch, one after another, each to its end.
void run(const launch &what);

/// All threads of a block have come to a barrier, or all lanes of a mask to a step: they become ready.
void complete_barrier(place where);
void complete_warp_step(unsigned first, unsigned mask);
/// Reports what keeps the block from going on: nobody is ready, and not all have ended.
[[noreturn]] void report_stuck();

[[nodiscard]] std::string text(place where);
/// "block 3, thread 17", three coordinates where there are more.
[[nodiscard]] std::string text(const uint3 &index, const dim3 &extent);

/// For the order between blocks: a launch begins, and the running thread makes an atomic operation.
void begin_launch();
void note_atomic();

} // namespace gpufuse::emulator

// Which blocks of a launch have made their writes visible to which, by fences and atomics.
//
// A thread releases what it and, before the last barrier, its block did, by a fence and an atomic after it. A block
// acquires what was released so far by an atomic, its other threads by a barrier, and each by a fence after that.
// Addresses of atomics are not told apart, so a block that uses the wrong counter is not found.
#include <algorithm>

#include "Block.h"
#include "History.h"

namespace gpufuse::emulator {

namespace {

struct release {
  phase when;
  std::uint16_t thread;
};

std::vector<release> releases; ///< of this launch, in order of time
std::vector<phase> begun;      ///< when the blocks of this launch began that made a release
phase atomic_of_block = 0;     ///< when this block made its first atomic, and of which thread
std::uint16_t atomic_thread = 0;
phase block_of_atomic = 0;

} // namespace

void begin_launch() {
  current.launch_began = ++current.now;
  releases.clear();
  begun.clear();
  block_of_atomic = 0;
}

void note_atomic() {
  if (block_of_atomic != current.block_began) {
    block_of_atomic = current.block_began;
    atomic_of_block = current.now;
    atomic_thread = current.thread;
    begun.push_back(current.block_began);
  }
  if (the_block.self().fenced != 0)
    releases.push_back({current.now, current.thread});
}

void fence() { the_block.self().fenced = current.now; }

bool ordered_by_atomics(phase then, std::uint16_t thread) {
  const bool has_atomic =
      block_of_atomic == current.block_began && (atomic_of_block < current.now || atomic_thread == current.thread);
  if (!has_atomic || the_block.self().fenced < atomic_of_block)
    return false;
  if (then >= current.block_began) // another block did it too, and nobody knows when
    return true;
  const auto next_block = std::upper_bound(begun.begin(), begun.end(), then);
  const phase end = next_block == begun.end() ? current.block_began : *next_block;
  const auto later = std::lower_bound(releases.begin(), releases.end(), then,
                                      [](const release &r, phase when) { return r.when < when; });
  for (auto r = later; r != releases.end() && r->when < end; ++r)
    if (r->when > then || r->thread == thread)
      return true;
  return false;
}

} // namespace gpufuse::emulator

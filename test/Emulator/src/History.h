// Who read and wrote a byte last, and whether an access races with that.
#pragma once

#include <cstdint>
#include <optional>

#include "Emulator.h"

namespace gpufuse::emulator {

enum class access { read, write, atomic };

/// One access of the past, or several reads that nothing has come between.
struct event {
  phase when = 0; ///< 0: none
  std::uint16_t thread = 0;
  std::uint16_t warp_barrier : 12 = 0;
  std::uint16_t is_atomic : 1 = 0;
  std::uint16_t of_warp : 1 = 0;   ///< several threads of the warp of `thread`
  std::uint16_t of_block : 1 = 0;  ///< several threads of the block
  std::uint16_t of_blocks : 1 = 0; ///< an earlier block of the same launch read it too
};

struct history {
  event write, read;
};

struct conflict {
  unsigned thread;
  bool same_block;
};

/// Whether `past` and an access now are unordered. Exact within a block. Between blocks of a launch any fenced atomic
/// orders, whatever its address.
inline std::optional<conflict> races_with(const event &past, const running &now) {
  if (past.when == 0 || past.when < now.launch_began)
    return {};
  if (past.when < now.block_began || past.of_blocks) {
    if (past.is_atomic || ordered_by_atomics(past.when, past.thread))
      return {};
    return conflict{past.thread, false};
  }
  if (past.when < now.now)
    return {};
  const bool same_warp = past.thread / 32 == now.thread / 32;
  if (!past.of_block && same_warp && past.warp_barrier != now.warp_barrier)
    return {};
  if (past.thread == now.thread && !past.of_warp && !past.of_block)
    return {};
  return conflict{past.thread, true};
}

/// Adds a read to those known.
inline void note_read(event &reads, const running &now) {
  event mine{now.now, now.thread, now.warp_barrier};
  if (reads.when >= now.launch_began && reads.when != 0) {
    mine.of_blocks = reads.of_blocks || reads.when < now.block_began;
    if (reads.when == now.now) {
      const bool same_warp = reads.thread / 32 == now.thread / 32;
      mine.of_block = reads.of_block || !same_warp;
      mine.of_warp = reads.of_warp || reads.thread != now.thread;
    }
  }
  reads = mine;
}

/// Adds an access to what is known, or says with whom it races.
inline std::optional<conflict> note(history &past, access how, const running &now) {
  if (how == access::read) {
    if (auto found = races_with(past.write, now))
      return found;
    note_read(past.read, now);
    return {};
  }
  const bool atomic = how == access::atomic;
  if (!(atomic && past.write.is_atomic))
    if (auto found = races_with(past.write, now))
      return found;
  if (auto found = races_with(past.read, now))
    return found;
  past.write = {now.now, now.thread, now.warp_barrier, atomic};
  past.read = {};
  return {};
}

} // namespace gpufuse::emulator

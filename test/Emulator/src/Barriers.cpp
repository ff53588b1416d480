// How waiting threads become ready again, and what is said of those that never can.
#include <algorithm>
#include <cstring>

#include "Block.h"

namespace gpufuse::emulator {

namespace {

bool same(place a, place b) { return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0); }

std::string name_of(const thread &t) { return "thread " + text(t.index, blockDim); }

/// The lanes of the running thread's warp begin at this thread of the block.
unsigned first_of_warp() { return the_block.running / 32u * 32u; }

bool waits_here(const thread &t, place where, warp_step step, unsigned mask) {
  return t.now == thread::state::at_warp_step && t.step == step && t.mask == mask && same(t.where, where);
}

/// What a thread does that others wait for.
std::string whereabouts(const thread &t) {
  switch (t.now) {
  case thread::state::finished:
    return name_of(t) + " has ended";
  case thread::state::at_block_barrier:
    return name_of(t) + " waits at the barrier in " + text(t.where);
  case thread::state::at_warp_step:
    return name_of(t) + " waits for its warp in " + text(t.where);
  default:
    return name_of(t) + " runs";
  }
}

} // namespace

std::string text(place where) {
  const char *slash = std::strrchr(where.file, '/');
  return std::string(slash != nullptr ? slash + 1 : where.file) + ":" + std::to_string(where.line);
}

std::string text(const uint3 &index, const dim3 &extent) {
  std::string words = std::to_string(index.x);
  if (extent.y * extent.z > 1)
    words = "(" + words + ", " + std::to_string(index.y) + ", " + std::to_string(index.z) + ")";
  return words;
}

void complete_barrier(place where) {
  block &b = the_block;
  b.barrier_result = 0;
  for (std::size_t i = 0; i < b.threads.size(); ++i) {
    thread &t = b.threads[i];
    b.barrier_result += t.predicate;
    if (i != b.running && !same(t.where, where))
      report("barrier divergence: " + name_of(b.self()) + " is at the barrier in " + text(where) + ", and " +
             whereabouts(t));
    t.now = thread::state::ready;
    b.ready.push_back(static_cast<std::uint16_t>(i));
  }
  b.at_barrier = 0;
  ++current.now;
}

unsigned long long meet_warp(place where, warp_step step, unsigned mask, unsigned long long mine, int wanted) {
  const own_code meeting;
  block &b = the_block;
  thread &self = b.self();
  const unsigned first = first_of_warp();
  if ((mask >> lane() & 1) == 0)
    report("the mask in " + text(where) + " does not name the thread itself");
  self.step = step;
  self.mask = mask;
  self.mine = mine;
  self.wanted = wanted;
  // From the last lane: in the natural order it is the last to come.
  for (unsigned l = 32; l-- > 0;) {
    if ((mask >> l & 1) == 0)
      continue;
    // A barrier of a warp may name lanes that the block does not have: 0xffffffff is its default.
    if (first + l >= b.threads.size()) {
      if (step == warp_step::barrier)
        continue;
      report("the mask in " + text(where) + " names lane " + std::to_string(l) + ", which the block does not have");
    }
    if (first + l != b.running && !waits_here(b.threads[first + l], where, step, mask)) {
      b.wait(thread::state::at_warp_step, where);
      return self.result;
    }
  }
  complete_warp_step(first, mask);
  return self.result;
}

void complete_warp_step(unsigned first, unsigned mask) {
  block &b = the_block;
  const thread &self = b.self();
  unsigned long long ballot = 0;
  for (unsigned l = 0; l < 32 && first + l < b.threads.size(); ++l)
    ballot |= (mask >> l & 1) != 0 && b.threads[first + l].mine != 0 ? 1ull << l : 0;
  if (self.step == warp_step::barrier) {
    std::uint16_t &passed = b.warp_barriers[first / 32];
    passed = current.warp_barrier = (passed + 1) % 4096;
  }
  for (unsigned l = 0; l < 32 && first + l < b.threads.size(); ++l) {
    if ((mask >> l & 1) == 0)
      continue;
    thread &t = b.threads[first + l];
    if (t.step == warp_step::shuffle) {
      if ((mask >> t.wanted & 1) == 0)
        report("the shuffle of " + name_of(t) + " reads lane " + std::to_string(t.wanted) +
               ", which the mask does not name");
      t.result = b.threads[first + t.wanted].mine;
    } else {
      t.result = ballot;
    }
    if (first + l == b.running)
      continue;
    t.now = thread::state::ready;
    b.ready.push_back(static_cast<std::uint16_t>(first + l));
  }
}

void report_stuck() {
  block &b = the_block;
  // A step of a warp first: it names whom it waits for.
  for (std::size_t i = 0; i < b.threads.size(); ++i) {
    const thread &t = b.threads[i];
    if (t.now != thread::state::at_warp_step)
      continue;
    b.running = static_cast<std::uint16_t>(i);
    const unsigned first = first_of_warp();
    for (unsigned l = 0; l < 32 && first + l < b.threads.size(); ++l) {
      const thread &other = b.threads[first + l];
      if ((t.mask >> l & 1) != 0 && !waits_here(other, t.where, t.step, t.mask))
        report("the mask in " + text(t.where) + " names a thread that does not arrive: " + whereabouts(other));
    }
  }
  for (const thread &t : b.threads)
    if (t.now == thread::state::at_block_barrier)
      for (const thread &other : b.threads)
        if (other.now != thread::state::at_block_barrier) {
          b.running = static_cast<std::uint16_t>(&t - b.threads.data());
          report("barrier divergence: " + whereabouts(t) + ", and " + whereabouts(other));
        }
  report("no thread can go on");
}

int lane() { return the_block.running % 32; }

} // namespace gpufuse::emulator

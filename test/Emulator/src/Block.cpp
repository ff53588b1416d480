// The order in which blocks and threads run, natural or shuffled, and barriers of a block.
#include "Block.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

#include "History.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

long long clock64() {
  static long long cycles = 0;
  return cycles += 1000;
}

namespace gpufuse::emulator {

block the_block;

namespace {

unsigned long seed() {
  static const unsigned long value = [] {
    const char *text = std::getenv("GPUFUSE_EMULATOR_SEED");
    return text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  }();
  return value;
}

std::vector<fiber *> resting_fibers;

fiber *take_fiber() {
  if (resting_fibers.empty())
    return new fiber;
  fiber *taken = resting_fibers.back();
  resting_fibers.pop_back();
  return taken;
}

void run_thread() {
  const launch &of = *the_block.of;
  current.in_kernel = true;
  of.how(of.kernel, of.arguments);
  current.in_kernel = false;
  thread &self = the_block.self();
  self.now = thread::state::finished;
  self.on->finish();
}

uint3 coordinates(unsigned number, const dim3 &extent) {
  return {number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y};
}

void resume(std::uint16_t number) {
  block &b = the_block;
  b.running = number;
  thread &t = b.threads[number];
  if (t.on == nullptr) {
    t.on = take_fiber();
    t.on->begin(run_thread);
  }
  threadIdx = t.index;
  current.thread = number;
  current.warp_barrier = b.warp_barriers[number / 32];
  current.stack_begin = t.on->stack_begin();
  current.stack_end = t.on->stack_end();
  t.on->resume();
  current.in_kernel = false;
  if (t.now == thread::state::finished) {
    ++b.finished;
    resting_fibers.push_back(std::exchange(t.on, nullptr));
  }
}

void run_block(const launch &of, unsigned number) {
  block &b = the_block;
  blockIdx = coordinates(number, of.grid);
  current.block_began = ++current.now;
  forget_shared(of.shared_bytes);
  const unsigned count = of.block.x * of.block.y * of.block.z;
  b.of = &of;
  b.threads.assign(count, {});
  for (unsigned i = 0; i < count; ++i)
    b.threads[i].index = coordinates(i, of.block);
  b.warp_barriers.assign((count + 31) / 32, 0);
  b.ready.resize(count);
  std::iota(b.ready.begin(), b.ready.end(), std::uint16_t{0});
  b.at_barrier = b.finished = 0;
  while (b.finished < count) {
    if (b.ready.empty())
      report_stuck();
    std::vector<std::uint16_t> round;
    round.swap(b.ready);
    for (std::size_t next = 0; next < round.size(); ++next) {
      std::swap(round[next], round[next + shuffled_choice(round.size() - next)]);
      resume(round[next]);
    }
  }
}

} // namespace

bool shuffles() { return seed() != 0; }

std::size_t shuffled_choice(std::size_t limit) {
  static std::mt19937_64 numbers(seed());
  return shuffles() ? numbers() % limit : 0;
}

void run(const launch &what) {
  blockDim = what.block;
  gridDim = what.grid;
  begin_launch();
  current.kernel_runs = true;
  const unsigned count = what.grid.x * what.grid.y * what.grid.z;
  std::vector<unsigned> order(shuffles() ? count : 0);
  std::iota(order.begin(), order.end(), 0u);
  for (unsigned next = 0; next < count; ++next) {
    if (shuffles())
      std::swap(order[next], order[next + shuffled_choice(count - next)]);
    run_block(what, shuffles() ? order[next] : next);
  }
  current.kernel_runs = false;
}

void block::wait(thread::state state, place where) {
  thread &t = self();
  t.now = state;
  t.where = where;
  t.on->wait();
}

int meet_block(place where, vote how, bool predicate) {
  const own_code meeting;
  block &b = the_block;
  b.self().predicate = predicate;
  auto next = thread::state::at_block_barrier;
  if (++b.at_barrier == b.threads.size()) {
    complete_barrier(where);
    next = thread::state::ready; // this thread too, when its turn comes
  }
  b.wait(next, where);
  const int count = b.barrier_result;
  switch (how) {
  case vote::all:
    return count == static_cast<int>(b.threads.size());
  case vote::any:
    return count != 0;
  default:
    return count;
  }
}

} // namespace gpufuse::emulator

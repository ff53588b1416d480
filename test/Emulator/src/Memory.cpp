// Device and shared memory, with a state and a history for each byte, and the checks of every access.
//
// clang's AddressSanitizer calls gpufuse_emulator_load4 and its like before each access of the program (see `compile`).
// What lies in device or shared memory is judged here; the rest is AddressSanitizer's.
#include "Block.h"
#include "History.h"
#include "emulator/atomics.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

extern "C" char __executable_start, _end;
extern "C" char gpufuse_emulator_shared_begin, gpufuse_emulator_shared_end;

namespace gpufuse::emulator {

running current;

namespace {

/// What nobody wrote reads as these bytes: as float -2.7e38, as an integer far out of any range.
constexpr int filling = 0xfe;
enum state : std::uint8_t { unused, unwritten, written };

/// A range of addresses whose bytes have states and histories.
struct region {
  const char *name;
  std::uintptr_t begin = 0, end = 0;
  std::uint8_t *states = nullptr;
  history *histories = nullptr;

  [[nodiscard]] bool contains(std::uintptr_t at) const { return at - begin < end - begin; }
};

constexpr std::size_t device_bytes = std::size_t{8} << 30;
region device{"device memory"}, shared{"shared memory"}, dynamic{"dynamic shared memory"};

std::map<std::uintptr_t, std::size_t> reservations; ///< address -> bytes
std::map<std::uintptr_t, std::size_t> handed_out;
std::uintptr_t next_free = 0;
std::vector<std::uint8_t> fresh_shared; ///< the states of shared memory as a block begins

/// Pages that cost nothing until they are touched.
void *map_pages(std::size_t bytes) {
  void *pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages != MAP_FAILED)
    return pages;
  std::perror("gpufuse emulator: mmap");
  std::_Exit(71);
}

void give_memory(region &r, void *begin, std::size_t bytes) {
  r.states = static_cast<std::uint8_t *>(map_pages(bytes));
  r.histories = static_cast<history *>(map_pages(bytes * sizeof(history)));
  r.begin = reinterpret_cast<std::uintptr_t>(begin);
  r.end = r.begin + bytes;
}

void prepare_device() {
  if (device.begin != 0)
    return;
  give_memory(device, map_pages(device_bytes), device_bytes);
  next_free = device.begin + 4096; // so that what lies before the first array is device memory too
}

void prepare_shared() {
  if (shared.begin != 0)
    return;
  char *begin = &gpufuse_emulator_shared_begin;
  give_memory(shared, begin, static_cast<std::size_t>(&gpufuse_emulator_shared_end - begin));
  // What lies between variables, red zones included, is not in use.
  for (std::uintptr_t at = shared.begin; at < shared.end; ++at)
    fresh_shared.push_back(__asan_address_is_poisoned(reinterpret_cast<void *>(at)) != 0 ? unused : unwritten);
  give_memory(dynamic, map_pages(most_dynamic_shared), most_dynamic_shared);
}

/// memset, unseen by AddressSanitizer: it runs over red zones.
void fill(std::uintptr_t begin, std::size_t bytes) {
  void *to = reinterpret_cast<void *>(begin);
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(filling) : "memory");
}

std::string bytes_text(std::size_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

/// " 12 bytes past the 160 that ...": where in which allocation an address of the device lies.
std::string where_on_device(std::uintptr_t at) {
  auto after = handed_out.upper_bound(at);
  if (after == handed_out.begin())
    return "";
  const auto [begin, bytes] = *std::prev(after);
  if (at < begin + bytes)
    return ", at byte " + std::to_string(at - begin) + " of an array of " + bytes_text(bytes);
  return ", " + bytes_text(at - begin - bytes) + " past the end of an array of " + bytes_text(bytes);
}

std::string describe(const region &r, std::uintptr_t at, std::size_t bytes, access how) {
  std::string text = how == access::write ? "writes " : how == access::read ? "reads " : "changes atomically ";
  text += bytes_text(bytes) + " of " + r.name;
  return &r == &device ? text + where_on_device(at) : text;
}

void check_states(region &r, std::uintptr_t at, std::size_t bytes, access how) {
  std::uint8_t *states = r.states + (at - r.begin);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (at + i >= r.end || states[i] == unused)
      report(describe(r, at + i, bytes, how) + ", which is out of bounds");
    if (how != access::write && states[i] == unwritten)
      report(describe(r, at + i, bytes, how) + ", which nobody wrote");
    states[i] = how == access::read ? states[i] : written;
  }
}

void check_order(region &r, std::uintptr_t at, std::size_t bytes, access how) {
  history *past = r.histories + (at - r.begin);
  running now = current;
  if (&r != &device) // every block has shared memory of its own
    now.launch_began = now.block_began;
  for (std::size_t i = 0; i < bytes; ++i) {
    const auto other = note(past[i], how, now);
    if (!other)
      continue;
    // Of several readers only the last is known, and that may be the thread itself.
    const bool unknown = other->same_block && other->thread == current.thread;
    report(describe(r, at + i, bytes, how) + ": a race with " +
           (unknown ? "another thread" : "thread " + std::to_string(other->thread)) + " of " +
           (other->same_block ? "the same block, with no barrier between"
                              : "another block, with nothing that orders them"));
  }
}

/// The program's own memory, seen from a kernel: its stack and constants of the program are the device's too.
void check_foreign(std::uintptr_t at, std::size_t bytes, bool writes) {
  if (at - current.stack_begin < current.stack_end - current.stack_begin)
    return;
  const auto image = reinterpret_cast<std::uintptr_t>(&__executable_start);
  if (!writes && at - image < reinterpret_cast<std::uintptr_t>(&_end) - image)
    return;
  report(std::string(writes ? "writes " : "reads ") + bytes_text(bytes) + " of host memory");
}

region *region_of(std::uintptr_t at) {
  for (region *r : {&device, &shared, &dynamic})
    if (r->contains(at))
      return r;
  return nullptr;
}

bool between_variables(std::uintptr_t at, std::size_t bytes) {
  const std::size_t first = at - shared.begin;
  return at + bytes > shared.end || std::memchr(shared.states + first, unused, bytes) != nullptr;
}

/// Whether AddressSanitizer is still to be asked.
bool check(std::uintptr_t at, std::size_t bytes, access how) {
  if (bytes == 0)
    return false;
  const own_code judging;
  region *r = region_of(at);
  if (r == nullptr) {
    if (judging.called_by_kernel())
      check_foreign(at, bytes, how != access::read);
    return true;
  }
  if (!judging.called_by_kernel())
    report("host code " + describe(*r, at, bytes, how));
  if (r == &shared && between_variables(at, bytes))
    return true; // AddressSanitizer says which
  check_states(*r, at, bytes, how);
  check_order(*r, at, bytes, how);
  return false;
}

} // namespace

void *reserve(std::size_t bytes) {
  prepare_device();
  const std::size_t whole = (bytes + 4095) / 4096 * 4096 + 4096; // and a page between
  if (bytes > device_bytes || whole > device.end - next_free)
    return nullptr;
  void *address = reinterpret_cast<void *>(next_free);
  reservations[next_free] = bytes;
  next_free += whole;
  return address;
}

void unreserve(void *address) {
  const auto found = reservations.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == reservations.end())
    report("frees an address that was not allocated");
  const auto [begin, bytes] = *found;
  std::memset(device.states + (begin - device.begin), unused, bytes);
  madvise(address, bytes, MADV_DONTNEED);
  reservations.erase(found);
}

void hand_out(void *address, std::size_t bytes) {
  take_back(address); // cudaMalloc gave it all; the pool hands out a part
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  std::memset(address, filling, bytes);
  std::memset(device.states + (begin - device.begin), unwritten, bytes);
  std::memset(static_cast<void *>(device.histories + (begin - device.begin)), 0, bytes * sizeof(history));
  handed_out[begin] = bytes;
}

void take_back(void *address) {
  const auto found = handed_out.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == handed_out.end())
    return;
  std::memset(device.states + (found->first - device.begin), unused, found->second);
}

bool is_device(const void *address) { return device.contains(reinterpret_cast<std::uintptr_t>(address)); }

void check_host_access(const void *address, std::size_t bytes, bool reads) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!device.contains(at))
    report("a copy between host and device is given " + std::string(reads ? "a source" : "a destination") +
           " that is not device memory");
  check_states(device, at, bytes, reads ? access::read : access::write);
}

void forget_shared(std::size_t dynamic_bytes) {
  prepare_shared();
  const std::size_t bytes = shared.end - shared.begin;
  fill(shared.begin, bytes);
  std::memcpy(shared.states, fresh_shared.data(), bytes);
  std::memset(dynamic.states, unused, most_dynamic_shared);
  std::memset(dynamic.states, unwritten, dynamic_bytes);
  fill(dynamic.begin, dynamic_bytes);
}

void *dynamic_shared() { return reinterpret_cast<void *>(dynamic.begin); }

void atomic_access(void *address, unsigned long bytes) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (at % bytes != 0) // the access itself is not watched
    report("changes a misaligned address atomically");
  check(at, bytes, access::atomic);
  const own_code counting;
  note_atomic();
}

} // namespace gpufuse::emulator

// ---- what instrumented code calls ----

using gpufuse::emulator::access;
using gpufuse::emulator::check;

extern "C" {
#define GPUFUSE_EMULATOR_ACCESS(bytes)                                                                                 \
  void __asan_load##bytes(std::uintptr_t);                                                                             \
  void __asan_store##bytes(std::uintptr_t);                                                                            \
  void gpufuse_emulator_load##bytes(std::uintptr_t at) {                                                               \
    if (check(at, bytes, access::read))                                                                                \
      __asan_load##bytes(at);                                                                                          \
  }                                                                                                                    \
  void gpufuse_emulator_store##bytes(std::uintptr_t at) {                                                              \
    if (check(at, bytes, access::write))                                                                               \
      __asan_store##bytes(at);                                                                                         \
  }
GPUFUSE_EMULATOR_ACCESS(1)
GPUFUSE_EMULATOR_ACCESS(2)
GPUFUSE_EMULATOR_ACCESS(4)
GPUFUSE_EMULATOR_ACCESS(8)
GPUFUSE_EMULATOR_ACCESS(16)

void __asan_loadN(std::uintptr_t, std::size_t);
void __asan_storeN(std::uintptr_t, std::size_t);
void gpufuse_emulator_loadN(std::uintptr_t at, std::size_t bytes) {
  if (check(at, bytes, access::read))
    __asan_loadN(at, bytes);
}
void gpufuse_emulator_storeN(std::uintptr_t at, std::size_t bytes) {
  if (check(at, bytes, access::write))
    __asan_storeN(at, bytes);
}

void *gpufuse_emulator_memcpy(void *to, const void *from, std::size_t bytes) {
  gpufuse_emulator_loadN(reinterpret_cast<std::uintptr_t>(from), bytes);
  gpufuse_emulator_storeN(reinterpret_cast<std::uintptr_t>(to), bytes);
  return std::memmove(to, from, bytes);
}
void *gpufuse_emulator_memmove(void *to, const void *from, std::size_t bytes) {
  return gpufuse_emulator_memcpy(to, from, bytes);
}
void *gpufuse_emulator_memset(void *to, int value, std::size_t bytes) {
  gpufuse_emulator_storeN(reinterpret_cast<std::uintptr_t>(to), bytes);
  return std::memset(to, value, bytes);
}
}

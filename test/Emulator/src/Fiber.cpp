// Switching stacks, in a way that AddressSanitizer follows.
#include "Fiber.h"

#include <sanitizer/common_interface_defs.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#if !defined(__x86_64__)
#error "the emulator switches stacks on x86-64 only; another processor needs its own gpufuse_emulator_switch"
#endif

// Saves what a call must keep, exchanges the stack pointers, and goes on where the other stack left off. A switch of
// the C library's ucontext would make two system calls each time.
extern "C" void gpufuse_emulator_switch(void **from, void *to);
asm(R"(
.text
.globl gpufuse_emulator_switch
.type gpufuse_emulator_switch, @function
gpufuse_emulator_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size gpufuse_emulator_switch, .-gpufuse_emulator_switch
)");

namespace gpufuse::emulator {

namespace {

constexpr std::size_t saved_registers = 6;

/// The scheduler's own stack.
struct {
  void *top = nullptr;
  const void *bottom = nullptr;
  std::size_t bytes = 0;
} host;

void (*entry_of_next)() = nullptr;

/// The first code on a new stack.
void enter() {
  __sanitizer_finish_switch_fiber(nullptr, &host.bottom, &host.bytes);
  entry_of_next();
}

} // namespace

void fiber::begin(void (*entry)()) {
  if (stack == nullptr) {
    // A page that may not be touched ends the stack.
    constexpr std::size_t guard = 4096;
    void *pages = mmap(nullptr, stack_bytes + guard, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages, guard, PROT_NONE) != 0) {
      std::perror("gpufuse emulator: the stack of a thread");
      std::_Exit(71);
    }
    stack = static_cast<char *>(pages) + guard;
  }
  entry_of_next = entry;
  // As if `enter` had been called: the return address lies 8 bytes below a multiple of 16.
  void **frame = reinterpret_cast<void **>(stack + stack_bytes) - 2;
  *frame = reinterpret_cast<void *>(enter);
  for (std::size_t i = 0; i < saved_registers; ++i)
    *--frame = nullptr;
  top = frame;
}

void fiber::resume() {
  void *kept = nullptr;
  __sanitizer_start_switch_fiber(&kept, stack, stack_bytes);
  gpufuse_emulator_switch(&host.top, top);
  __sanitizer_finish_switch_fiber(kept, nullptr, nullptr);
}

void fiber::wait() {
  void *kept = nullptr;
  __sanitizer_start_switch_fiber(&kept, host.bottom, host.bytes);
  gpufuse_emulator_switch(&top, host.top);
  __sanitizer_finish_switch_fiber(kept, &host.bottom, &host.bytes);
}

void fiber::finish() {
  __sanitizer_start_switch_fiber(nullptr, host.bottom, host.bytes);
  gpufuse_emulator_switch(&top, host.top);
  __builtin_unreachable();
}

} // namespace gpufuse::emulator

// How a defect ends the program: with kernel, block, thread and a stack trace, and status 70.
#include <sanitizer/common_interface_defs.h>

#include <cstdio>
#include <cstdlib>

#include "Block.h"

namespace gpufuse::emulator {

namespace {

std::string place_in_grid() {
  if (!current.kernel_runs)
    return "";
  return "kernel '" + kernel_name(the_block.of->kernel) + "', block " + text(blockIdx, gridDim) + ", thread " +
         text(the_block.self().index, blockDim) + ": ";
}

/// The sanitizers' own reports do not know of kernels.
void say_where() {
  const own_code reporting;
  if (current.kernel_runs)
    std::fprintf(stderr, "gpufuse emulator: in %sreported above\n", place_in_grid().c_str());
  std::fflush(nullptr);
}

[[maybe_unused]] const bool installed = [] {
  __sanitizer_set_death_callback(say_where);
  return true;
}();

} // namespace

std::string kernel_name(const void *kernel) {
  char name[512] = "";
  // It takes return addresses, and looks up what lies before.
  void *after = static_cast<char *>(const_cast<void *>(kernel)) + 1;
  __sanitizer_symbolize_pc(after, "%f", name, sizeof(name));
  const std::string text = name;
  return text.substr(0, text.find('('));
}

void report(const std::string &what) {
  std::fflush(nullptr);
  std::fprintf(stderr, "gpufuse emulator: %s%s\n", place_in_grid().c_str(), what.c_str());
  if (current.kernel_runs)
    __sanitizer_print_stack_trace();
  std::_Exit(defect_status);
}

} // namespace gpufuse::emulator

extern "C" {
const char *__asan_default_options() {
  return "exitcode=70:detect_leaks=0:detect_stack_use_after_return=0:handle_abort=0";
}
const char *__ubsan_default_options() { return "print_stacktrace=1:halt_on_error=1:exitcode=70"; }
}

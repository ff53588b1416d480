// The text of internal faults, and the handler that prints it after a crash.
#include "Driver/InternalFault.h"

#include "Driver/Compilation.h"

#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

#include <csignal>
#include <unistd.h>

namespace gpufuse {

static std::string faultText(llvm::StringRef input, llvm::StringRef what) {
  return fmt::format("gpufuse: internal fault: {}\n"
                     "gpufuse: '{}' is unchanged and nothing was written; please report this with the input "
                     "and the command line\n",
                     what.str(), input.str());
}

int reportInternalFault(llvm::StringRef input, llvm::StringRef what) {
  llvm::errs() << faultText(input, what);
  return kInternalFault;
}

/// Made beforehand, as a signal handler may not allocate; never destroyed, as a crash may come after main.
static const std::string *crashText;

static void reportCrash(void *) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, crashText->data(), crashText->size());
  ::_exit(kInternalFault);
}

void reportCrashesOf(llvm::StringRef input) {
  crashText = new std::string(faultText(input, "it crashed"));
  llvm::sys::AddSignalHandler(reportCrash, nullptr);
  std::signal(SIGXFSZ, SIG_IGN); // beyond the user's limit of a file's size a write fails, which is no fault of ours
}

} // namespace gpufuse

// What the user reads when gpufuse itself is at fault, also when it crashes.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace gpufuse {

/// Says that gpufuse failed on `input`, how, and what to do. Returns the exit code of internal faults.
[[nodiscard]] int reportInternalFault(llvm::StringRef input, llvm::StringRef what);

/// From here on a crash (a signal, an assert, LLVM giving up) is reported like any internal fault, and has its exit
/// code.
void reportCrashesOf(llvm::StringRef input);

} // namespace gpufuse

// One replacement in the user's file: what the printers hand to the splicer.
#pragma once

#include <cstdint>
#include <string>

namespace gpufuse {

/// Replaces bytes [begin, end) of the main file; begin == end inserts.
struct Edit {
  /// Whose line numbers the text has, for the compiler's messages.
  enum class Lines {
    inherited, ///< generated host code: whatever the surroundings have
    user,      ///< the user's statement in other words: its own line
    output,    ///< file-scope kernels: the emitted file's
  };

  int64_t begin = 0, end = 0;
  std::string text;
  Lines lines = Lines::inherited;
};

} // namespace gpufuse

// Puts the printed text into the user's file, so that the rest of it, and its line numbers, stay as they were.
#pragma once

#include "Output/Edit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace gpufuse {

/// What the emitted file says about itself, and where it stands.
struct OutputOptions {
  std::string inputPath;      ///< of the user's file, as `#line` shall name it
  std::string outputPath;     ///< "-" for stdout: quoted includes then stay as if written beside the input
  std::string toolVersion;    ///< such as "0.1.0"
  std::string buildCommand;   ///< how to build the file: compiler and flags, for the header comment
  std::string runtimeInclude; ///< "gpufuse/runtime/cuda.h" or "gpufuse/runtime/cpu.h"
  bool fastMath = false;      ///< recorded in the header comment
  bool fpContract = false;    ///< false: the CPU output turns contraction off by pragma
  bool isCpu = false;         ///< whether those pragmas are needed
};

/// The emitted file. `edits` may be in any order; they do not overlap, and insertions at one place keep theirs.
[[nodiscard]] std::string spliceSource(llvm::StringRef text, llvm::ArrayRef<Edit> edits, const OutputOptions &options);

/// `text[begin, end)` with `edits` applied, and a plain `#line N` wherever user text would otherwise not have its
/// own line. For text that is itself to be part of an edit.
[[nodiscard]] std::string spliceRange(llvm::StringRef text, int64_t begin, int64_t end, llvm::ArrayRef<Edit> edits);

} // namespace gpufuse

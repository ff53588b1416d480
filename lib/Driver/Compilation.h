// One compilation, from options to files written: parse, lift, passes, print, splice.
#pragma once

#include "CodeGen/EmitOptions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gpufuse {

/// What to write.
enum class Emit {
  source,  ///< the fused .cu or .cpp
  ir,      ///< gf IR as lifted
  regions, ///< gf IR after gf-form-regions
  kernels, ///< the kernels and their host code alone
};

struct CompilationOptions {
  std::string input;
  std::string output; ///< empty: the input's name with .cu or .fused.cpp in the working directory; "-": stdout
  Target target = Target::cuda;
  Emit emit = Emit::source;
  bool fastMath = false, fpContract = false;
  bool noFuse = false;
  int64_t fuseLimit = -1;                  ///< -1: no limit
  bool explain = false;                    ///< to stderr, so that stdout stays the program
  std::string reportPath;                  ///< JSON; empty: none
  bool writeDependencies = false;          ///< -MD
  std::string dependencyPath;              ///< -MF; empty: the output's name with .d
  std::string compileCommandsDir;          ///< -p
  std::vector<std::string> clangArguments; ///< in the user's order
  bool compile = false;                    ///< run nvcc or the host compiler on the result
};

/// Exit codes of the tool.
enum ExitCode { kWritten = 0, kInputHasErrors = 1, kUsage = 2, kInternalFault = 3 };

/// Runs it. Diagnostics go to stderr. Nothing is written unless everything went well.
[[nodiscard]] int runCompilation(const CompilationOptions &options);

} // namespace gpufuse

// Runs nvcc or the host compiler on emitted code (`--compile`), and knows the flags such code needs.
#pragma once

#include "Driver/Compilation.h"

namespace gpufuse {

/// Whether one of these files is a header whose functions a library computes, so that a CUDA program links it.
[[nodiscard]] bool usesLibrary(const std::vector<std::string> &files);

/// The command that builds `source` into an object (output ends in .o) or a program, one word an element.
/// Include and library folders are found beside the tool, in an install tree as in a build tree.
[[nodiscard]] std::vector<std::string> buildCommand(const CompilationOptions &options, const std::string &source,
                                                    const std::string &output, bool usesLibrary);

/// The flags a user has to pass, as text for the header comment of the emitted file.
[[nodiscard]] std::string flagsForPeople(const CompilationOptions &options, bool usesLibrary);

/// Runs `command`; says what is missing when it cannot be started. Returns the exit code of the tool.
[[nodiscard]] int runBuildCommand(const std::vector<std::string> &command);

} // namespace gpufuse

// Decides with which arguments Clang parses the user's file, for liftFile.
#pragma once

#include "Frontend/Frontend.h"
#include "Frontend/Reporter.h"

#include "llvm/Support/Error.h"

namespace gpufuse {

/// The whole command line, `clang++ ... main.cpp`: our resource directory and include directories first, then those
/// of the compilation database, then the user's.
[[nodiscard]] llvm::Expected<std::vector<std::string>> clangCommandLine(const FrontendOptions &options);

/// Whether the file's name says that it holds C++.
[[nodiscard]] bool isCppFileName(llvm::StringRef file);

} // namespace gpufuse

// Turns a user's C++ file into a module of the gf dialect. The only header of this folder that others include.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace gpufuse {

struct FrontendOptions {
  std::string mainFile;                    ///< as the user gave it
  std::vector<std::string> clangArguments; ///< -I, -D, -std=..., after our own
  std::string compileCommandsDir;          ///< -p DIR, or empty
};

struct LiftedFile {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< null when the input has errors
  std::string text;                         ///< the main file's bytes, which all offsets refer to
  std::vector<std::string> dependencies;    ///< every file read, for -MD
  unsigned numErrors = 0, numWarnings = 0;
};

/// Parses one C++ file and lifts the array statements of its annotated functions, as described in
/// docs/intermediate-representation.md. Diagnostics go to stderr, Clang-style. Not for two threads at once.
[[nodiscard]] LiftedFile liftFile(mlir::MLIRContext &context, const FrontendOptions &options);

} // namespace gpufuse

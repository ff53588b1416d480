// Flags and folders for building emitted code.
#include "Driver/HostCompiler.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>

namespace gpufuse {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The first of the candidates that exists, beside the tool's folder or as configured at build time.
static std::string findFolder(llvm::ArrayRef<llvm::StringRef> besideTool, llvm::ArrayRef<llvm::StringRef> configured) {
  static int anchor;
  const std::string tool = fs::getMainExecutable("gpufuse", &anchor);
  for (const llvm::StringRef relative : besideTool) {
    llvm::SmallString<256> candidate(path::parent_path(path::parent_path(tool)));
    path::append(candidate, relative);
    if (fs::exists(candidate))
      return std::string(path::parent_path(candidate));
  }
  for (const llvm::StringRef candidate : configured)
    if (fs::exists(candidate))
      return std::string(path::parent_path(candidate));
  return {};
}

static std::string languageFolder() {
  return std::string(
      path::parent_path(findFolder({"include/gpufuse/gpufuse.h"}, {GPUFUSE_SOURCE_DIR "/include/gpufuse/gpufuse.h"})));
}

static std::string runtimeFolder() {
  return std::string(path::parent_path(path::parent_path(findFolder(
      {"include/gpufuse/runtime/common.h"}, {GPUFUSE_SOURCE_DIR "/runtime/include/gpufuse/runtime/common.h"}))));
}

/// `libgpufuse_NAME.a`: the CUDA runtime, or the library calls. The CPU has headers only.
static std::string cudaLibrary(const std::string &name) {
  const std::string file = "libgpufuse_" + name + ".a", installed = "lib/" + file, built = "runtime/" + file;
  return findFolder({installed, built}, {}) + "/" + file;
}

bool usesLibrary(const std::vector<std::string> &files) {
  return llvm::any_of(files, [](llvm::StringRef file) { return file.ends_with("gpufuse/library.h"); });
}

/// Flags that only change what is computed or how fast; the order of words is the compiler's usual one.
static std::vector<std::string> languageFlags(const CompilationOptions &options) {
  std::vector<std::string> flags = {"-std=c++20", "-O3"};
  const bool cuda = options.target == Target::cuda;
  if (options.fastMath)
    flags.emplace_back(cuda ? "--use_fast_math" : "-ffast-math");
  else if (!options.fpContract)
    flags.emplace_back(cuda ? "-fmad=false" : "-ffp-contract=off");
  if (cuda)
    flags.emplace_back("-arch=native");
  else
    flags.emplace_back("-fopenmp");
  return flags;
}

std::string flagsForPeople(const CompilationOptions &options, bool usesLibrary) {
  const bool cuda = options.target == Target::cuda;
  return fmt::format("{} {} -I PREFIX/include THIS-FILE{}{}, where PREFIX is gpufuse's", cuda ? "nvcc" : "g++",
                     fmt::join(languageFlags(options), " "),
                     cuda && usesLibrary ? " PREFIX/lib/libgpufuse_library_cuda.a" : "",
                     cuda ? " PREFIX/lib/libgpufuse_runtime_cuda.a" : "");
}

std::vector<std::string> buildCommand(const CompilationOptions &options, const std::string &source,
                                      const std::string &output, bool usesLibrary) {
  const bool cuda = options.target == Target::cuda;
  const char *compiler = std::getenv(cuda ? "CUDACXX" : "CXX");
  std::vector<std::string> command = {compiler && *compiler ? compiler : cuda ? "nvcc" : "g++"};
  for (std::string &flag : languageFlags(options))
    command.push_back(std::move(flag));
  command.insert(command.end(), {"-I", languageFolder(), "-I", runtimeFolder()});
  for (size_t index = 0; index < options.clangArguments.size(); ++index) {
    const llvm::StringRef argument = options.clangArguments[index];
    if (argument == "-isystem" && index + 1 < options.clangArguments.size())
      command.insert(command.end(), {"-isystem", options.clangArguments[++index]});
    else if (argument.starts_with("-I") || argument.starts_with("-D"))
      command.push_back(argument.str());
  }
  const llvm::StringRef inputFolder = path::parent_path(options.input);
  command.insert(command.end(), {"-I", inputFolder.empty() ? "." : inputFolder.str()}); // for its quoted includes
  const bool isObject = llvm::StringRef(output).ends_with(".o");
  if (isObject)
    command.emplace_back("-c");
  command.insert(command.end(), {source, "-o", output});
  if (!isObject && cuda && usesLibrary)
    command.push_back(cudaLibrary("library_cuda"));
  if (!isObject && cuda)
    command.push_back(cudaLibrary("runtime_cuda"));
  return command;
}

int runBuildCommand(const std::vector<std::string> &command) {
  auto program = llvm::sys::findProgramByName(command.front());
  if (!program) {
    llvm::errs() << fmt::format(
        "gpufuse: error: compiler '{}' was not found; set {} or write the source and build it elsewhere\n",
        command.front(), command.front() == "nvcc" ? "CUDACXX" : "CXX");
    return kInputHasErrors;
  }
  const std::vector<llvm::StringRef> arguments(command.begin(), command.end());
  std::string error;
  const int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, {}, 0, 0, &error);
  if (status == 0)
    return kWritten;
  llvm::errs() << fmt::format("gpufuse: error: '{}' failed{}\n", fmt::join(command, " "),
                              error.empty() ? "" : ": " + error);
  return kInputHasErrors;
}

} // namespace gpufuse

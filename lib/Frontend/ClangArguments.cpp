// Decides with which arguments Clang parses the user's file, for liftFile.
#include "Frontend/ClangArguments.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace gpufuse {
namespace {

/// The first of the candidates that exists, or empty.
std::string firstExisting(ArrayRef<std::string> candidates) {
  for (const std::string &candidate : candidates)
    if (sys::fs::exists(candidate))
      return candidate;
  return {};
}

/// `<directory of the binary>/../<suffix>`, links resolved.
std::string besideBinary(StringRef suffix) {
  static int anchor;
  const std::string binary = sys::fs::getMainExecutable(nullptr, &anchor);
  SmallString<256> path(sys::path::parent_path(sys::path::parent_path(binary)));
  sys::path::append(path, suffix);
  return path.str().str();
}

std::string resourceDirectory() {
  return firstExisting({besideBinary("lib/gpufuse/clang"), GPUFUSE_CLANG_RESOURCE_DIR});
}

/// Where `gpufuse/gpufuse.h` is; empty if it is nowhere, then the user's -I must name it.
std::string includeDirectory() {
  for (const std::string &directory : {besideBinary("include"), std::string(GPUFUSE_SOURCE_INCLUDE_DIR)})
    if (sys::fs::exists(directory + "/gpufuse/gpufuse.h"))
      return directory;
  return {};
}

/// The arguments that the compilation database has for the file, without compiler, input, output and `-c`.
Expected<std::vector<std::string>> databaseArguments(const FrontendOptions &options) {
  // The file itself: LLVM's search of a folder also guesses flags for files that are not listed.
  SmallString<256> listed(options.compileCommandsDir);
  sys::path::append(listed, "compile_commands.json");
  std::string message;
  auto read = clang::tooling::JSONCompilationDatabase::loadFromFile(listed, message,
                                                                    clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!read)
    return createStringError(StringRef(message).trim());
  const auto database = clang::tooling::expandResponseFiles(std::move(read), vfs::getRealFileSystem());
  SmallString<256> file(options.mainFile);
  (void)sys::fs::make_absolute(file); // fails only without a working folder
  const std::vector<clang::tooling::CompileCommand> commands = database->getCompileCommands(file);
  if (commands.empty())
    return createStringError("it has no entry for " + options.mainFile);
  const clang::tooling::CompileCommand &command = commands.front();
  std::vector<std::string> arguments = {"-working-directory=" + command.Directory};
  for (size_t i = 1; i < command.CommandLine.size(); ++i) {
    const StringRef argument = command.CommandLine[i];
    if (argument == "-o" || argument == "-MF" || argument == "-MT" || argument == "-MQ") {
      ++i;
      continue;
    }
    const bool isOutputOrInput = argument == "-c" || argument == "--" || argument.starts_with("-M") ||
                                 sys::path::filename(argument) == sys::path::filename(command.Filename);
    if (!isOutputOrInput)
      arguments.push_back(argument.str());
  }
  return arguments;
}

} // namespace

bool isCppFileName(StringRef file) {
  const StringRef extension = sys::path::extension(file);
  return is_contained({".cpp", ".cc", ".cxx", ".c++", ".C", ".cp"}, extension);
}

Expected<std::vector<std::string>> clangCommandLine(const FrontendOptions &options) {
  // A whole path: without a folder the driver finds GCC's headers at `/../lib/gcc`, which build systems misread.
  std::vector<std::string> arguments = {besideBinary("bin/clang++"), "-fsyntax-only", "-x", "c++", "-std=c++20"};
  if (const std::string directory = resourceDirectory(); !directory.empty())
    arguments.insert(arguments.end(), {"-resource-dir", directory});
  if (!options.compileCommandsDir.empty()) {
    auto fromDatabase = databaseArguments(options);
    if (!fromDatabase)
      return fromDatabase.takeError();
    arguments.insert(arguments.end(), fromDatabase->begin(), fromDatabase->end());
  }
  arguments.insert(arguments.end(), options.clangArguments.begin(), options.clangArguments.end());
  if (const std::string directory = includeDirectory(); !directory.empty())
    arguments.insert(arguments.end(), {"-isystem", directory});
  SmallString<256> file(options.mainFile);
  if (!options.compileCommandsDir.empty())
    (void)sys::fs::make_absolute(file); // fails only without a working folder
  arguments.push_back(file.str().str());
  return arguments;
}

} // namespace gpufuse

// gpufuse: the command line. Options only; the work is lib/Driver's.
#include "Driver/Compilation.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>

using gpufuse::CompilationOptions;

namespace {

/// Options that go to Clang as they are, spelled as compilers spell them (`-I dir` and `-Idir`).
void addClangOption(CLI::App &app, const std::string &name, const std::string &help, CompilationOptions &options) {
  app.add_option_function<std::vector<std::string>>(
         name,
         [&options, name](const std::vector<std::string> &values) {
           for (const std::string &value : values) {
             if (name == "-isystem")
               options.clangArguments.insert(options.clangArguments.end(), {"-isystem", value});
             else
               options.clangArguments.push_back(name + value);
           }
         },
         help)
      ->allow_extra_args(false)
      ->take_all();
}

/// CLI11 knows one dash with one letter only: compilers' long options with one dash become two-dash ones.
std::vector<std::string> normalise(int argc, char **argv, CompilationOptions &options) {
  std::vector<std::string> arguments;
  for (int index = 1; index < argc; ++index) {
    const std::string word = argv[index];
    if (word == "--") { // the rest is Clang's
      options.clangArguments.insert(options.clangArguments.end(), argv + index + 1, argv + argc);
      break;
    }
    if (word.rfind("-std=", 0) == 0)
      options.clangArguments.push_back(word);
    else if (word == "-isystem" && index + 1 < argc)
      options.clangArguments.insert(options.clangArguments.end(), {word, argv[++index]});
    else if (word == "-MD" || word == "-MF")
      arguments.push_back("-" + word);
    else
      arguments.push_back(word);
  }
  return arguments;
}

} // namespace

int main(int argc, char **argv) {
  CompilationOptions options;
  CLI::App app("gpufuse: fuses the array statements of [[gpufuse::fuse]] functions into kernels", "gpufuse");
  app.set_version_flag("--version", "gpufuse " GPUFUSE_VERSION);
  app.footer("Also: -std=..., -isystem DIR, and `-- ARGS` for Clang as they are.\n"
             "Exit codes: 0 written, 1 the input has errors, 2 usage, 3 internal fault.");

  app.add_option("input", options.input, "C++ source file")->required();
  app.add_option("-o", options.output, "output file, or - for stdout");
  std::map<std::string, gpufuse::Target> targets = {{"cuda", gpufuse::Target::cuda}, {"cpu", gpufuse::Target::cpu}};
  app.add_option("--target", options.target, "cuda (default) writes .cu, cpu writes .cpp with OpenMP")
      ->transform(CLI::CheckedTransformer(targets))
      ->option_text("cuda|cpu");
  std::map<std::string, gpufuse::Emit> emits = {{"source", gpufuse::Emit::source}, {"ir", gpufuse::Emit::ir},
                                                {"regions", gpufuse::Emit::regions}, {"kernels", gpufuse::Emit::kernels}};
  app.add_option("--emit", options.emit, "source (default), ir, regions or kernels")->transform(CLI::CheckedTransformer(emits))->option_text("source|ir|regions|kernels");
  addClangOption(app, "-I", "folder to search for includes", options);
  addClangOption(app, "-D", "macro definition", options);
  app.add_option("-p", options.compileCommandsDir, "folder of compile_commands.json");
  app.add_flag("--MD", options.writeDependencies, "write a dependency file (-MD)");
  app.add_option("--MF", options.dependencyPath, "where to write it (-MF)");
  app.add_flag("--explain", options.explain, "say what was fused, what was not, and why");
  app.add_option("--report", options.reportPath, "the same as JSON");
  app.add_flag("--no-fuse", options.noFuse, "one kernel a statement: what fusion may not change");
  app.add_option("--fuse-limit", options.fuseLimit, "allow only the first N joins of two statements, to bisect")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--fast-math", options.fastMath, "allow faster, less accurate arithmetic");
  std::map<std::string, bool> contraction = {{"on", true}, {"off", false}};
  app.add_option("--fp-contract", options.fpContract, "on or off (default): fused multiply-add across operations")
      ->transform(CLI::CheckedTransformer(contraction))
      ->option_text("on|off");
  app.add_flag("--compile", options.compile, "also run nvcc or the host compiler: an object, or with -o a program");

  try {
    std::vector<std::string> arguments = normalise(argc, argv, options);
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : gpufuse::kUsage;
  }
  return gpufuse::runCompilation(options);
}

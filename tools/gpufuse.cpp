// gpufuse: the command line. Options only; the work is lib/Driver's.
#include "Driver/Compilation.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

using gpufuse::CompilationOptions;
using gpufuse::Emit;
using gpufuse::Target;

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

/// An option whose value is one of a few words.
template <class Value>
void addChoice(CLI::App &app, const std::string &name, Value &value,
               const std::vector<std::pair<std::string, Value>> &choices, const std::string &help) {
  std::string words;
  for (const auto &choice : choices)
    words += (words.empty() ? "" : "|") + choice.first;
  const auto choose = [=, &value](const std::string &word) {
    for (const auto &[spelling, meaning] : choices)
      if (word == spelling)
        return void(value = meaning);
    throw CLI::ValidationError(name, "expected " + words + ", not '" + word + "'");
  };
  app.add_option_function<std::string>(name, choose, help)->option_text(words);
}

/// Empty, or what is wrong with the word as a count.
std::string checkCount(const std::string &word) {
  const bool isCount = !word.empty() && word.size() <= 18 && word.find_first_not_of("0123456789") == std::string::npos;
  return isCount ? "" : "expected a count, 0 or more, not '" + word + "'";
}

/// CLI11 would take any value for a flag, as in `--no-fuse=3`.
void refuseFlagValue(const CLI::App &app, const std::string &word) {
  const std::string name = word.substr(0, word.find('='));
  const CLI::Option *option = word.starts_with("--") && name != word ? app.get_option_no_throw(name) : nullptr;
  if (option && option->get_items_expected_max() == 0)
    throw CLI::ArgumentMismatch(name + ": takes no value");
}

/// CLI11 knows one dash with one letter only: compilers' long options with one dash become two-dash ones.
std::vector<std::string> normalise(int argc, char **argv, const CLI::App &app, CompilationOptions &options) {
  std::vector<std::string> arguments;
  for (int index = 1; index < argc; ++index) {
    const std::string word = argv[index];
    if (word == "--") { // the rest is Clang's
      options.clangArguments.insert(options.clangArguments.end(), argv + index + 1, argv + argc);
      break;
    }
    if (word.starts_with("-std="))
      options.clangArguments.push_back(word);
    else if (word == "-isystem" && index + 1 < argc)
      options.clangArguments.insert(options.clangArguments.end(), {word, argv[++index]});
    else if (word == "-MD" || word == "-MF")
      arguments.push_back("-" + word);
    else {
      refuseFlagValue(app, word);
      arguments.push_back(word);
    }
  }
  return arguments;
}

void declareOptions(CLI::App &app, CompilationOptions &options) {
  app.add_option("input", options.input, "C++ source file")->required();
  app.add_option("-o", options.output, "output file, or - for stdout");
  addChoice<Target>(app, "--target", options.target, {{"cuda", Target::cuda}, {"cpu", Target::cpu}},
                    "cuda (default) writes .cu, cpu writes .cpp with OpenMP");
  addChoice<Emit>(app, "--emit", options.emit,
                  {{"source", Emit::source}, {"ir", Emit::ir}, {"regions", Emit::regions}, {"kernels", Emit::kernels}},
                  "what to write: the source (default), or a stage on the way to it");
  addClangOption(app, "-I", "folder to search for includes", options);
  addClangOption(app, "-D", "macro definition", options);
  app.add_option("-p", options.compileCommandsDir, "folder of compile_commands.json");
  app.add_flag("--MD", options.writeDependencies, "write a dependency file (-MD)");
  app.add_option("--MF", options.dependencyPath, "where to write it (-MF)");
  app.add_flag("--explain", options.explain, "say what was fused, what was not, and why");
  app.add_option("--report", options.reportPath, "the same as JSON");
  app.add_flag("--no-fuse", options.noFuse, "one kernel a statement: what fusion may not change");
  app.add_option("--fuse-limit", options.fuseLimit, "allow only the first N joins of two statements, to bisect")
      ->check(checkCount)
      ->option_text("N");
  app.add_flag("--fast-math", options.fastMath, "allow faster, less accurate arithmetic");
  addChoice<bool>(app, "--fp-contract", options.fpContract, {{"on", true}, {"off", false}},
                  "fused multiply-add across operations; off by default");
  app.add_flag("--compile", options.compile, "also run nvcc or the host compiler: an object, or with -o a program");
}

} // namespace

int main(int argc, char **argv) { // NOLINT(bugprone-exception-escape): what escapes is an internal fault
  CompilationOptions options;
  CLI::App app("gpufuse: fuses the array statements of [[gpufuse::fuse]] functions into kernels", "gpufuse");
  app.set_version_flag("--version", "gpufuse " GPUFUSE_VERSION);
  app.allow_extras(); // to refuse them in our own words
  app.failure_message([](const CLI::App *, const CLI::Error &error) {
    return std::string("gpufuse: error: ") + error.what() + "\nRun 'gpufuse --help' for the options.\n";
  });
  app.footer("Also: -std=..., -isystem DIR, and `-- ARGS` for Clang as they are.\n"
             "Exit codes: 0 written, 1 the input has errors, 2 usage, 3 internal fault.");
  declareOptions(app, options);

  try {
    std::vector<std::string> arguments = normalise(argc, argv, app, options);
    std::ranges::reverse(arguments); // CLI11 takes them from the back
    app.parse(std::move(arguments));
    if (const std::vector<std::string> extra = app.remaining(); !extra.empty())
      throw CLI::ExtrasError("unexpected argument '" + extra.front() + "'; arguments for Clang stand behind '--'",
                             static_cast<int>(CLI::ExitCodes::ExtrasError));
    if (options.compile && options.emit != Emit::source)
      throw CLI::ExcludesError("--compile", "--emit other than source");
    if (options.compile && options.output == "-")
      throw CLI::ExcludesError("--compile", "-o -: a program is no text for stdout");
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : gpufuse::kUsage;
  }
  return gpufuse::runCompilation(options);
}

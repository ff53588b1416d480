// random_ir [--seed S] [--count N] [--crash F.mlir] FILE...: runs every FILE, then N damaged texts made of them.
#include "random_ir.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using namespace gpufuse::test;

llvm::cl::list<std::string> files(llvm::cl::Positional, llvm::cl::desc("FILE..."), llvm::cl::OneOrMore);
llvm::cl::opt<unsigned> seed("seed", llvm::cl::desc("of the damage"), llvm::cl::init(1));
llvm::cl::opt<unsigned> count("count", llvm::cl::desc("how many damaged texts"), llvm::cl::init(0));
llvm::cl::opt<std::string> crash("crash", llvm::cl::desc("where a text that crashes is written"),
                                 llvm::cl::init("crash.mlir"));
llvm::cl::opt<unsigned> limit("seconds", llvm::cl::desc("that one text may take"), llvm::cl::init(20));

constexpr int kCompleted = 0, kRefused = 3; ///< exit codes of a process that runs a text

/// Shared with the processes that run texts: whether MLIR's parser is done.
volatile bool *isParsed = nullptr;

[[noreturn]] void fail(const std::string &text, const std::string &how) {
  std::error_code error;
  llvm::raw_fd_ostream(crash, error) << text;
  llvm::errs() << "random_ir: a text " << how << "; it is in " << crash << "\n";
  exit(1);
}

/// In a process of its own, as MLIR 19's parser damages memory while it gives up on some texts; where it crashes itself
/// the text counts as refused.
Outcome run(const std::string &text) {
  *isParsed = false;
  const pid_t child = fork();
  if (child == 0) {
    alarm(limit);
    const Outcome outcome = runEverything(text, [] { *isParsed = true; });
    _exit(outcome == Outcome::completed ? kCompleted : kRefused);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    llvm::errs() << "random_ir: cannot run a process\n";
    exit(2);
  }
  if (WIFSIGNALED(status) && (*isParsed || WTERMSIG(status) == SIGALRM))
    fail(text, WTERMSIG(status) == SIGALRM ? "does not end" : "crashes");
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : kRefused;
  if (*isParsed && code != kCompleted && code != kRefused)
    fail(text, "ends with exit code " + std::to_string(code)); // a sanitizer's
  return code == kCompleted ? Outcome::completed : Outcome::refused;
}

/// Files of several modules, as lit tests have them.
void addTexts(const std::string &path, std::vector<std::string> &texts) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::errs() << "random_ir: " << path << ": " << buffer.getError().message() << "\n";
    exit(2);
  }
  llvm::SmallVector<llvm::StringRef> parts;
  (*buffer)->getBuffer().split(parts, "// -----");
  for (const llvm::StringRef part : parts)
    texts.push_back(part.str());
}

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "Runs gf IR, whole and damaged, through every pass and printer.\n");
  void *shared = mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return 2;
  isParsed = static_cast<volatile bool *>(shared);

  std::vector<std::string> texts;
  for (const std::string &file : files)
    addTexts(file, texts);
  unsigned whole = 0, completed = 0;
  for (const std::string &text : texts)
    whole += run(text) == Outcome::completed;
  std::mt19937 random(seed);
  std::string text;
  for (unsigned index = 0; index < count; ++index) {
    // Damage adds up, and begins anew where nothing can be read any more.
    if (text.empty() || random() % 6 == 0)
      text = texts[random() % texts.size()];
    const std::string damaged = mutate(text, texts, random);
    const bool completes = run(damaged) == Outcome::completed;
    completed += completes;
    if (completes)
      text = damaged;
  }
  llvm::outs() << texts.size() << " texts, " << whole << " run to the end; " << count << " damaged ones, " << completed
               << " run to the end\n";
  if (completed < count / 5) { // then the damage is too great, or nothing can be read: what is tested is not the passes
    llvm::errs() << "random_ir: too few damaged texts run to the end\n";
    return 1;
  }
  return 0;
}

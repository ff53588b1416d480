// Recognises, among Clang's errors, those of ranks that differ: by the types of the conversion that failed, or by the
// requirement of the array language that was not met.
#include "Frontend/RankMismatch.h"
#include "Support/Diagnostics.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <set>

using namespace clang;
namespace path = llvm::sys::path;

namespace gpufuse {
namespace {

using Held = RankMismatchReporter::Held;
using Ranks = std::pair<int, int>;

/// What differs, as the registry's text takes it: "'m + 1'", "2", "rank 1 is needed".
struct Mismatch {
  std::string what;
  int rank = 0;
  std::string rest;
  FullSourceLoc place;
  FullSourceLoc callee; ///< the user's function that was called, if any
};

/// The numbers of "(2 <= 1)", "(2 == 1)" or "(1 vs. 2)", in which Clang says what a requirement came to.
std::optional<Ranks> numbersIn(StringRef message) {
  static const llvm::Regex pattern("([0-9]+) (<=|==|vs\\.) ([0-9]+)[')]");
  SmallVector<StringRef, 4> parts;
  if (!pattern.match(message, &parts))
    return std::nullopt;
  Ranks ranks{};
  const bool areNumbers = !parts[1].getAsInteger(10, ranks.first) && !parts[3].getAsInteger(10, ranks.second);
  return areNumbers ? std::optional(ranks) : std::nullopt;
}

/// One of Clang's errors with its notes.
class ErrorReader {
public:
  ErrorReader(llvm::ArrayRef<Held> group, const ArrayBinding &binding, const CompilerInstance &compiler)
      : error(group.front()), notes(group.drop_front()), binding(binding), compiler(compiler) {}

  std::optional<Mismatch> read() const {
    switch (error.diagnostic.getID()) {
    case diag::err_typecheck_nonviable_condition:
    case diag::err_init_conversion_failed:
      return readConversion();
    case diag::err_typecheck_cond_incompatible_operands:
      return readChoice();
    case diag::err_ovl_no_viable_object_call:
      if (auto indexing = readIndexing())
        return indexing;
      return readCandidates("an argument");
    case diag::err_ovl_no_viable_function_in_call:
      if (auto stack = readStack())
        return stack;
      [[fallthrough]];
    case diag::err_ovl_no_viable_member_function_in_call:
      return readCandidates("an argument");
    case diag::err_ovl_no_viable_function_in_init:
    case diag::err_ovl_no_viable_oper:
      return readCandidates(textOfLastRange());
    case diag::err_static_assert_requirement_failed:
      return readStore();
    default:
      return std::nullopt;
    }
  }

private:
  const Held &error;
  llvm::ArrayRef<Held> notes;
  const ArrayBinding &binding;
  const CompilerInstance &compiler;

  Mismatch make(std::string what, int rank, std::string rest) const {
    return {std::move(what), rank, std::move(rest), error.diagnostic.getLocation(), {}};
  }

  static std::string needed(int rank) {
    return rank == 0 ? "a number is needed" : "rank " + std::to_string(rank) + " is needed";
  }

  /// The user's text in quotes, where it is short and there is one.
  std::string textOfRange(size_t index, StringRef otherwise) const {
    const llvm::ArrayRef<CharSourceRange> ranges = error.diagnostic.getRanges();
    if (index >= ranges.size())
      return otherwise.str();
    StringRef text = Lexer::getSourceText(ranges[index], compiler.getSourceManager(), compiler.getLangOpts());
    if ((text.starts_with("{") && text.ends_with("}")) || (text.starts_with("(") && text.ends_with(")")))
      text = text.drop_front().drop_back(); // of an initialiser
    const bool isReadable = !text.empty() && text.size() <= 60 && !text.contains('\n');
    return isReadable ? ("'" + text + "'").str() : otherwise.str();
  }

  std::string textOfLastRange() const { return textOfRange(error.diagnostic.getRanges().size() - 1, "the value"); }

  /// The ranks of two types of which one does not convert to the other for its rank alone; a number has rank 0.
  std::optional<Ranks> ranksOf(const Held &diagnostic) const {
    if (diagnostic.types.size() < 2)
      return std::nullopt;
    const auto from = binding.arrayClass(diagnostic.types[0]), to = binding.arrayClass(diagnostic.types[1]);
    const bool isToNumber = scalarType(diagnostic.types[1]) != type_id::none;
    if (!from || (!to && !isToNumber) || from->rank == (to ? to->rank : 0))
      return std::nullopt;
    return Ranks(from->rank, to ? to->rank : 0);
  }

  std::optional<Mismatch> readConversion() const {
    if (const auto ranks = ranksOf(error))
      return make(textOfRange(0, "the value"), ranks->first, needed(ranks->second));
    return readCandidates(textOfLastRange());
  }

  /// `c ? x : m`
  std::optional<Mismatch> readChoice() const {
    const auto ranks = ranksOf(error);
    if (!ranks)
      return std::nullopt;
    return make(textOfRange(0, "one choice"), ranks->first,
                textOfRange(1, "the other") + " has rank " + std::to_string(ranks->second));
  }

  /// Functions that could be meant, one at least, and none that does not fit for another reason.
  std::optional<Mismatch> readCandidates(const std::string &what) const {
    std::optional<Mismatch> found;
    for (const Held &note : notes) {
      const auto ranks = ranksOfCandidate(note);
      const bool isOther = note.diagnostic.getID() == diag::note_ovl_candidate_bad_conv && !ranks &&
                           !isOfLibrary(note) && !note.diagnostic.getMessage().contains("(the implicit ");
      if (isOther)
        return std::nullopt;
      if (!ranks || found)
        continue;
      found = make(what, ranks->first, needed(ranks->second));
      if (!isOfLibrary(note))
        found->callee = note.diagnostic.getLocation();
    }
    return found;
  }

  /// By the types of an argument and its parameter, or where the library requires a rank: `rank_of<E> == 0`.
  std::optional<Ranks> ranksOfCandidate(const Held &note) const {
    if (note.diagnostic.getID() == diag::note_ovl_candidate_bad_conv)
      return ranksOf(note);
    const bool isRequirement = isOfLibrary(note) && note.diagnostic.getMessage().contains("rank_of<");
    return isRequirement ? numbersIn(note.diagnostic.getMessage()) : std::nullopt;
  }

  bool isOfLibrary(const Held &note) const {
    const SourceManager &sources = compiler.getSourceManager();
    const SourceLocation place = sources.getExpansionLoc(note.diagnostic.getLocation());
    return place.isValid() && !sources.isWrittenInMainFile(place) &&
           path::filename(path::parent_path(sources.getFilename(place))) == "gpufuse";
  }

  /// More indices than dimensions: `detail::indices_of_rank` is not satisfied.
  std::optional<Mismatch> readIndexing() const {
    const auto array = error.types.empty() ? std::nullopt : binding.arrayClass(error.types[0]);
    for (const Held &note : notes)
      if (array && note.diagnostic.getMessage().contains("slices_in<"))
        if (const auto counts = numbersIn(note.diagnostic.getMessage()))
          return make(textOfRange(0, "the array"), array->rank,
                      std::to_string(counts->first) + " dimensions are indexed");
    return std::nullopt;
  }

  /// `gpufuse::stack` takes arrays of one rank.
  std::optional<Mismatch> readStack() const {
    if (!error.diagnostic.getMessage().contains("'stack'"))
      return std::nullopt;
    for (const Held &note : notes)
      if (const auto ranks = isOfLibrary(note) ? numbersIn(note.diagnostic.getMessage()) : std::nullopt)
        return make("an array to stack", std::max(ranks->first, ranks->second),
                    "another has rank " + std::to_string(std::min(ranks->first, ranks->second)));
    return std::nullopt;
  }

  /// `v += m;` and `v(...) = m;`: the assertion is in the library, the user's place is the first note's outside it.
  std::optional<Mismatch> readStore() const {
    if (!isOfLibrary(error) || !error.diagnostic.getMessage().contains("higher rank"))
      return std::nullopt;
    StringRef message = error.diagnostic.getMessage();
    FullSourceLoc place;
    for (const Held &note : notes) {
      if (note.diagnostic.getID() == diag::note_expr_evaluates_to)
        message = note.diagnostic.getMessage();
      else if (place.isInvalid() && !isOfLibrary(note))
        place = note.diagnostic.getLocation();
    }
    const auto ranks = numbersIn(message);
    if (place.isInvalid() || !ranks)
      return std::nullopt;
    return Mismatch{"the value", ranks->first, "it is stored in an array of rank " + std::to_string(ranks->second),
                    place, FullSourceLoc()};
  }
};

/// The error as we say it.
StoredDiagnostic reworded(const Mismatch &mismatch, const Held &error, DiagnosticsEngine &engine) {
  const std::string text =
      textOf(DiagnosticId::rank_mismatch, {mismatch.what, std::to_string(mismatch.rank), mismatch.rest}) + " [" +
      nameOf(DiagnosticId::rank_mismatch) + "]";
  const unsigned id = engine.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, "%0 [%1]");
  const bool isSamePlace = mismatch.place == error.diagnostic.getLocation();
  return {DiagnosticsEngine::Error,
          id,
          text,
          mismatch.place,
          isSamePlace ? error.diagnostic.getRanges() : ArrayRef<CharSourceRange>(),
          {}};
}

/// "'helper' is declared here"
StoredDiagnostic noteOf(FullSourceLoc callee, const CompilerInstance &compiler) {
  const StringRef name =
      Lexer::getSourceText(CharSourceRange::getTokenRange(callee), compiler.getSourceManager(), compiler.getLangOpts());
  const unsigned id = compiler.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Note, "%0");
  return {DiagnosticsEngine::Note, id, textOf(DiagnosticId::declared_here, {name.str()}), callee, {}, {}};
}

bool isNote(const Held &one) { return one.diagnostic.getLevel() == DiagnosticsEngine::Note; }

} // namespace

RankMismatchReporter *RankMismatchReporter::install(CompilerInstance &compiler) {
  auto reporter = std::make_unique<RankMismatchReporter>();
  RankMismatchReporter *installed = reporter.get();
  DiagnosticsEngine &engine = compiler.getDiagnostics();
  reporter->own = engine.takeClient();
  engine.setClient(reporter.release(), /*ShouldOwnClient=*/true);
  return installed;
}

void RankMismatchReporter::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) {
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  Held one{StoredDiagnostic(level, diagnostic), {}};
  for (unsigned i = 0; i < diagnostic.getNumArgs(); ++i)
    if (diagnostic.getArgKind(i) == DiagnosticsEngine::ak_qualtype)
      one.types.push_back(QualType::getFromOpaquePtr(          // as Clang passes it
          reinterpret_cast<void *>(diagnostic.getRawArg(i)))); // NOLINT(performance-no-int-to-ptr)
  held.push_back(std::move(one));
}

void RankMismatchReporter::release(CompilerInstance &compiler, const ArrayBinding &binding) {
  DiagnosticsEngine &engine = compiler.getDiagnostics();
  const std::vector<Held> all = std::move(held);
  engine.setClient(own.release(), /*ShouldOwnClient=*/true); // ends this object
  std::set<FullSourceLoc, FullSourceLoc::BeforeThanCompare> told;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if_not(first + 1, all.end(), isNote);
    const auto mismatch =
        ErrorReader(llvm::ArrayRef(all).slice(first - all.begin(), last - first), binding, compiler).read();
    if (!mismatch)
      std::for_each(first, last, [&](const Held &one) { engine.Report(one.diagnostic); });
    else if (told.insert(mismatch->place).second) {
      engine.Report(reworded(*mismatch, *first, engine));
      if (mismatch->callee.isValid())
        engine.Report(noteOf(mismatch->callee, compiler));
    }
    first = last;
  }
}

} // namespace gpufuse

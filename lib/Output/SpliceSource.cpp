// Applies edits to the user's text and keeps line numbers true with as few `#line` directives as that needs.
#include "Output/SpliceSource.h"

#include "Output/RelativeIncludes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace gpufuse {
namespace {

/// Whether a line, or the rest of one, has something that a compiler may complain about.
bool hasContent(StringRef line) {
  line = line.trim();
  return !line.empty() && !line.starts_with("//");
}

bool anyLineHasContent(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  return llvm::any_of(lines, hasContent);
}

int64_t countLines(StringRef text) { return int64_t(text.count('\n')); }

/// `text` in a string literal of a directive.
std::string quoted(StringRef text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

/// Writes one stretch of the output. `isInStep` says that the compiler's idea of the line is the user's.
class Splicer {
public:
  /// With an empty `inputName`, directives give the line alone, and the file stays the one of the surroundings.
  Splicer(StringRef text, StringRef inputName, StringRef outputName, std::string header)
      : text(text), inputName(inputName), outputName(outputName), out(std::move(header)) {}

  std::string splice(int64_t begin, int64_t end, ArrayRef<Edit> edits) {
    position = begin;
    line = 1 + countLines(text.take_front(begin));
    for (auto [index, edit] : llvm::enumerate(edits)) {
      copyUntil(edit.begin);
      apply(edit, index + 1 < edits.size() ? edits[index + 1].begin : end);
    }
    copyUntil(end);
    return std::move(out);
  }

private:
  /// What the output's last line holds so far.
  StringRef currentLine() const { return StringRef(out).substr(StringRef(out).rfind('\n') + 1); }

  /// Copies the user's text from `position` on, after a directive where its first content would have a wrong line.
  void copyUntil(int64_t end) {
    while (position < end) {
      const size_t newline = text.find('\n', position);
      const int64_t stop = newline == StringRef::npos ? end : std::min(end, int64_t(newline) + 1);
      const StringRef piece = text.slice(position, stop);
      if (!isInStep && hasContent(piece))
        directUser();
      out += piece;
      line += countLines(piece);
      position = stop;
    }
  }

  void apply(const Edit &edit, int64_t next) {
    const int64_t replaced = countLines(text.slice(edit.begin, edit.end));
    if (edit.text.empty() && edit.end > edit.begin)
      return remove(edit, replaced, next);
    if (edit.lines == Edit::Lines::user && !isInStep)
      directUser();
    if (edit.lines == Edit::Lines::output)
      directOutput();
    out += edit.text;
    line += replaced;
    position = edit.end;
    isInStep = isInStep && edit.lines != Edit::Lines::output && countLines(edit.text) == replaced &&
               !StringRef(edit.text).contains("#line ");
  }

  /// Statements that fused into a later one: their lines go where no user text needs its line number before the
  /// next edit, and stay as blank lines otherwise.
  void remove(const Edit &edit, int64_t replaced, int64_t next) {
    position = edit.end;
    line += replaced;
    const StringRef after = text.substr(position).take_until([](char c) { return c == '\n'; });
    const bool ownsLines = currentLine().trim().empty() && after.trim().empty();
    if (ownsLines)
      out.resize(out.size() - currentLine().size());
    if (!ownsLines || position + int64_t(after.size()) >= next || anyLineHasContent(text.slice(position, next))) {
      out.append(replaced, '\n');
      return;
    }
    position += int64_t(after.size()) + 1;
    ++line;
    isInStep = false;
  }

  /// Starts a line for a directive; what whitespace the line had comes after it.
  std::string startLine() {
    const std::string indent = currentLine().trim().empty() ? currentLine().str() : std::string();
    out.resize(out.size() - indent.size());
    if (!currentLine().empty())
      out += '\n';
    return indent;
  }

  void directUser() {
    const std::string indent = startLine();
    out += "#line " + std::to_string(line) + (inputName.empty() ? "" : " " + quoted(inputName)) + "\n" + indent;
    isInStep = true;
    hasOwnLines = false;
  }

  void directOutput() {
    const std::string indent = startLine();
    if (!outputName.empty() && !hasOwnLines)
      out += "#line " + std::to_string(countLines(out) + 2) + " " + quoted(outputName) + "\n";
    out += indent;
    hasOwnLines = true;
  }

  StringRef text, inputName, outputName;
  std::string out;
  int64_t position = 0, line = 1;
  bool isInStep = false, hasOwnLines = false;
};

std::vector<Edit> sorted(ArrayRef<Edit> edits) {
  std::vector<Edit> result(edits.begin(), edits.end());
  llvm::stable_sort(result, [](const Edit &a, const Edit &b) {
    // What is inserted at a place stands before what replaces the text there.
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  return result;
}

/// The head of the emitted file: where it comes from, and how to build it.
std::string headerOf(const OutputOptions &options) {
  const auto name = [](StringRef path) { return sys::path::filename(path).str(); };
  std::string text = "// Written by gpufuse " + options.toolVersion + " from " + name(options.inputPath) +
                     "; changes here are lost when it is written again.\n";
  if (!options.buildCommand.empty())
    text += "// Build: " + options.buildCommand + "\n";
  if (options.fastMath)
    text += "// --fast-math: results may differ from the eager program's in the last places.\n";
  if (options.isCpu && !options.fpContract && !options.fastMath)
    text += "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n"
            "#elif defined(__GNUC__)\n#pragma GCC optimize(\"fp-contract=off\")\n#endif\n";
  if (!options.runtimeInclude.empty())
    text += "#include <" + options.runtimeInclude + ">\n#include <gpufuse/runtime/emitted.h>\n";
  return text;
}

} // namespace

std::string spliceSource(StringRef text, ArrayRef<Edit> edits, const OutputOptions &options) {
  std::vector<Edit> all = relocateIncludes(text, options.inputPath, options.outputPath);
  all.insert(all.end(), edits.begin(), edits.end());
  const StringRef outputName = options.outputPath == "-" ? StringRef() : StringRef(options.outputPath);
  // A byte order mark is one only as the first bytes of a file.
  const StringRef mark = text.take_front(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  Splicer splicer(text, options.inputPath, outputName, mark.str() + headerOf(options));
  return splicer.splice(int64_t(mark.size()), int64_t(text.size()), sorted(all));
}

std::string spliceRange(StringRef text, int64_t begin, int64_t end, ArrayRef<Edit> edits) {
  return Splicer(text, {}, {}, {}).splice(begin, end, sorted(edits));
}

} // namespace gpufuse

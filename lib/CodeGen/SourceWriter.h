// Text of the emitted program: indentation, wrapped lists, aligned comments, and names that collide with nothing.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace gpufuse {

/// Names taken in one C++ scope.
class UniqueNames {
public:
  UniqueNames() = default;
  explicit UniqueNames(llvm::StringSet<> taken) : taken(std::move(taken)) {}

  void reserve(llvm::StringRef name) { taken.insert(name); }
  [[nodiscard]] bool isTaken(llvm::StringRef name) const;
  /// `base`, made an identifier, with a number appended where it is taken; taken from now on.
  [[nodiscard]] std::string fresh(llvm::StringRef base);

private:
  llvm::StringSet<> taken;
};

/// Every word of a program's text that could be an identifier (those in comments too). O(text).
[[nodiscard]] llvm::StringSet<> identifiersOf(llvm::StringRef text);

/// Whether `text` is one identifier that C++ does not reserve.
[[nodiscard]] bool isIdentifier(llvm::StringRef text);

/// `text` with everything else replaced by underscores: `a::b<int>` gives `a_b_int`.
[[nodiscard]] std::string toIdentifier(llvm::StringRef text);

/// `text` as a C++ string literal.
[[nodiscard]] std::string stringLiteral(llvm::StringRef text);

/// Lines of at most `kColumns` columns, as far as wrapping lists can do it.
class SourceWriter {
public:
  static constexpr size_t kColumns = 120;

  explicit SourceWriter(unsigned indentation = 0) : indentation(indentation) {}

  void line(const llvm::Twine &text);
  /// A preprocessor line: never indented.
  void directive(const llvm::Twine &text) { out += text.str() + "\n"; }
  void blank() { out += "\n"; }
  /// A line that opens a block (`text` ends in a brace, or the block is a single statement); and its end.
  void open(const llvm::Twine &text);
  void close(const llvm::Twine &text = "}");
  void indent() { indentation += 2; }
  void outdent() { indentation -= 2; }
  /// `head` + items joined by ", " + `tail`, broken between items and aligned at the end of `head`.
  void list(llvm::StringRef head, llvm::ArrayRef<std::string> items, llvm::StringRef tail);
  /// Statements with trailing comments (may be empty), the comments of neighbours aligned.
  void commented(llvm::ArrayRef<std::pair<std::string, std::string>> lines);

  [[nodiscard]] bool empty() const { return out.empty(); }
  [[nodiscard]] unsigned getIndentation() const { return indentation; }
  [[nodiscard]] std::string take() { return std::move(out); }

private:
  unsigned indentation;
  std::string out;
};

} // namespace gpufuse

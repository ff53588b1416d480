// Layout and naming of emitted text.
#include "CodeGen/SourceWriter.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gpufuse {

static constexpr StringRef kReserved[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char",
    "char8_t", "char16_t", "char32_t", "class", "compl", "concept", "const", "consteval", "constexpr", "constinit",
    "const_cast", "continue", "co_await", "co_return", "co_yield", "decltype", "default", "delete", "do", "double",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if",
    "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw",
    "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
    "wchar_t", "while", "xor", "xor_eq",
    // names that emitted code itself uses, and macros that some headers define
    "gpufuse", "std", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "errno", "NULL", "NAN", "INFINITY",
    "assert", "unix", "linux", "I"};

static bool isReserved(StringRef name) {
  static const StringSet<> words = [] {
    StringSet<> set;
    for (const StringRef word : kReserved)
      set.insert(word);
    return set;
  }();
  return words.contains(name);
}

static bool isWordCharacter(char c) { return isAlnum(c) || c == '_'; }

bool isIdentifier(StringRef text) {
  return !text.empty() && !isDigit(text.front()) && llvm::all_of(text, isWordCharacter) && !isReserved(text);
}

std::string toIdentifier(StringRef text) {
  std::string name;
  for (const char c : text)
    if (isWordCharacter(c) && (c != '_' || name.empty() || name.back() != '_'))
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_'; // never two in a row: such names are the implementation's
  while (!name.empty() && name.back() == '_')
    name.pop_back();
  while (name.size() > 1 && name.front() == '_')
    name.erase(0, 1);
  if (name.empty() || isDigit(name.front()))
    name = "v" + name;
  return name;
}

StringSet<> identifiersOf(StringRef text) {
  StringSet<> names;
  while (!text.empty()) {
    text = text.drop_until(isWordCharacter);
    const StringRef word = text.take_while(isWordCharacter);
    if (!word.empty() && !isDigit(word.front()))
      names.insert(word);
    text = text.drop_front(word.size());
  }
  return names;
}

std::string stringLiteral(StringRef text) {
  std::string literal = "\"";
  for (const char c : text) {
    if (c == '\n')
      literal += "\\n";
    else if (c == '"' || c == '\\')
      (literal += '\\') += c;
    else if (static_cast<unsigned char>(c) >= ' ')
      literal += c;
  }
  return literal + "\"";
}

bool UniqueNames::isTaken(StringRef name) const { return taken.contains(name) || isReserved(name); }

std::string UniqueNames::fresh(StringRef base) {
  const std::string stem = toIdentifier(base);
  std::string name = stem;
  for (int number = 1; isTaken(name); ++number)
    name = stem + "_" + std::to_string(number);
  taken.insert(name);
  return name;
}

void SourceWriter::line(const Twine &text) { out += std::string(indentation, ' ') + text.str() + "\n"; }

void SourceWriter::open(const Twine &text) {
  line(text);
  indent();
}

void SourceWriter::close(const Twine &text) {
  outdent();
  line(text);
}

void SourceWriter::list(StringRef head, ArrayRef<std::string> items, StringRef tail) {
  // Where the head leaves too little room, the items stand under its beginning.
  size_t align = indentation + head.size();
  size_t widest = 0;
  for (const std::string &item : items)
    widest = std::max(widest, item.size() + 1 + tail.size());
  std::string current = std::string(indentation, ' ') + head.str();
  if (align + widest > kColumns) {
    align = indentation + 4;
    if (!items.empty() && current.size() + items.front().size() + 1 > kColumns) {
      out += current + "\n";
      current = std::string(align, ' ');
    }
  }
  bool isLineStart = true;
  for (auto [index, item] : llvm::enumerate(items)) {
    const bool isLast = index + 1 == items.size();
    const std::string piece = item + (isLast ? tail.str() : std::string(","));
    if (!isLineStart && current.size() + 1 + piece.size() > kColumns) {
      out += current + "\n";
      current = std::string(align, ' ');
      isLineStart = true;
    }
    current += (isLineStart ? "" : " ") + piece;
    isLineStart = false;
  }
  out += current + (items.empty() ? tail.str() : std::string()) + "\n";
}

void SourceWriter::commented(ArrayRef<std::pair<std::string, std::string>> lines) {
  constexpr size_t kFarthest = 88; // a longer statement does not push its neighbours' comments out
  for (size_t begin = 0, end; begin < lines.size(); begin = end) {
    size_t column = 0;
    for (end = begin; end < lines.size() && !lines[end].second.empty(); ++end)
      if (indentation + lines[end].first.size() <= kFarthest)
        column = std::max(column, lines[end].first.size());
    for (size_t i = begin; i < end; ++i)
      line(lines[i].first + std::string(column > lines[i].first.size() ? column - lines[i].first.size() : 0, ' ') +
           "  // " + lines[i].second);
    if (end == begin)
      line(lines[end++].first);
  }
}

} // namespace gpufuse

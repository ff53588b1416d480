// Changes by lines and by words: what bytes alone would hardly ever reach, IR that parses and means something else.
#include "random_ir.h"

#include <algorithm>
#include <cctype>

namespace gpufuse::test {
namespace {

size_t below(std::mt19937 &random, size_t limit) { return limit ? random() % limit : 0; }

const std::string &pick(const std::vector<std::string> &words, std::mt19937 &random) {
  static const std::string none;
  return words.empty() ? none : words[below(random, words.size())];
}

std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines(1);
  for (const char character : text) {
    lines.back() += character;
    if (character == '\n')
      lines.emplace_back();
  }
  return lines;
}

std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

/// Bytes of one word: a name with its sigil and dots, a number, a string, a bracketed list, a type, or one character.
size_t wordLength(const std::string &text, size_t begin) {
  const auto isName = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '$';
  };
  const char first = text[begin];
  size_t end = begin + 1;
  if (first == '"') {
    while (end < text.size() && text[end] != '"' && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size()) - begin;
  }
  if (first == '[') {
    const size_t close = text.find_first_of("]\n", end);
    return (close == std::string::npos ? text.size() : close + 1) - begin;
  }
  if (!isName(first) && first != '%' && first != '!' && first != '@' && first != '-')
    return 1;
  while (end < text.size() && isName(text[end]))
    ++end;
  // A type with its parameters.
  if (end < text.size() && text[end] == '<') {
    int depth = 0;
    do {
      depth += text[end] == '<' ? 1 : text[end] == '>' ? -1 : 0;
      ++end;
    } while (end < text.size() && depth > 0 && text[end] != '\n');
  }
  return end - begin;
}

std::vector<std::string> splitWords(const std::string &text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size(); at += words.back().size())
    words.push_back(text.substr(at, wordLength(text, at)));
  return words;
}

/// Words of one kind may stand for each other.
enum class Kind { value, type, number, string, list, name, other };

Kind kindOf(const std::string &word) {
  const char first = word.empty() ? ' ' : word[0];
  if (first == '%')
    return Kind::value;
  if (first == '!' || word.starts_with("tensor<") || word == "i1" || word == "i32" || word == "i64" || word == "f32" ||
      word == "f64")
    return Kind::type;
  if (std::isdigit(static_cast<unsigned char>(first)) || (first == '-' && word.size() > 1))
    return Kind::number;
  if (first == '"')
    return Kind::string;
  if (first == '[')
    return Kind::list;
  return std::isalpha(static_cast<unsigned char>(first)) ? Kind::name : Kind::other;
}

const std::vector<std::string> kNumbers = {"0",   "1",  "-1", "2",   "-2",         "3",          "7",
                                           "255", "-3", "8",  "4.5", "2147483648", "4294967297", "9223372036854775807"};

std::string replaceWord(const std::string &text, const std::string &other, std::mt19937 &random) {
  std::vector<std::string> words = splitWords(text);
  std::vector<size_t> places;
  for (size_t at = 0; at < words.size(); ++at)
    if (kindOf(words[at]) != Kind::other)
      places.push_back(at);
  if (places.empty())
    return text;
  const std::string before = words[places[below(random, places.size())]];
  const Kind kind = kindOf(before);
  std::vector<std::string> choices;
  for (const std::string &word : splitWords(below(random, 4) && kind != Kind::name ? text : other))
    if (kindOf(word) == kind && word != before)
      choices.push_back(word);
  if (kind == Kind::number)
    choices = kNumbers;
  if (choices.empty())
    return text;
  const std::string after = pick(choices, random);
  // Everywhere, as a change of type needs, or in one place.
  const bool everywhere = kind == Kind::type && below(random, 3);
  const size_t only = places[below(random, places.size())];
  for (size_t at = 0; at < words.size(); ++at)
    if (words[at] == before && (everywhere || at == only || !below(random, places.size())))
      words[at] = after;
  return join(words);
}

/// The element type alone, in every type of the text.
std::string replaceElementType(std::string text, std::mt19937 &random) {
  static const std::vector<std::string> types = {"f32", "f64", "i32", "i64", "i1"};
  const std::string before = pick(types, random), after = pick(types, random);
  for (size_t at = 0; (at = text.find(before, at)) != std::string::npos; at += after.size())
    text.replace(at, before.size(), after);
  return text;
}

std::string changeLines(const std::string &text, const std::string &other, std::mt19937 &random) {
  std::vector<std::string> lines = splitLines(text);
  const auto at = static_cast<std::ptrdiff_t>(below(random, lines.size()));
  const auto to = static_cast<std::ptrdiff_t>(below(random, lines.size()));
  switch (below(random, 5)) {
  case 0:
    lines.erase(lines.begin() + at);
    break;
  case 1: // twice
    lines.insert(lines.begin() + at, std::string(lines[at]));
    break;
  case 2:
    std::swap(lines[at], lines[to]);
    break;
  case 3: // a block of lines elsewhere
    std::rotate(lines.begin() + std::min(at, to), lines.begin() + (at + to) / 2, lines.begin() + std::max(at, to));
    break;
  default: {
    const std::vector<std::string> foreign = splitLines(other);
    lines.insert(lines.begin() + at, foreign[below(random, foreign.size())]);
  }
  }
  return join(lines);
}

std::string changeBytes(std::string text, std::mt19937 &random) {
  if (text.empty())
    return "module";
  const size_t at = below(random, text.size());
  switch (below(random, 3)) {
  case 0:
    text[at] = static_cast<char>(random());
    break;
  case 1:
    text.erase(at, 1 + below(random, 4));
    break;
  default:
    text.resize(at);
  }
  return text;
}

} // namespace

std::string mutate(const std::string &text, const std::vector<std::string> &others, std::mt19937 &random) {
  std::string result = text;
  const std::string &other = others.empty() ? text : pick(others, random);
  for (size_t changes = 1 + below(random, 3); changes > 0; --changes)
    switch (below(random, 16)) {
    case 0:
      result = changeBytes(result, random);
      break;
    case 1:
    case 2:
      result = replaceElementType(result, random);
      break;
    case 3:
    case 4:
    case 5:
    case 6:
      result = changeLines(result, other, random);
      break;
    default:
      result = replaceWord(result, other, random);
    }
  return result;
}

} // namespace gpufuse::test

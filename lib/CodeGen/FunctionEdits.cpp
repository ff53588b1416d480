// Walks statements, host text and control, and turns what they print into edits.
#include "CodeGen/FunctionEdits.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

unsigned indentationOf(StringRef text, int64_t offset) {
  const StringRef before = text.take_front(offset);
  const StringRef line = text.substr(before.rfind('\n') + 1);
  return static_cast<unsigned>(line.take_while([](char c) { return c == ' ' || c == '\t'; }).size());
}

unsigned FunctionEdits::indentationAt(int64_t offset) const {
  return text.empty() ? 2 : indentationOf(text, offset) + 2 * inlineDepth;
}

/// Whether a brace stands there that closes a body, on a line of its own: what is inserted before it is in the body.
bool FunctionEdits::closesBody(int64_t offset) const {
  const StringRef before = text.take_front(offset);
  return text.substr(offset).starts_with("}") && before.substr(before.rfind('\n') + 1).trim().empty();
}

/// Inserts lines before what is at `offset`, or behind the statement whose text was replaced up to there.
void FunctionEdits::insert(std::string lines, int64_t offset, Edit::Lines kind) {
  if (const std::optional<int64_t> begin = continueBehind(offset)) {
    edits.push_back({*begin, offset, std::move(lines), kind});
    return;
  }
  const std::string indent(indentationAt(offset), ' ');
  edits.push_back({offset, offset, (closesBody(offset) ? "  " : "") + std::move(lines) + "\n" + indent, kind});
}

/// Where lines that end at `offset` begin, if that is the end of a replaced statement: with its text, while nothing
/// else took that place, and otherwise on a new line.
std::optional<int64_t> FunctionEdits::continueBehind(int64_t offset) {
  if (offset != replacedUntil)
    return std::nullopt;
  if (std::exchange(hasText, true)) {
    edits.push_back({offset, offset, "\n" + std::string(indentationAt(offset), ' ')});
    return offset;
  }
  if (edits.empty() || edits.back().end != offset || !edits.back().text.empty())
    return offset;
  const int64_t begin = edits.back().begin;
  edits.pop_back();
  return begin;
}

std::vector<Edit> FunctionEdits::run(Block &body, int64_t bodyEnd) {
  visitBlock(body, bodyEnd);
  return std::move(edits);
}

void FunctionEdits::visitBlock(Block &block, int64_t end) {
  for (Operation &op : block) {
    if (auto statement = dyn_cast<StatementOp>(op))
      visitStatement(statement);
    else if (auto hostText = dyn_cast<HostOp>(op))
      visitHost(hostText);
    else if (auto control = dyn_cast<ControlOp>(op))
      visitControl(control);
    else
      host.print(op, writer);
  }
  flush(end);
}

void FunctionEdits::begin(int64_t begin, int64_t end) {
  current = {begin, end, {}};
  hasCurrent = true;
  writer = writerAt(begin);
}

SourceWriter FunctionEdits::writerAt(int64_t offset) const {
  return SourceWriter(indentationAt(offset) + (closesBody(offset) ? 2 : 0));
}

void FunctionEdits::flush(int64_t next) {
  std::string printed = StringRef(writer.take()).trim().str();
  if (hasCurrent && current.begin != current.end) {
    replacedUntil = StringRef(" \t\r\n").contains(text.substr(current.end, 1)) ? current.end : -1;
    hasText = !printed.empty();
    current.text = std::move(printed);
    edits.push_back(std::move(current));
  } else if (!printed.empty()) { // text of no statement stands before the next one
    insert(std::move(printed), hasCurrent ? current.begin : next);
  }
  hasCurrent = false;
  writer = writerAt(next);
}

void FunctionEdits::visitStatement(StatementOp op) {
  const auto start = int64_t(op.getBegin());
  flush(start);
  begin(start, int64_t(op.getEnd()));
}

void FunctionEdits::visitHost(HostOp op) {
  const auto begin = int64_t(op.getBegin()), end = int64_t(op.getEnd());
  host.saveBefore(op, writer);
  flush(begin);
  if (!op.getText())
    return;
  std::string filled = host.fillHoles(*op.getText(), op.getHoles());
  if (begin == end)
    insert(std::move(filled), begin, Edit::Lines::user);
  else
    edits.push_back({begin, end, std::move(filled), Edit::Lines::user});
}

void FunctionEdits::visitControl(ControlOp op) {
  host.saveBefore(op, writer);
  flush(int64_t(op.getBegin()));
  visitHeader(op);
  const HostValues before = host.snapshot();
  visitParts(op);
  host.restore(before, op);
}

/// The header in other words. Spaces before a body without braces belong to the brace that it gets.
void FunctionEdits::visitHeader(ControlOp op) {
  if (!op.getText())
    return;
  const auto begin = int64_t(op.getBegin());
  const bool isUnbraced = llvm::is_contained(op.getUnbraced(), 0);
  const StringRef header = text.slice(begin, op.getBodies()[0] - (isUnbraced ? 0 : 1));
  std::string filled = host.fillHoles(*op.getText(), op.getHoles());
  if (isUnbraced)
    filled = StringRef(filled).rtrim().str();
  if (op.getBegin() == op.getEnd()) { // made up, with a declaration before it
    edits.push_back({continueBehind(begin).value_or(begin), begin, indented(filled, begin), Edit::Lines::user});
    return;
  }
  const size_t replaced = isUnbraced ? header.rtrim().size() : header.size();
  edits.push_back({begin, begin + int64_t(replaced), std::move(filled), Edit::Lines::user});
}

void FunctionEdits::visitParts(ControlOp op) {
  const ArrayRef<int64_t> bodies = op.getBodies();
  const bool isMadeUp = op.getBegin() == op.getEnd();
  for (auto [index, part] : llvm::enumerate(op.getParts())) {
    const HostValues before = host.snapshot();
    const int64_t bodyBegin = bodies[2 * index], bodyEnd = bodies[2 * index + 1];
    std::vector<Edit> outside = std::move(edits);
    edits.clear();
    const bool isUnbraced = llvm::is_contained(op.getUnbraced(), int64_t(index));
    const bool isInline = isUnbraced && sharesLine(int64_t(op.getBegin()), bodyBegin);
    inlineDepth += isInline;
    hasText = hasText && !isMadeUp;
    visitBlock(part.front(), bodyEnd);
    hasText = hasText || isMadeUp;
    inlineDepth -= isInline;
    host.resume(before);
    std::vector<Edit> inside = std::move(edits);
    edits = std::move(outside);
    if (isMadeUp && index > 0)
      edits.push_back({bodyBegin, bodyBegin, " else"});
    if (inside.empty() && isMadeUp)
      edits.push_back({bodyBegin, bodyBegin, " {}"});
    else if (!inside.empty() && isUnbraced)
      brace(bodyBegin, bodyEnd, std::move(inside), int64_t(op.getBegin()));
    else
      edits.insert(edits.end(), inside.begin(), inside.end());
  }
  if (isMadeUp && bodies.back() != replacedUntil)
    edits.push_back({bodies.back(), bodies.back(), "\n" + std::string(indentationAt(bodies.back()), ' ')});
}

/// The lines of a text that stands at `offset`, each but the first with its line's indentation.
std::string FunctionEdits::indented(StringRef lines, int64_t offset) const {
  std::string result;
  for (const char c : lines)
    result += c == '\n' ? "\n" + std::string(indentationAt(offset), ' ') : std::string(1, c);
  return result;
}

/// Whether a body follows its header on the same line with nothing but spaces in between.
bool FunctionEdits::sharesLine(int64_t headerBegin, int64_t bodyBegin) const {
  const StringRef header = text.slice(headerBegin, bodyBegin);
  return !header.contains("//") && !header.contains("/*") && !header.substr(header.rtrim().size()).contains('\n');
}

/// A body without braces may become several statements.
void FunctionEdits::brace(int64_t bodyBegin, int64_t bodyEnd, std::vector<Edit> inside, int64_t headerBegin) {
  int64_t opening = bodyBegin;
  const StringRef header = text.slice(headerBegin, bodyBegin);
  const bool hasComment = header.contains("//") || header.contains("/*");
  if (!text.empty() && !hasComment) // behind the header rather than before the body
    opening = headerBegin + int64_t(header.rtrim().size());
  const std::string indent(indentationAt(headerBegin), ' ');
  if (!text.empty() && sharesLine(headerBegin, bodyBegin))
    edits.push_back({opening, bodyBegin, " {\n" + indent + "  "});
  else
    edits.push_back({opening, opening, opening == bodyBegin ? "{ " : " {"});
  inside.back().text = StringRef(inside.back().text).rtrim().str();
  edits.insert(edits.end(), inside.begin(), inside.end());
  edits.push_back({bodyEnd, bodyEnd, "\n" + indent + "}"});
}

} // namespace gpufuse

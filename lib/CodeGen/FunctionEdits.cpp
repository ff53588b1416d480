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
  writer = SourceWriter(indentationAt(begin));
}

void FunctionEdits::flush(int64_t next) {
  std::string printed = StringRef(writer.take()).trim().str();
  if (!hasCurrent && !printed.empty()) { // text of no statement: it stands before the next one
    printed += "\n" + std::string(indentationAt(next), ' ');
    edits.push_back({next, next, std::move(printed)});
  } else if (hasCurrent) {
    const bool isInsertion = current.begin == current.end;
    current.text = std::move(printed);
    if (isInsertion && !current.text.empty())
      current.text += "\n" + std::string(indentationAt(current.begin), ' ');
    if (!isInsertion || !current.text.empty())
      edits.push_back(std::move(current));
  }
  hasCurrent = false;
  writer = SourceWriter(indentationAt(next));
}

void FunctionEdits::visitStatement(StatementOp op) {
  flush(op.getBegin());
  begin(op.getBegin(), op.getEnd());
}

void FunctionEdits::visitHost(HostOp op) {
  host.saveBefore(op, writer);
  flush(op.getBegin());
  if (op.getText())
    edits.push_back({static_cast<int64_t>(op.getBegin()), static_cast<int64_t>(op.getEnd()), host.fillHoles(op),
                     Edit::Lines::user});
}

void FunctionEdits::visitControl(ControlOp op) {
  host.saveBefore(op, writer);
  flush(op.getBegin());
  const HostValues before = host.snapshot();
  visitParts(op);
  host.restore(before, op);
}

void FunctionEdits::visitParts(ControlOp op) {
  const ArrayRef<int64_t> bodies = op.getBodies();
  for (auto [index, part] : llvm::enumerate(op.getParts())) {
    const HostValues before = host.snapshot();
    const int64_t bodyBegin = bodies[2 * index], bodyEnd = bodies[2 * index + 1];
    std::vector<Edit> outside = std::move(edits);
    edits.clear();
    const bool isUnbraced = llvm::is_contained(op.getUnbraced(), static_cast<int64_t>(index));
    const bool isInline = isUnbraced && sharesLine(op.getBegin(), bodyBegin);
    inlineDepth += isInline;
    visitBlock(part.front(), bodyEnd);
    inlineDepth -= isInline;
    host.resume(before);
    std::vector<Edit> inside = std::move(edits);
    edits = std::move(outside);
    if (!inside.empty() && isUnbraced)
      brace(bodyBegin, bodyEnd, std::move(inside), op.getBegin());
    else
      edits.insert(edits.end(), inside.begin(), inside.end());
  }
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
    opening = headerBegin + static_cast<int64_t>(header.rtrim().size());
  const std::string indent(indentationAt(headerBegin), ' ');
  if (!text.empty() && sharesLine(headerBegin, bodyBegin))
    edits.push_back({opening, bodyBegin, " {\n" + indent + "  "});
  else
    edits.push_back({opening, opening, opening == bodyBegin ? "{ " : " {"});
  edits.insert(edits.end(), inside.begin(), inside.end());
  edits.push_back({bodyEnd, bodyEnd, "\n" + indent + "}"});
}

} // namespace gpufuse

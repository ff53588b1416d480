// The edits inside one function's body: where each statement's printed text goes.
#pragma once

#include "CodeGen/HostCode.h"
#include "Output/Edit.h"

#include <optional>

namespace gpufuse {

class FunctionEdits {
public:
  FunctionEdits(llvm::StringRef text, HostCode &host) : text(text), host(host) {}

  /// The edits of a function's outermost block, in order.
  [[nodiscard]] std::vector<Edit> run(mlir::Block &body, int64_t bodyEnd);

private:
  void visitBlock(mlir::Block &block, int64_t end);
  void visitStatement(gf::StatementOp op);
  void visitHost(gf::HostOp op);
  void visitControl(gf::ControlOp op);
  void visitHeader(gf::ControlOp op);
  void visitParts(gf::ControlOp op);
  void brace(int64_t begin, int64_t end, std::vector<Edit> inside, int64_t headerBegin);
  [[nodiscard]] bool sharesLine(int64_t headerBegin, int64_t bodyBegin) const;

  /// Starts collecting text for `[begin, end)`.
  void begin(int64_t begin, int64_t end);
  /// Ends what was begun. Text that belongs to no statement goes before `next`.
  void flush(int64_t next);
  [[nodiscard]] unsigned indentationAt(int64_t offset) const;
  [[nodiscard]] bool closesBody(int64_t offset) const;
  [[nodiscard]] SourceWriter writerAt(int64_t offset) const;
  void insert(std::string lines, int64_t offset, Edit::Lines kind = Edit::Lines::inherited);
  [[nodiscard]] std::optional<int64_t> continueBehind(int64_t offset);
  [[nodiscard]] std::string indented(llvm::StringRef lines, int64_t offset) const;

  llvm::StringRef text;
  HostCode &host;
  std::vector<Edit> edits;
  SourceWriter writer{2};
  Edit current;
  bool hasCurrent = false;
  int64_t replacedUntil = -1; ///< end of the statement replaced last, where more of its text may follow
  bool hasText = false;       ///< whether its last line has text so far
  unsigned inlineDepth = 0;   ///< bodies without braces, on their header's line, around the current place
};

/// The column at which the line of `offset` starts to have text.
[[nodiscard]] unsigned indentationOf(llvm::StringRef text, int64_t offset);

} // namespace gpufuse

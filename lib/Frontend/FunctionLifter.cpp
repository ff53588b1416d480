// The frame around one function's lifting: attributes, attempts that can be taken back, names and places.
#include "Frontend/FunctionLifter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using mlir::failure;
using mlir::LogicalResult;

namespace gpufuse {
namespace {

/// Control may enter in the middle of such a body: nothing would be known anywhere.
bool holdsLabel(const Stmt *s) {
  return s && !isa<LambdaExpr>(s) && (isa<LabelStmt>(s) || llvm::any_of(s->children(), holdsLabel));
}

} // namespace

/// Remembers what was built, so that a failed attempt can be erased wherever it stood.
struct FunctionLifter::InsertionLog : mlir::OpBuilder::Listener {
  std::vector<mlir::Operation *> &inserted;
  explicit InsertionLog(std::vector<mlir::Operation *> &inserted) : inserted(inserted) {}
  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint) override { inserted.push_back(op); }
};

FunctionLifter::FunctionLifter(LiftSession &session, const FusedFunction &fused)
    : session(session), fused(fused), ast(session.ast), binding(session.binding),
      facts(gatherFacts(fused.function, session.binding)),
      deviceNumbers(findDeviceNumbers(fused.function, session.binding, facts)), builder(session.module.getContext()) {
  state.scope.function = fused.function;
}

void FunctionLifter::lift() {
  const auto *body = dyn_cast<CompoundStmt>(fused.function->getBody());
  const std::string obstacle = !body                             ? "its body is not a plain block"
                               : body->getBeginLoc().isMacroID() ? "its text comes from a macro"
                               : holdsLabel(body)                ? "it has labels"
                                                                 : "";
  if (!obstacle.empty()) {
    report(fused.function->getLocation(), DiagnosticId::function_not_lifted, {fused.name, obstacle});
    return;
  }
  std::string symbol;
  for (const char c : fused.function->getNameInfo().getAsString())
    symbol += llvm::isAlnum(c) || c == '_' ? c : '_';
  const std::string base = symbol;
  for (int suffix = 2; !session.symbols.insert(symbol).second; ++suffix)
    symbol = base + "_" + std::to_string(suffix);
  InsertionLog log(inserted);
  builder.setInsertionPointToEnd(session.module.getBody());
  auto function = builder.create<mlir::func::FuncOp>(locationOf(fused.function->getLocation()), symbol,
                                                     builder.getFunctionType({}, {}));
  builder.setListener(&log);
  builder.setInsertionPointToEnd(function.addEntryBlock());
  const auto liftBody = [&] {
    builder.setInsertionPointToEnd(&function.getBody().front());
    declareEntryRoots(body);
    liftBlock(body);
    return mlir::success(!keepOnHost(function));
  };
  while (!attempt(liftBody)) // with fewer numbers on the device
    ;
  builder.create<mlir::func::ReturnOp>(locationOf(body->getRBracLoc()));
  builder.setListener(nullptr);
  if (state.numStatements == 0) {
    function.erase();
    report(fused.function->getLocation(), DiagnosticId::no_array_statements, {fused.name});
    return;
  }
  addFunctionAttributes(function);
}

void FunctionLifter::addFunctionAttributes(mlir::Operation *function) {
  const auto *body = cast<CompoundStmt>(fused.function->getBody());
  // Comments and attributes right before the declaration belong to it.
  llvm::StringRef before = llvm::StringRef(session.text).take_front(offsetOf(fused.outermost));
  llvm::StringRef attribute = before;
  const auto dropBracket = [&] {
    attribute = attribute.rtrim();
    return attribute.consume_back("[") || attribute.consume_back("<:");
  };
  int brackets = 0;
  while (brackets < 2 && dropBracket())
    ++brackets;
  if (brackets == 2)
    before = attribute;
  for (;;) {
    const llvm::StringRef trimmed = before.rtrim();
    const llvm::StringRef line = trimmed.substr(trimmed.rfind('\n') + 1);
    if (before.count('\n') - trimmed.count('\n') > 1 || !line.ltrim().starts_with("//"))
      break;
    before = trimmed.drop_back(line.size());
  }
  function->setAttr("gf.name", builder.getStringAttr(fused.name));
  function->setAttr("gf.body",
                    builder.getDenseI64ArrayAttr({offsetOf(body->getLBracLoc()) + 1, offsetOf(body->getRBracLoc())}));
  function->setAttr("gf.kernels_at", builder.getI64IntegerAttr(int64_t(before.size())));
  function->setAttr("gf.line", builder.getI64IntegerAttr(lineOf(fused.function->getLocation())));
  function->setAttr("gf.statements", builder.getI64IntegerAttr(state.numStatements));
  if (!fused.condition.empty())
    function->setAttr("gf.condition", builder.getStringAttr(fused.condition));
}

/// Numbers that text names after all, because it could not be lifted, are no device numbers. Whether there were any.
bool FunctionLifter::keepOnHost(mlir::Operation *function) {
  if (deviceNumbers.empty())
    return false;
  const auto *body = cast<CompoundStmt>(fused.function->getBody());
  const int64_t start = offsetOf(body->getLBracLoc()), end = offsetOf(body->getRBracLoc());
  std::string kept = text(start, end);
  std::string added;
  const auto blankOut = [&](auto op) {
    const auto from = int64_t(op.getBegin()) - start, to = int64_t(op.getEnd()) - start;
    std::fill(kept.begin() + from, kept.begin() + to, ' ');
  };
  function->walk([&](mlir::Operation *op) {
    if (auto statement = dyn_cast<gf::StatementOp>(op))
      blankOut(statement);
    if (auto host = dyn_cast<gf::HostOp>(op); host && host.getText())
      blankOut(host);
    if (isa<gf::HostOp, gf::ControlOp, gf::ScalarOp>(op))
      if (auto words = op->getAttrOfType<mlir::StringAttr>("text"))
        added += words.getValue().str() + " ";
  });
  llvm::StringSet<> words;
  for (llvm::StringRef rest : {llvm::StringRef(kept), llvm::StringRef(added)})
    while (!rest.empty()) {
      const llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      words.insert(word);
      rest = rest.drop_front(std::max<size_t>(word.size(), 1));
    }
  const size_t before = deviceNumbers.size();
  for (const VarDecl *number : llvm::to_vector(deviceNumbers))
    if (words.contains(number->getName()))
      deviceNumbers.erase(number);
  return deviceNumbers.size() != before;
}

//===-- Attempts -------------------------------------------------------------------------------------------===//

bool FunctionLifter::attempt(llvm::function_ref<LogicalResult()> build) {
  const State before = state;
  const size_t mark = inserted.size();
  mlir::Operation *const rootBefore = lastEntryRoot;
  const auto declaredBefore = declaredAfter;
  const auto opaqueBefore = opaque;
  const auto opaqueScalarsBefore = opaqueScalars;
  if (mlir::succeeded(build()))
    return true;
  while (inserted.size() > mark) {
    mlir::Operation *op = inserted.back();
    inserted.pop_back();
    op->erase();
  }
  state = before;
  lastEntryRoot = rootBefore;
  declaredAfter = declaredBefore;
  opaque = opaqueBefore;
  opaqueScalars = opaqueScalarsBefore;
  return false;
}

LogicalResult FunctionLifter::fail(const Expr *at, DiagnosticId id, const llvm::Twine &what,
                                   const llvm::Twine &reason) {
  blame = {at, id, what.str(), reason.str()};
  return mlir::failure();
}

LogicalResult FunctionLifter::failText(const Expr *at, const SpelledText &text) {
  const llvm::StringRef written = sourceText(fileRange(at, ast), ast);
  return fail(at, DiagnosticId::unsupported_operation, written.empty() ? "this" : written, text.problem);
}

void FunctionLifter::report(SourceLocation place, DiagnosticId id, llvm::ArrayRef<std::string> arguments,
                            SourceRange range) {
  if (!session.told.insert({place.getRawEncoding(), id}).second)
    return;
  if (range.isValid())
    session.reporter.report(place, id, arguments, range);
  else
    session.reporter.report(place, id, arguments);
}

void FunctionLifter::reportFailure() {
  if (blame.at && !(blame.what.empty() && blame.reason.empty()))
    report(blame.at->getExprLoc(), blame.id, {blame.what, blame.reason}, blame.at->getSourceRange());
}

//===-- Names and places -----------------------------------------------------------------------------------===//

std::string FunctionLifter::uniqueName(llvm::StringRef wanted) {
  std::string name = wanted.str();
  for (int suffix = 2; session.identifiers.contains(name) || state.names.contains(name); ++suffix)
    name = (wanted + "_" + llvm::Twine(suffix)).str();
  state.names.insert(name);
  return name;
}

std::string FunctionLifter::nameForTarget(llvm::StringRef text) {
  text.consume_front("this->");
  text.consume_front("::");
  std::string name;
  for (const char c : text)
    if (llvm::isAlnum(c) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  return name;
}

mlir::Location FunctionLifter::locationOf(SourceLocation place) const {
  const SourceManager &sources = ast.getSourceManager();
  const PresumedLoc presumed = sources.getPresumedLoc(sources.getExpansionLoc(place), /*UseLineDirectives=*/false);
  if (presumed.isInvalid())
    return state.callSite.value_or(mlir::UnknownLoc::get(session.module.getContext()));
  const bool isMain = sources.isWrittenInMainFile(sources.getExpansionLoc(place));
  const mlir::Location here = mlir::FileLineColLoc::get(
      session.module.getContext(), isMain ? llvm::StringRef(session.mainFile) : llvm::StringRef(presumed.getFilename()),
      presumed.getLine(), presumed.getColumn());
  return state.callSite ? mlir::Location(mlir::CallSiteLoc::get(here, *state.callSite)) : here;
}

mlir::Location FunctionLifter::named(llvm::StringRef name, mlir::Location location) const {
  return mlir::NameLoc::get(mlir::StringAttr::get(session.module.getContext(), name), location);
}

int64_t FunctionLifter::offsetOf(SourceLocation place) const {
  return ast.getSourceManager().getFileOffset(ast.getSourceManager().getExpansionLoc(place));
}

int64_t FunctionLifter::lineOf(SourceLocation place) const {
  return state.callLine ? *state.callLine : ast.getSourceManager().getExpansionLineNumber(place);
}

mlir::Type FunctionLifter::irType(type_id type) const { return gpufuse::irType(session.module.getContext(), type); }

mlir::RankedTensorType FunctionLifter::arrayType(type_id element, int64_t rank) const {
  return mlir::RankedTensorType::get(llvm::SmallVector<int64_t>(rank, mlir::ShapedType::kDynamic), irType(element));
}

} // namespace gpufuse

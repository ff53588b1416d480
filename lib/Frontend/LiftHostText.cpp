// Statements that stay text: their effects, and the array expressions inside them that leave holes.
#include "Frontend/FunctionLifter.h"
#include "Frontend/LibraryCalls.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using llvm::dyn_cast;
using mlir::failed;
using mlir::LogicalResult;

namespace gpufuse {

llvm::SmallVector<mlir::Value> FunctionLifter::Holes::values() const {
  llvm::SmallVector<Value> all;
  for (const Hole &hole : list)
    all.append(hole.values.begin(), hole.values.end());
  return all;
}

void FunctionLifter::Holes::noteReads(mlir::Operation *op) const {
  llvm::SmallVector<int64_t> reads;
  int64_t position = 0;
  for (const Hole &hole : list) {
    if (hole.isRead)
      reads.push_back(position);
    position += static_cast<int64_t>(hole.values.size());
  }
  if (!reads.empty())
    op->setAttr("gf.host_reads", mlir::DenseI64ArrayAttr::get(op->getContext(), reads));
}

llvm::SmallVector<mlir::Value> FunctionLifter::rootsOf(const llvm::SetVector<ArrayVariable *> &variables) {
  llvm::SmallVector<Value> roots;
  for (const ArrayVariable *variable : variables)
    roots.push_back(variable->root);
  return roots;
}

void FunctionLifter::liftHostStatement(const Stmt *s) {
  const LiftFailure why = blame;
  const auto *declaration = dyn_cast<DeclStmt>(s);
  Holes holes;
  if (bytesOf(s)) {
    holes = liftHoles(s, s);
    blame = why;
    if (!holes.expressions.contains(blame.at))
      reportFailure();
  } else if (holdsArrayStatement(s)) {
    report(s->getBeginLoc(), DiagnosticId::text_from_macro, {});
  }
  if (isa<SwitchStmt, CXXTryStmt, LabelStmt, AttributedStmt>(s) && holdsArrayStatement(s))
    report(s->getBeginLoc(), DiagnosticId::unsupported_statement,
           {isa<SwitchStmt>(s)   ? "'switch'"
            : isa<CXXTryStmt>(s) ? "'try'"
                                 : "statement",
            "array statements inside it run eagerly"});
  if (declaration)
    declareHostVariables(declaration);
  const Effects effects = effectsOf(s, holes.expressions);
  emitHost(s, effects, holes);
  forget(effects);
  if (declaration)
    rememberHostVariables(declaration);
  if (const auto *e = dyn_cast<Expr>(s))
    rememberHostAssignment(e);
}

void FunctionLifter::emitHost(const Stmt *s, const Effects &effects, const Holes &holes) {
  const bool touches = !effects.reads.empty() || !effects.writes.empty();
  if (!touches && !effects.mayThrow && !effects.isObservable && !effects.exits && holes.list.empty())
    return;
  auto bytes = bytesOf(s);
  if (!bytes) {
    const CharSourceRange range = ast.getSourceManager().getExpansionRange(s->getSourceRange());
    bytes = {offsetOf(range.getBegin()), offsetOf(range.getEnd()) + 1};
  }
  mlir::StringAttr text;
  if (!holes.list.empty()) {
    text = builder.getStringAttr(textWithHoles(bytes->first, bytes->second, holes));
    ++state.numStatements;
  }
  // Statements of one macro share their bytes: one operation for all of them.
  mlir::Block *block = builder.getInsertionBlock();
  auto previous = block->empty() ? gf::HostOp() : dyn_cast<gf::HostOp>(block->back());
  if (previous && !text && !previous.getText() && bytes->first != bytes->second &&
      previous.getBegin() == static_cast<uint64_t>(bytes->first)) {
    llvm::SetVector<Value> reads, writes;
    reads.insert(previous.getReads().begin(), previous.getReads().end());
    writes.insert(previous.getWrites().begin(), previous.getWrites().end());
    for (const ArrayVariable *variable : effects.reads)
      reads.insert(variable->root);
    for (const ArrayVariable *variable : effects.writes)
      writes.insert(variable->root);
    builder.create<gf::HostOp>(previous.getLoc(), previous.getBegin(), previous.getEnd(), previous.getLine(),
                               mlir::StringAttr(), mlir::ValueRange(), reads.getArrayRef(), writes.getArrayRef(),
                               previous.getMayThrow() || effects.mayThrow,
                               previous.getObservable() || effects.isObservable, previous.getExits() || effects.exits);
    std::erase(inserted, previous.getOperation());
    previous.erase();
    return;
  }
  auto host = builder.create<gf::HostOp>(
      locationOf(s->getBeginLoc()), bytes->first, bytes->second, lineOf(s->getBeginLoc()), text, holes.values(),
      rootsOf(effects.reads), rootsOf(effects.writes), effects.mayThrow, effects.isObservable, effects.exits);
  holes.noteReads(host);
  noteLibraryCalls(host, s, holes.expressions);
}

//===-- Declarations that stay text ------------------------------------------------------------------------===//

void FunctionLifter::declareHostVariables(const DeclStmt *s) {
  const auto declare = [&](const ValueDecl *name) {
    if (const auto type = binding.arrayClass(name->getType()); type && type->element != type_id::none)
      (void)declareVariable(name, *type, name->getName());
  };
  for (const Decl *one : s->decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    if (!variable)
      continue;
    if (const auto *decomposition = dyn_cast<DecompositionDecl>(variable))
      for (const BindingDecl *part : decomposition->bindings())
        declare(part);
    else
      declare(variable);
    mlir::Block *block = builder.getInsertionBlock();
    declaredAfter[cast<ValueDecl>(variable->getCanonicalDecl())] = {block, block->empty() ? nullptr : &block->back()};
  }
}

/// `auto y = x;` stays text, but y has x's value.
void FunctionLifter::rememberHostVariables(const DeclStmt *s) {
  for (const Decl *one : s->decls()) {
    const auto *variable = dyn_cast<VarDecl>(one);
    const auto type = variable ? binding.arrayClass(variable->getType()) : std::nullopt;
    if (!type || type->isView || variable->getType()->isReferenceType() || !variable->getInit())
      continue;
    const auto copied = binding.operation(variable->getInit());
    ArrayVariable *source = copied && copied->kind == ArrayOperation::copy ? variableOf(copied->operands[0]) : nullptr;
    const auto target = state.variables.find({cast<ValueDecl>(variable->getCanonicalDecl()), ""});
    if (source && target != state.variables.end())
      rememberWrite(target->second, state.known.lookup(source));
  }
}

/// `x = y;` stays text, but x has y's value.
void FunctionLifter::rememberHostAssignment(const Expr *e) {
  const auto operation = binding.operation(e);
  if (!operation || operation->kind != ArrayOperation::assign)
    return;
  ArrayVariable *target = variableOf(operation->operands[0]), *source = variableOf(operation->operands[1]);
  if (target && source && target != source && !target->type.isView && target->type.rank == source->type.rank &&
      target->type.element == source->type.element)
    rememberWrite(target, state.known.lookup(source));
}

//===-- Holes ----------------------------------------------------------------------------------------------===//

/// Whether the operation makes an array whose elements are computed, or copied from a part.
bool FunctionLifter::isComputation(const Expr *e, const ArrayOperation &operation) const {
  switch (operation.kind) {
  case ArrayOperation::copy: {
    const auto to = binding.arrayClass(e->getType()), from = binding.arrayClass(operation.operands[0]->getType());
    return to && from && !to->isView && from->isView;
  }
  case ArrayOperation::cast:
  case ArrayOperation::elementwise:
  case ArrayOperation::fill:
  case ArrayOperation::rangeAlong:
  case ArrayOperation::arange:
  case ArrayOperation::linspace:
  case ArrayOperation::random:
  case ArrayOperation::stack:
  case ArrayOperation::concatenate:
  case ArrayOperation::repeat:
  case ArrayOperation::reduce:
  case ArrayOperation::map:
    return true;
  default:
    return false;
  }
}

/// Whether the expression computes a new array, alone or in a struct.
bool FunctionLifter::isHole(const Expr *e) const {
  if (const auto operation = binding.operation(e))
    return isComputation(e, *operation);
  if (liftableChoice(e))
    return true;
  const auto *call = dyn_cast<CallExpr>(e);
  if (!call || e->isGLValue() || !inlinableCallee(call))
    return false;
  const auto type = binding.arrayClass(e->getType());
  return type ? !type->isView : holdsArrays(e->getType()) || scalarType(e->getType()) != type_id::none;
}

/// The largest such expressions that are evaluated exactly once whenever the statement is.
void FunctionLifter::collectHoles(const Stmt *s, llvm::SmallVectorImpl<const Expr *> &holes) const {
  if (!s || isa<LambdaExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, CompoundStmt, SwitchStmt, CXXTryStmt,
                UnaryExprOrTypeTraitExpr, CXXDefaultArgExpr>(s))
    return;
  if (const auto *branch = dyn_cast<IfStmt>(s))
    return branch->isConstexpr() || branch->getInit() || branch->getConditionVariable()
               ? void()
               : collectHoles(branch->getCond(), holes);
  if (const auto *choice = dyn_cast<ConditionalOperator>(s))
    return collectHoles(choice->getCond(), holes);
  if (const auto *logic = dyn_cast<BinaryOperator>(s); logic && logic->isLogicalOp())
    return collectHoles(logic->getLHS(), holes);
  if (const auto *declaration = dyn_cast<DeclStmt>(s))
    for (const Decl *one : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(one); variable && variable->isStaticLocal())
        return;
  if (const auto *e = dyn_cast<Expr>(s)) {
    if (const Expr *inner = stripped(e); isHole(inner))
      return holes.push_back(inner);
    if (isa<CallExpr, CXXConstructExpr>(e))
      return collectHolesOfCall(e, holes);
  }
  for (const Stmt *child : s->children())
    collectHoles(child, holes);
}

/// Arguments of a call; one that the callee takes by `array &&` must stay a temporary.
void FunctionLifter::collectHolesOfCall(const Expr *e, llvm::SmallVectorImpl<const Expr *> &holes) const {
  const auto *call = dyn_cast<CallExpr>(e);
  const auto *construction = dyn_cast<CXXConstructExpr>(e);
  const FunctionDecl *callee = call ? call->getDirectCallee() : construction->getConstructor();
  if (const auto operation = binding.operation(e); operation && operation->kind == ArrayOperation::assign)
    return collectHoles(operation->operands[1], holes);
  llvm::ArrayRef<const Expr *> arguments(call ? call->getArgs() : construction->getArgs(),
                                         call ? call->getNumArgs() : construction->getNumArgs());
  if (call)
    collectHoles(call->getCallee(), holes);
  const unsigned object = isa<CXXOperatorCallExpr>(e) && isa_and_nonnull<CXXMethodDecl>(callee) ? 1 : 0;
  for (const auto &[index, argument] : llvm::enumerate(arguments)) {
    const bool isNamed = callee && index >= object && index - object < callee->getNumParams();
    const bool takesTemporary = isNamed && callee->getParamDecl(index - object)->getType()->isRValueReferenceType() &&
                                !callee->isTemplateInstantiation() && !callee->getPrimaryTemplate();
    if (!takesTemporary || !binding.arrayClass(argument->getType()))
      collectHoles(argument, holes);
  }
}

/// Whether the statement converts the array that `e` computes to a number.
bool FunctionLifter::isConverted(const Stmt *s, const Expr *e) const {
  if (const auto *whole = dyn_cast_or_null<Expr>(s))
    if (const auto operation = binding.operation(whole);
        operation && operation->kind == ArrayOperation::toScalar && stripped(operation->operands[0]) == e)
      return true;
  return s && llvm::any_of(s->children(), [&](const Stmt *child) { return isConverted(child, e); });
}

FunctionLifter::Holes FunctionLifter::liftHoles(const Stmt *s, const Stmt *whole) {
  llvm::SmallVector<const Expr *> candidates;
  collectHoles(s, candidates);
  const auto *expression = dyn_cast<Expr>(s);
  llvm::erase_if(candidates, [&](const Expr *e) { return !bytesOf(e) || (expression && stripped(expression) == e); });
  Holes holes;
  const auto *branch = dyn_cast<IfStmt>(s);
  if (candidates.empty() || changesBeside(branch ? branch->getCond() : s, candidates))
    return holes;
  for (const Expr *e : candidates)
    if (!liftHole(e, whole, holes))
      reportFailure();
  for (Hole &hole : holes.list)
    hole.isRead = isRead(hole, s);
  return holes;
}

/// Whether the number of the expression, in this text, comes to the host.
bool FunctionLifter::isRead(const Hole &hole, const Stmt *s) const {
  return scalarType(hole.expression->getType()) != type_id::none || isConverted(s, hole.expression);
}

bool FunctionLifter::liftHole(const Expr *e, const Stmt *whole, Holes &holes) {
  Hole hole{e, {}};
  const auto build = [&]() -> LogicalResult {
    beginStatement(whole, /*isEmpty=*/true);
    hole.values.clear();
    const bool isAggregate = !binding.arrayClass(e->getType()) && scalarType(e->getType()) == type_id::none;
    if (isAggregate) {
      const auto values = liftAggregate(e);
      if (failed(values))
        return mlir::failure();
      hole.values.assign(values->begin(), values->end());
      return mlir::success();
    }
    const OperandResult value = liftOperand(e);
    if (failed(value) || !mlir::isa<mlir::RankedTensorType>(value->value.getType()))
      return mlir::failure();
    hole.values.push_back(value->value);
    return mlir::success();
  };
  const auto buildAround = [&]() -> LogicalResult {
    while (blame = {}, !attempt(build))
      if ((blame.at == e && !liftableChoice(e)) || !makeOpaque(blame.at, whole))
        return mlir::failure();
    return mlir::success();
  };
  if (!attempt(buildAround))
    return false;
  holes.list.push_back(hole);
  holes.expressions.insert(e);
  return true;
}

/// Whether the emitted text for the value is a view: a part of a variable, or a variable that is one.
static bool isSpelledAsView(mlir::Value value) {
  auto read = value.getDefiningOp<gf::ReadOp>();
  auto root = read ? read.getRoot().getDefiningOp<gf::RootOp>() : gf::RootOp();
  return gf::shownArray(value.getDefiningOp()) || (root && root.getView());
}

/// What stands for a lifted expression, whose values are the holes from `number` on.
std::string FunctionLifter::textOf(const Hole &hole, unsigned number) const {
  const QualType type = hole.expression->getType();
  std::string text;
  for (size_t i = 0; i < hole.values.size(); ++i)
    text += (i ? ", $" : "$") + std::to_string(number + i);
  if (const auto array = binding.arrayClass(type)) // `auto y = x_part` would make a view of it
    return !array->isView && isSpelledAsView(hole.values.front()) ? qualifiedType(type, ast) + "(" + text + ")" : text;
  return scalarType(type) != type_id::none ? "static_cast<" + qualifiedType(type, ast) + ">(" + text + ")"
                                           : qualifiedType(type, ast) + "{" + text + "}";
}

/// The user's bytes with `$k` where an expression was lifted.
std::string FunctionLifter::textWithHoles(int64_t begin, int64_t end, const Holes &holes) const {
  std::vector<std::tuple<int64_t, int64_t, std::string>> edits;
  unsigned number = 0;
  for (const Hole &hole : holes.list) {
    const CharSourceRange range = fileRange(hole.expression, ast);
    edits.emplace_back(offsetOf(range.getBegin()), offsetOf(range.getEnd()), textOf(hole, number));
    number += hole.values.size();
  }
  llvm::sort(edits);
  std::string result;
  for (const auto &[from, to, text] : edits) {
    result += session.text.substr(begin, from - begin);
    result += text;
    begin = to;
  }
  return result + std::string(session.text.substr(begin, end - begin));
}

std::string FunctionLifter::textWithHoles(const Expr *e, const Holes &holes) const {
  const CharSourceRange range = fileRange(e, ast);
  return textWithHoles(offsetOf(range.getBegin()), offsetOf(range.getEnd()), holes);
}

} // namespace gpufuse

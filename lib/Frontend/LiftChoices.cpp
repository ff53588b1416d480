// `c ? a : b` between arrays becomes an `if`: only the arm that is chosen is computed, as in the user's text.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;
using mlir::failed;
using mlir::LogicalResult;
using mlir::success;

namespace gpufuse {

/// The choice that an expression is, if it makes a new array, can be written elsewhere, and has an arm to lift.
const ConditionalOperator *FunctionLifter::liftableChoice(const Expr *e) const {
  const auto *choice = dyn_cast<ConditionalOperator>(stripped(e));
  const auto type = choice ? binding.arrayClass(choice->getType()) : std::nullopt;
  if (!type || type->isView || type->element == type_id::none || choice->isGLValue() || state.scope.isInlined ||
      !bytesOf(choice) || fileRange(choice->getCond(), ast).isInvalid())
    return nullptr;
  const bool hasArm = holdsArrayStatement(choice->getTrueExpr()) || holdsArrayStatement(choice->getFalseExpr());
  return hasArm ? choice : nullptr;
}

/// `auto x = c ? a : b;` and `x = c ? a : b;`: the arms assign the variable itself.
bool FunctionLifter::liftChoiceStatement(const Stmt *s) {
  const ConditionalOperator *choice = nullptr;
  const VarDecl *declared = nullptr;
  ArrayVariable *assigned = nullptr;
  if (const auto *declaration = dyn_cast<DeclStmt>(s)) {
    declared = declaration->isSingleDecl() ? dyn_cast<VarDecl>(declaration->getSingleDecl()) : nullptr;
    const auto type = declared ? binding.arrayClass(declared->getType()) : std::nullopt;
    if (!type || type->isView || declared->getType()->isReferenceType() || !declared->getInit() ||
        declared->isStaticLocal() || !declared->getIdentifier())
      return false;
    choice = liftableChoice(declared->getInit());
  } else if (const auto *e = dyn_cast<Expr>(s)) {
    const auto operation = binding.operation(e);
    if (!operation || operation->kind != ArrayOperation::assign)
      return false;
    assigned = variableOf(operation->operands[0]);
    choice = liftableChoice(operation->operands[1]);
    if (!assigned || assigned->type.isView)
      return false;
  }
  const auto type = choice ? binding.arrayClass(choice->getType()) : std::nullopt;
  if (!type)
    return false;
  const auto build = [&]() -> LogicalResult {
    if (declared)
      assigned = declareVariable(declared, *type, declared->getName());
    if (type->element != assigned->type.element || failed(liftChoice(choice, assigned, s, declared != nullptr)))
      return mlir::failure();
    beginStatement(s); // nothing is left of its own text
    return success();
  };
  return attempt(build);
}

/// A choice inside a larger expression gets a variable before the statement.
bool FunctionLifter::hoistChoice(const Expr *e, const Stmt *statement) {
  const ConditionalOperator *choice = liftableChoice(e);
  if (!choice || opaque.contains(choice))
    return false;
  const ArrayClass type = *binding.arrayClass(choice->getType());
  const auto build = [&]() -> LogicalResult {
    ArrayVariable *variable = newVariable(e->getExprLoc(), uniqueName("choice"), type, /*escapes=*/false);
    if (failed(liftChoice(choice, variable, statement, /*declares=*/true)))
      return mlir::failure();
    opaque[choice] = variable;
    return success();
  };
  return attempt(build);
}

/// `Type name;` and a new line.
std::string FunctionLifter::declarationOf(QualType type, llvm::StringRef name) const {
  const std::string text = qualifiedType(type.getUnqualifiedType(), ast);
  return (llvm::StringRef(text).ltrim(':') + " " + name + ";\n").str();
}

mlir::Operation *FunctionLifter::beginChoice(SourceLocation location, int64_t place, llvm::StringRef text,
                                             const Holes &holes, const Effects &header) {
  const int64_t bodies[] = {place, place, place, place}, unbraced[] = {0, 1};
  auto control = builder.create<gf::ControlOp>(
      locationOf(location), "if", place, place, lineOf(location), builder.getDenseI64ArrayAttr(bodies),
      builder.getDenseI64ArrayAttr(unbraced), builder.getStringAttr(text), holes.values(), rootsOf(header.reads),
      rootsOf(header.writes), header.mayThrow, /*partsCount=*/2);
  holes.noteReads(control);
  return control;
}

/// `if (condition) target = one arm; else target = the other;` before the statement; `declares` the target too.
LogicalResult FunctionLifter::liftChoice(const ConditionalOperator *choice, ArrayVariable *target,
                                         const Stmt *statement, bool declares) {
  const Expr *condition = choice->getCond();
  const Holes holes = liftHoles(condition, statement);
  const Effects effects = effectsOf(condition, holes.expressions);
  std::string text = "if (" + textWithHoles(condition, holes) + ")";
  if (declares)
    text = declarationOf(choice->getType(), target->path.text) + text;
  const int64_t place = placeOf(statement);
  mlir::Operation *control = beginChoice(choice->getQuestionLoc(), place, text, holes, effects);
  const Effects all = effectsOf(choice);
  forget(effects);
  const auto known = state.known;
  const auto placeBefore = evaluatedAt;
  evaluatedAt = place;
  const Expr *const arms[] = {choice->getTrueExpr(), choice->getFalseExpr()};
  LogicalResult result = success();
  for (const auto &[index, arm] : llvm::enumerate(arms)) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&control->getRegion(index));
    state.known = known;
    if (succeeded(result))
      result = liftArm(arm, target, statement);
  }
  evaluatedAt = placeBefore;
  state.known = known;
  forget(all);
  rememberWrite(target, nullptr);
  return result;
}

LogicalResult FunctionLifter::liftArm(const Expr *arm, ArrayVariable *target, const Stmt *statement) {
  const auto opaqueBefore = opaque;
  const auto scalarsBefore = state.scalars;
  const std::string targetBefore = state.target;
  state.scalars.clear();
  state.target = nameForTarget(target->path.text);
  const auto build = [&]() -> LogicalResult {
    mlir::Block *block = builder.getInsertionBlock();
    beginStatement(statement, /*isEmpty=*/true);
    mlir::Operation *last = &block->back();
    const Result value = liftArray(arm);
    if (failed(value) || !isFresh(*value, last->getNextNode()))
      return mlir::failure();
    bindValue(*value, state.target, arm->getExprLoc(), last->getNextNode());
    builder.create<gf::AssignOp>(locationOf(arm->getExprLoc()), *value, target->root, /*declares=*/false);
    rememberWrite(target, *value);
    return success();
  };
  const auto buildAround = [&]() -> LogicalResult {
    while (blame = {}, !attempt(build))
      if (!makeOpaque(blame.at, statement))
        return mlir::failure();
    return success();
  };
  const bool isLifted = attempt(buildAround);
  if (isLifted) {
    ++state.numStatements;
  } else { // a variable, or what stays text
    const SpelledText text = spell(arm, state.scope, ast);
    if (!text)
      return failText(arm, text);
    if (blame.at && blame.at != arm)
      reportFailure();
    const Effects effects = effectsOf(arm);
    llvm::SmallVector<Value> writes = rootsOf(effects.writes);
    writes.push_back(target->root);
    const int64_t place = placeOf(statement);
    builder.create<gf::HostOp>(locationOf(arm->getExprLoc()), place, place, lineOf(arm->getExprLoc()),
                               builder.getStringAttr(target->path.text + " = " + text.text + ";"), mlir::ValueRange(),
                               rootsOf(effects.reads), writes, effects.mayThrow, effects.isObservable, /*exits=*/false);
    forget(effects);
  }
  opaque = opaqueBefore;
  state.scalars = scalarsBefore;
  state.target = targetBefore;
  return success();
}

} // namespace gpufuse

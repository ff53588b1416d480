// Reads and writes of array variables, and what is known of their values at each point.
#include "Frontend/FunctionLifter.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gpufuse {

ArrayVariable *FunctionLifter::variableOf(const Expr *e) {
  const auto type = binding.arrayClass(e->getType());
  const std::optional<ObjectPath> path = type ? resolve(e) : std::nullopt;
  return path ? variableFor(*path, *type) : nullptr;
}

ArrayVariable *FunctionLifter::variableFor(const ObjectPath &path, const ArrayClass &type) {
  if (type.element == type_id::none)
    return nullptr;
  ArrayVariable *&variable = state.variables[{path.base, path.path}];
  if (variable)
    return variable;
  allVariables.push_back(std::make_unique<ArrayVariable>(ArrayVariable{path, type, {}, false, {}}));
  variable = allVariables.back().get();
  classify(*variable, facts);
  placeRoot(*variable);
  return variable;
}

/// A new variable whose root stands here: a local of the function, or one that lifting made up.
ArrayVariable *FunctionLifter::declareVariable(const ValueDecl *declaration, const ArrayClass &type,
                                               llvm::StringRef name) {
  const auto *canonical = cast<ValueDecl>(declaration->getCanonicalDecl());
  allVariables.push_back(
      std::make_unique<ArrayVariable>(ArrayVariable{{canonical, "", name.str()}, type, {}, false, {}}));
  ArrayVariable *variable = allVariables.back().get();
  classify(*variable, facts);
  variable->root = builder.create<gf::RootOp>(locationOf(declaration->getLocation()),
                                              gf::RootType::get(builder.getContext(), arrayType(type)), name,
                                              variable->kind, variable->escapes, type.isView);
  state.variables[{canonical, ""}] = variable;
  return variable;
}

ArrayVariable *FunctionLifter::newVariable(SourceLocation location, const std::string &name, const ArrayClass &type,
                                           bool escapes) {
  allVariables.push_back(
      std::make_unique<ArrayVariable>(ArrayVariable{{nullptr, "opaque " + name, name}, type, {}, escapes, {}}));
  ArrayVariable *variable = allVariables.back().get();
  variable->root =
      builder.create<gf::RootOp>(locationOf(location), gf::RootType::get(builder.getContext(), arrayType(type)), name,
                                 variable->kind, escapes, type.isView);
  return variable;
}

/// Parameters, members and globals at the function's begin; parts of a local behind its declaration.
void FunctionLifter::placeRoot(ArrayVariable &variable) {
  const mlir::OpBuilder::InsertionGuard guard(builder);
  const auto *local = dyn_cast_or_null<VarDecl>(variable.path.base);
  const auto declared = local ? declaredAfter.find(variable.path.base) : declaredAfter.end();
  mlir::Operation *after = declared != declaredAfter.end() ? declared->second.second : lastEntryRoot;
  mlir::Block *block = declared != declaredAfter.end() ? declared->second.first : nullptr;
  if (!block) {
    mlir::Operation *parent = builder.getInsertionBlock()->getParentOp();
    while (parent->getParentOp() && !isa<mlir::ModuleOp>(parent->getParentOp()))
      parent = parent->getParentOp();
    block = &parent->getRegion(0).front();
  }
  if (after)
    builder.setInsertionPointAfter(after);
  else
    builder.setInsertionPointToStart(block);
  const SourceLocation place = variable.path.base ? variable.path.base->getLocation() : fused.function->getLocation();
  auto root =
      builder.create<gf::RootOp>(locationOf(place), gf::RootType::get(builder.getContext(), arrayType(variable.type)),
                                 variable.path.text, variable.kind, variable.escapes, variable.type.isView);
  variable.root = root;
  if (declared == declaredAfter.end())
    lastEntryRoot = root;
}

namespace {

/// Collects expressions that may name an array, in the order of the text.
struct ArrayNames : RecursiveASTVisitor<ArrayNames> {
  const ArrayBinding &binding;
  llvm::SmallVector<const Expr *> found;

  explicit ArrayNames(const ArrayBinding &binding) : binding(binding) {}
  static bool shouldVisitImplicitCode() { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *e) { return add(e); }
  bool VisitMemberExpr(MemberExpr *e) { return add(e); }
  bool add(const Expr *e) {
    if (binding.arrayClass(e->getType()))
      found.push_back(e);
    return true;
  }
};

} // namespace

/// Roots of everything that the body names and that lives outside it, so that calls know what they may change.
void FunctionLifter::declareEntryRoots(const Stmt *body) {
  ArrayNames names(binding);
  names.TraverseStmt(const_cast<Stmt *>(body));
  for (const Expr *e : names.found) {
    const std::optional<ObjectPath> path = resolve(e);
    if (!path)
      continue;
    const auto *declared = dyn_cast_or_null<VarDecl>(path->base);
    const bool isParameter = declared && isa<ParmVarDecl>(declared) && declared->getDeclContext() == fused.function;
    const bool isGlobal = declared && declared->hasGlobalStorage() && !declared->isStaticLocal();
    if (path->base && !isParameter && !isGlobal)
      continue;
    (void)variableOf(e);
  }
}

mlir::Value FunctionLifter::read(ArrayVariable *variable, SourceLocation place) {
  Value &known = state.known[variable];
  if (!known)
    known = builder.create<gf::ReadOp>(named(nameForTarget(variable->path.text), locationOf(place)),
                                       arrayType(variable->type), variable->root);
  return known;
}

/// What a body declared is gone behind it.
void FunctionLifter::forgetVariablesIn(mlir::Operation *control) {
  std::erase_if(state.variables, [&](const auto &entry) {
    return entry.second->root && control->isAncestor(entry.second->root.getDefiningOp());
  });
}

/// After a write, what other names for the same storage hold is unknown.
void FunctionLifter::rememberWrite(ArrayVariable *variable, Value value) {
  if (variable->escapes)
    for (auto &[other, known] : state.known)
      if (other->escapes && other->type.element == variable->type.element)
        known = nullptr;
  const bool mayOverlapItself = variable->type.isView;
  state.known[variable] = mayOverlapItself ? nullptr : value;
}

void FunctionLifter::forget(const Effects &effects) {
  for (ArrayVariable *variable : effects.writes)
    rememberWrite(variable, nullptr);
  if (effects.touchesEscaping) // whatever else they may be the same storage as
    for (auto &[variable, known] : state.known)
      if (variable->escapes)
        known = nullptr;
}

Effects FunctionLifter::effectsOf(const Stmt *s, const llvm::DenseSet<const Stmt *> &without) {
  const PathResolver paths(state.scope, facts);
  const auto find = [&](const ObjectPath &path, const ArrayClass &type) -> ArrayVariable * {
    const auto *local = dyn_cast_or_null<VarDecl>(path.base);
    const bool isLocal = isa_and_nonnull<BindingDecl>(path.base) || (local && local->isLocalVarDecl());
    const bool isDeclaredInside =
        isLocal && !declaredAfter.contains(path.base) && !state.variables.contains({path.base, path.path});
    return isDeclaredInside ? nullptr : variableFor(path, type);
  };
  Effects effects = EffectsReader(binding, session.harmless, paths, facts, find, without).read(s);
  for (const auto &variable : allVariables) {
    const auto current = state.variables.find({variable->path.base, variable->path.path});
    if (!variable->escapes || current == state.variables.end() || current->second != variable.get())
      continue;
    const bool isView = variable->type.isView;
    if (effects.touchesEscaping || (isView && (effects.readsMemory || effects.writesMemory)))
      effects.reads.insert(variable.get());
    const auto *declared = dyn_cast_or_null<VarDecl>(variable->path.base);
    const bool isConstant = !isView && declared && declared->getType().isConstQualified();
    if (!isConstant && (effects.touchesEscaping || (isView && effects.writesMemory)))
      effects.writes.insert(variable.get());
  }
  return effects;
}

/// Whether the value was computed since `firstNew` and no variable holds it yet: an assignment may move it.
bool FunctionLifter::isFresh(Value value, mlir::Operation *firstNew) {
  mlir::Operation *op = value.getDefiningOp();
  if (auto read = mlir::dyn_cast_or_null<gf::ReadOp>(op)) // of a variable that this statement made for itself
    op = read.getRoot().getDefiningOp() && read.getRoot().getDefiningOp()->hasAttr(gf::kTemporary)
             ? read.getRoot().getDefiningOp()
             : nullptr;
  if (!op || !firstNew || op->getBlock() != firstNew->getBlock() || op->isBeforeInBlock(firstNew))
    return false;
  return llvm::none_of(value.getUsers(), [](mlir::Operation *user) { return mlir::isa<gf::AssignOp>(user); });
}

/// Gives a value the name of the user's variable, if this statement computed it.
void FunctionLifter::bindValue(Value value, llvm::StringRef name, SourceLocation place, mlir::Operation *firstNew) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op || isa<gf::ReadOp>(op) || !firstNew || op->getBlock() != firstNew->getBlock() ||
      op->isBeforeInBlock(firstNew))
    return;
  op->setLoc(named(name, locationOf(place)));
}

} // namespace gpufuse

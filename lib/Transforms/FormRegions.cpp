// gf-form-regions: walks each block once and grows groups; asks legality and profit, decides nothing itself.
#include "IR/Stages.h"
#include "IR/ValueNames.h"
#include "Transforms/FusionLegality.h"
#include "Transforms/FusionProfit.h"
#include "Transforms/GroupBuilder.h"
#include "Transforms/Passes.h"
#include "Transforms/Refusals.h"
#include "Transforms/StatementChecks.h"

namespace gpufuse {
#define GEN_PASS_DEF_GFFORMREGIONS
#include "Transforms/Passes.h.inc"

using namespace mlir;
using namespace gf;

namespace {

/// What one run over a function shares between its blocks.
struct FormationState {
  bool noFuse = false;
  int64_t remainingJoins = -1; ///< joins of two statements still allowed; negative: all
  SmallVector<Attribute> refused;
};

/// Forms the regions of one block. Invariant: no open group uses a value of another open group, so they can be
/// closed in any order.
class RegionFormer {
public:
  using StatementMap = DenseMap<Operation *, Operation *>;

  RegionFormer(Block &block, FormationState &state) : block(block), state(state), extents(block) {}

  /// For the one-by-one copy of a region: `statements` says which member belongs to which statement.
  RegionFormer(Block &block, FormationState &state, StatementMap statements)
      : block(block), state(state), extents(block), statements(std::move(statements)), isFallback(true) {}

  void run() {
    for (Operation &op : block)
      order.insert({&op, static_cast<int64_t>(order.size())});
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(op);
    closeAll(BlockReason::hostTextBetween, nullptr);
    makeChecksInTime(block, order);
  }

private:
  void visit(Operation &op) {
    if (isa<StatementOp, HostOp, ControlOp>(op))
      current = &op;
    if (!isFallback)
      statements[&op] = current;
    if ((state.noFuse || isFallback) && statements[&op] != lastStatement)
      closeAll(BlockReason::fusionOff, nullptr);
    lastStatement = statements[&op];

    if (auto host = dyn_cast<HostOp>(op))
      return visitHost(host);
    if (auto control = dyn_cast<ControlOp>(op))
      return visitControl(control);
    if (auto scalar = dyn_cast<ScalarOp>(op))
      return visitScalar(scalar);
    if (isCheck(&op) || isa<DrawOp>(op))
      return passBy(op, isCheck(&op));
    if (isa<ExtentOp, SliceOp, ViewOp, ShapeOfOp>(op)) {
      closeProducer(op.getOperand(0), BlockReason::needsWholeResult, &op);
      closeBinders(leafOf(op.getOperand(0)), op);
      if (auto view = dyn_cast<ViewOp>(op); view && view.getKind() == ViewKind::Reshape)
        copyUnlessWhole(view);
      return isCheckedView(&op) ? passBy(op, /*throws=*/true) : void();
    }
    if (canBeMember(&op))
      place(op);
  }

  //===-- Host code ends groups that it could see ----------------------------------------------------------===//

  void visitHost(HostOp host) {
    const BlockReason reason =
        host->hasAttr("gf.library_calls") ? BlockReason::libraryCall : BlockReason::hostTextBetween;
    for (const Value hole : host.getHoles())
      closeProducer(hole, reason, host);
    closeIf(reason, host, [&](const FusionGroup &group) {
      return host.getExits() || touchesAny(group, host.getWrites()) || writesAny(group, host.getReads());
    });
    if (host.getMayThrow() || host.getObservable())
      passBy(*host, host.getMayThrow());
  }

  void visitControl(ControlOp control) {
    closeAll(BlockReason::hostTextBetween, control);
    for (Region &part : control.getParts())
      for (Block &inner : part)
        RegionFormer(inner, state).run();
  }

  void visitScalar(ScalarOp scalar) {
    for (const Value hole : scalar.getHoles())
      closeProducer(hole, BlockReason::hostTextBetween, scalar);
    closeWriters(scalar.getReads(), scalar);
    if (scalar.getMayThrow() || scalar.getObservable())
      passBy(*scalar, scalar.getMayThrow());
  }

  /// The open groups but `target` move past `op`, which others can see. What they have written must be seen before it
  /// throws, and before what they check behind the write: such checks are made before `op` (see makeChecksInTime).
  void passBy(Operation &op, bool throws, const FusionGroup *target = nullptr) {
    Operation *check = throws ? &op : lastThrowing();
    if (check)
      closeIf(BlockReason::throwsAfterWrite, &op, [&](const FusionGroup &group) {
        return &group != target && llvm::any_of(group.members, [&](Operation *member) {
          return isVisibleWrite(member) && member->isBeforeInBlock(check);
        });
      });
  }

  /// The last member of an open group that may throw.
  Operation *lastThrowing() const {
    Operation *last = nullptr;
    for (const auto &group : open)
      for (Operation *member : group->members)
        if (mayThrow(member) && (!last || last->isBeforeInBlock(member)))
          last = member;
    return last;
  }

  //===-- Placing a member ----------------------------------------------------------------------------------===//

  void place(Operation &op) {
    if (!isFallback)
      forwardReads(op);
    const bool isCopyOfVariable = isa<AssignOp>(op) && !findProducer(op.getOperand(0));
    FusionGroup *target = isCopyOfVariable ? nullptr : chooseGroup(op);
    keepOrder(op, target);
    if (mayThrow(&op) || isVisibleWrite(&op))
      passBy(op, mayThrow(&op), target);
    if (isa<AssignOp>(op) && (!target || !isOpen(target)))
      return; // `y = x`, or what a region made that is closed: two handles, no kernel
    if (!target || !isOpen(target))
      target = openGroupFor(op);
    join(*target, op);
  }

  /// `x += a; y = x * b;`: in the group that updates x, the read of x is the value just computed. The read stays for
  /// the fallback, where x may have changed through another name.
  void forwardReads(Operation &op) {
    for (OpOperand &operand : op.getOpOperands()) {
      const Leaf leaf = leafOf(operand.get());
      if (!leaf.root || leaf.part)
        continue;
      for (auto &group : open) {
        Operation *write = lastWrite(*group, leaf.root);
        if (!write || leaf.read->getBlock() != write->getBlock() || leaf.read->isBeforeInBlock(write))
          continue;
        const Value value = valueOfVariable(write);
        if (value && value.getType() == operand.get().getType() && group->produces(value))
          forward(*group, operand, value);
      }
    }
  }

  void forward(FusionGroup &group, OpOperand &operand, Value value) {
    const Value read = operand.get();
    operand.set(value);
    if (check(group, *operand.getOwner()).isAllowed())
      group.forwarded.push_back({operand.getOwner(), operand.getOperandNumber(), read});
    else
      operand.set(read);
  }

  /// The open group that `op` joins, or null. Producers in other groups are closed: their results are needed.
  FusionGroup *chooseGroup(Operation &op) {
    SmallVector<FusionGroup *> producers;
    for (const Value operand : op.getOperands())
      if (FusionGroup *producer = findProducer(operand); producer && !llvm::is_contained(producers, producer))
        producers.push_back(producer);

    FusionGroup *target = nullptr;
    SmallVector<std::pair<FusionGroup *, FusionVerdict>> blocked;
    for (FusionGroup *producer : producers) {
      if (target && mergeInto(*target, *producer, op))
        continue;
      const FusionVerdict verdict =
          target ? FusionVerdict::blocked(BlockReason::differentExtents, target->last()) : check(*producer, op);
      if (verdict.isAllowed())
        target = producer;
      else
        blocked.emplace_back(producer, verdict);
    }
    for (auto &[producer, verdict] : blocked)
      close(*producer, verdict.getReason(), verdict.getLine());
    if (target || isa<AssignOp>(op))
      return target;
    for (auto &group : open)
      if (check(*group, op).isAllowed())
        return group.get();
    return nullptr;
  }

  /// Maps over rows and maps over columns that meet in `op` are one group over its space. Returns whether they are.
  bool mergeInto(FusionGroup &target, FusionGroup &other, Operation &op) {
    const auto isOfMaps = [](const FusionGroup &group) {
      return llvm::none_of(group.members, llvm::IsaPred<ReduceOp, StackOp, AssignOp, StoreOp>);
    };
    if (isFallback || state.remainingJoins == 0 || !isOfMaps(target) || !isOfMaps(other) || op.getNumResults() == 0 ||
        !broadcastsInto(other.extents, extents.of(op.getResult(0))))
      return false;
    FusionGroup both = target;
    both.members.insert(other.members.begin(), other.members.end());
    auto members = both.members.takeVector();
    llvm::sort(members, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    both.members.insert(members.begin(), members.end());
    both.forwarded.append(other.forwarded);
    if (!check(both, op).isAllowed())
      return false;
    target = std::move(both);
    llvm::erase_if(open, [&](const auto &candidate) { return candidate.get() == &other; });
    return true;
  }

  FusionVerdict check(const FusionGroup &group, Operation &op) {
    effects = {};
    const FusionVerdict legal = canJoin(group, &op, extents, /*mayGuard=*/!isFallback, effects);
    if (!legal.isAllowed())
      return legal;
    if (isFallback && !isOnlyUse(group, op))
      return FusionVerdict::blocked(BlockReason::fusionOff, group.last());
    const bool joinsStatements = !group.members.empty() && statements[group.last()] != statements[&op];
    if (joinsStatements && state.remainingJoins == 0)
      return FusionVerdict::blocked(BlockReason::limitReached, group.last());
    return isWorthFusing(group, &op, effects.extents, extents);
  }

  /// Fallback regions have one output, so that broadcasting at run time cannot give two outputs different shapes: a
  /// member's result may only be used by members and by what joins.
  static bool isOnlyUse(const FusionGroup &group, Operation &op) {
    const bool isWrite = writtenRoot(&op) != nullptr;
    return llvm::all_of(group.members, [&](Operation *member) {
      if (writtenRoot(member))
        return false;
      return llvm::all_of(member->getUsers(), [&](Operation *user) {
        return user == &op || group.contains(user) || (isWrite && op.getOperand(0).getDefiningOp() == member);
      });
    });
  }

  /// Other groups that read what `op` writes, or write what it reads, must run first.
  void keepOrder(Operation &op, FusionGroup *target) {
    SmallVector<Value> reads, writes;
    for (const Value operand : op.getOperands())
      if (const Leaf leaf = leafOf(operand); leaf.root)
        reads.push_back(leaf.root);
    if (const Value root = writtenRoot(&op))
      writes.push_back(root);
    closeIf(BlockReason::circular, &op, [&](const FusionGroup &group) {
      return &group != target && (writesAny(group, reads) || touchesAny(group, writes));
    });
  }

  /// A group of its own. A store that overlaps its own operand first gets a copy of the operand.
  FusionGroup *openGroupFor(Operation &op) {
    if (const FusionVerdict verdict = check(FusionGroup(), op); !verdict.isAllowed()) {
      auto store = cast<StoreOp>(op);
      OpBuilder builder(store);
      auto copy = builder.create<CastOp>(store.getLoc(), store.getValue().getType(), store.getValue());
      extents.setSame(copy, store.getValue());
      store.getValueMutable().assign(copy);
      statements[copy] = statements[&op];
      open.push_back(std::make_unique<FusionGroup>());
      join(*open.back(), *copy);
      close(*open.back(), verdict.getReason(), verdict.getLine());
    }
    open.push_back(std::make_unique<FusionGroup>());
    return open.back().get();
  }

  /// Only elements in row-major order have any shape: of a part, or of a variable that is a view, a copy is reshaped.
  void copyUnlessWhole(ViewOp view) {
    const Leaf leaf = leafOf(view.getArray());
    auto root = leaf.root ? leaf.root.getDefiningOp<RootOp>() : RootOp();
    if (!leaf.part && (root ? !root.getView() : view.getArray().getDefiningOp<RegionOp>() != nullptr))
      return;
    OpBuilder builder(view);
    const std::string name =
        nameInMessages(leaf.read ? Value(leaf.read->getResult(0)) : Value(view.getArray())) + "_copy";
    const Location location = NameLoc::get(builder.getStringAttr(name), view.getLoc());
    auto copy = builder.create<CastOp>(location, view.getArray().getType(), view.getArray());
    extents.setSame(copy, view.getArray());
    view.getArrayMutable().assign(copy);
    statements[copy] = statements[view];
    place(*copy);
    closeProducer(copy, BlockReason::needsWholeResult, view);
  }

  void join(FusionGroup &group, Operation &op) {
    const FusionVerdict verdict = check(group, op);
    assert(verdict.isAllowed() && "joins only what was allowed");
    (void)verdict;
    if (!group.members.empty() && statements[group.last()] != statements[&op] && state.remainingJoins > 0)
      --state.remainingJoins;
    if (!isFallback)
      refusals.noteOperands(op, statements[&op], state.refused);
    group.members.insert(&op);
    group.extents = effects.extents;
    group.hasSpace = group.hasSpace || !isa<StoreOp>(op) || !effects.extents.empty();
    for (auto [written, other] : effects.disjoint)
      group.requireDisjoint(written, other);
  }

  //===-- Closing groups ------------------------------------------------------------------------------------===//

  FusionGroup *findProducer(Value value) {
    for (auto &group : open)
      if (group->produces(value))
        return group.get();
    return nullptr;
  }

  bool isOpen(FusionGroup *group) {
    return llvm::any_of(open, [&](const auto &candidate) { return candidate.get() == group; });
  }

  void closeProducer(Value value, BlockReason reason, Operation *other) {
    if (FusionGroup *group = findProducer(value))
      close(*group, reason, lineOf(other->getLoc()));
  }

  /// What is read of a variable's extents or parts needs the array that the variable is bound to by then.
  void closeBinders(const Leaf &leaf, Operation &op) {
    if (leaf.root)
      closeIf(BlockReason::needsWholeResult, &op, [&](const FusionGroup &group) {
        return llvm::any_of(group.members, [&](Operation *member) {
          return isa<AssignOp>(member) && mayAlias(writtenRoot(member), leaf.root) &&
                 leaf.read->getBlock() == member->getBlock() && member->isBeforeInBlock(leaf.read);
        });
      });
  }

  void closeWriters(ValueRange roots, Operation *other) {
    closeIf(BlockReason::hostTextBetween, other, [&](const FusionGroup &group) { return writesAny(group, roots); });
  }

  template <class Predicate> void closeIf(BlockReason reason, Operation *other, Predicate predicate) {
    SmallVector<FusionGroup *> closing;
    for (auto &group : open)
      if (predicate(*group))
        closing.push_back(group.get());
    for (FusionGroup *group : closing)
      close(*group, reason, other ? lineOf(other->getLoc()) : 0);
  }

  void closeAll(BlockReason reason, Operation *other) {
    closeIf(reason, other, [](const FusionGroup &) { return true; });
  }

  void close(FusionGroup &group, BlockReason reason, int64_t line) {
    IRMapping copyOf;
    StatementMap statementOfCopy;
    RegionOp region = buildRegion(group, extents, /*mayHaveFallback=*/!isFallback, copyOf);
    for (auto [original, copy] : copyOf.getOperationMap())
      statementOfCopy[copy] = statements.lookup(original);
    if (!region.getFallback().empty())
      RegionFormer(region.getFallback().front(), state, std::move(statementOfCopy)).run();
    refusals.noteEnd(region, group, reason, line);
    llvm::erase_if(open, [&](const auto &candidate) { return candidate.get() == &group; });
  }

  Block &block;
  FormationState &state;
  SymbolicExtents extents;
  StatementMap statements; ///< the statement marker that an operation stands behind
  bool isFallback = false;
  Operation *current = nullptr, *lastStatement = nullptr;
  SmallVector<std::unique_ptr<FusionGroup>> open;
  JoinEffects effects; ///< of the last `check`
  ProgramOrder order;
  Refusals refusals;
};

struct FormRegions : impl::GFFormRegionsBase<FormRegions> {
  using GFFormRegionsBase::GFFormRegionsBase;

  void runOnOperation() override {
    if (failed(requireStage(getOperation(), Stage::lifted)))
      return signalPassFailure();
    if (getOperation().isExternal())
      return;
    FormationState state;
    state.noFuse = noFuse;
    state.remainingJoins = fuseLimit;
    RegionFormer(getOperation().getBody().front(), state).run();
    numberRegions(getOperation());
    getOperation()->setAttr("gf.refused", ArrayAttr::get(&getContext(), state.refused));
  }
};

} // namespace
} // namespace gpufuse

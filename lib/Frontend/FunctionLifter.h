// Lifts the array statements of one function into one func.func; the frontend's centre, its parts are in the
// files named beside the declarations.
#pragma once

#include "Frontend/ArrayVariables.h"
#include "Frontend/DeviceNumbers.h"
#include "Frontend/FusedFunctions.h"
#include "Frontend/HostEffects.h"
#include "Frontend/ScalarText.h"
#include "IR/ElementTypes.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

#include <set>

namespace gpufuse {

/// What the functions of one file share.
struct LiftSession {
  const clang::ASTContext &ast;
  const ArrayBinding &binding;
  const Reporter &reporter;
  HarmlessCalls &harmless;
  mlir::ModuleOp module;
  std::string mainFile;                             ///< as the user gave it, for locations
  std::string_view text;                            ///< its bytes
  llvm::StringSet<> identifiers;                    ///< every identifier in it: new names avoid them
  std::set<std::string> symbols;                    ///< names of functions and device functions so far
  llvm::DenseSet<const clang::Expr *> inlined;      ///< calls that became operations
  std::set<std::pair<unsigned, DiagnosticId>> told; ///< what was reported where: templates report once
};

/// Why something was not lifted, and which expression of the function being lifted is to blame.
struct LiftFailure {
  const clang::Expr *at = nullptr;
  DiagnosticId id = DiagnosticId::unsupported_operation;
  std::string what, reason;
};

class FunctionLifter {
public:
  FunctionLifter(LiftSession &session, const FusedFunction &fused);

  /// Builds the function's operation; nothing is left in the module if there is no array statement in it.
  void lift();

private:
  using Value = mlir::Value;
  using Result = mlir::FailureOr<mlir::Value>;
  using Expr = clang::Expr;

  /// A value that takes part in an operation; a weak one counts by its kind only.
  struct Operand {
    Value value;
    bool isWeak = false;
    const Expr *text = nullptr; ///< of a scalar that is not constant
  };
  using OperandResult = mlir::FailureOr<Operand>;

  /// What a failed attempt restores.
  struct State {
    NameScope scope;
    std::map<std::pair<const clang::ValueDecl *, std::string>, ArrayVariable *> variables;
    llvm::DenseMap<ArrayVariable *, Value> known;           ///< values that variables hold here
    llvm::StringMap<Value> scalars;                         ///< of this statement, by text
    std::set<std::string> names;                            ///< names made up so far
    std::string target;                                     ///< the variable that the expression is for
    llvm::SmallVector<const clang::FunctionDecl *> callees; ///< bodies being inlined, outermost first
    std::optional<mlir::Location> callSite;                 ///< of the outermost of them
    std::optional<int64_t> callLine;                        ///< where its statements stand in the user's file
    llvm::DenseMap<const clang::FunctionDecl *, std::string> deviceFunctions; ///< copied for kernels, and their names
    unsigned numStatements = 0;
  };

  LiftSession &session;
  const FusedFunction &fused;
  const clang::ASTContext &ast;
  const ArrayBinding &binding;
  FunctionFacts facts;
  Numbers deviceNumbers;
  mlir::OpBuilder builder;
  State state;
  LiftFailure blame;
  std::vector<std::unique_ptr<ArrayVariable>> allVariables;
  llvm::DenseMap<const Expr *, ArrayVariable *> opaque;    ///< operands of this statement that stay text
  llvm::DenseMap<const Expr *, std::string> opaqueScalars; ///< numbers declared before this statement, and their names
  static constexpr llvm::StringLiteral kChangesArrays = "it changes array variables";
  std::optional<int64_t> evaluatedAt; ///< where what is lifted stands in the output, if not at its own text
  llvm::DenseMap<const clang::ValueDecl *, std::pair<mlir::Block *, mlir::Operation *>> declaredAfter;
  std::vector<mlir::Operation *> inserted;
  mlir::Operation *lastEntryRoot = nullptr;
  struct InsertionLog;

  // FunctionLifter.cpp: the function, attempts, names, places
  void addFunctionAttributes(mlir::Operation *function);
  [[nodiscard]] bool keepOnHost(mlir::Operation *function);
  [[nodiscard]] bool attempt(llvm::function_ref<mlir::LogicalResult()> build);
  mlir::LogicalResult fail(const Expr *at, DiagnosticId id, const llvm::Twine &what, const llvm::Twine &reason);
  mlir::LogicalResult failText(const Expr *at, const SpelledText &text);
  void report(clang::SourceLocation place, DiagnosticId id, llvm::ArrayRef<std::string> arguments,
              clang::SourceRange range = {});
  void reportFailure();
  [[nodiscard]] std::string uniqueName(llvm::StringRef wanted);
  /// An identifier for what a path spells: `position` for `this->position`, `state_v` for `state.v`.
  [[nodiscard]] static std::string nameForTarget(llvm::StringRef text);
  [[nodiscard]] mlir::Location locationOf(clang::SourceLocation place) const;
  [[nodiscard]] mlir::Location named(llvm::StringRef name, mlir::Location location) const;
  [[nodiscard]] int64_t offsetOf(clang::SourceLocation place) const;
  [[nodiscard]] int64_t lineOf(clang::SourceLocation place) const;
  [[nodiscard]] std::string text(int64_t begin, int64_t end) const {
    return std::string(session.text.substr(begin, end - begin));
  }
  [[nodiscard]] mlir::Type irType(type_id type) const;
  [[nodiscard]] mlir::RankedTensorType arrayType(type_id element, int64_t rank) const;
  [[nodiscard]] mlir::RankedTensorType arrayType(const ArrayClass &type) const {
    return arrayType(type.element, type.rank);
  }

  // LiftVariables.cpp: reads, writes, what is known
  [[nodiscard]] std::optional<ObjectPath> resolve(const Expr *e) const {
    return PathResolver(state.scope, facts).resolve(e);
  }
  [[nodiscard]] ArrayVariable *variableOf(const Expr *e);
  [[nodiscard]] ArrayVariable *variableFor(const ObjectPath &path, const ArrayClass &type);
  [[nodiscard]] ArrayVariable *declareVariable(const clang::ValueDecl *declaration, const ArrayClass &type,
                                               llvm::StringRef name);
  void placeRoot(ArrayVariable &variable);
  void declareEntryRoots(const clang::Stmt *body);
  [[nodiscard]] Value read(ArrayVariable *variable, clang::SourceLocation place);
  void forgetVariablesIn(mlir::Operation *control);
  void rememberWrite(ArrayVariable *variable, Value value);
  void forget(const Effects &effects);
  [[nodiscard]] Effects effectsOf(const clang::Stmt *s, const llvm::DenseSet<const clang::Stmt *> &without = {});
  void bindValue(Value value, llvm::StringRef name, clang::SourceLocation place, mlir::Operation *firstNew);

  [[nodiscard]] static bool isFresh(Value value, mlir::Operation *firstNew);

  // LiftExpressions.cpp: array expressions
  [[nodiscard]] Result liftArray(const Expr *e);
  [[nodiscard]] Result liftOperation(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] OperandResult liftOperand(const Expr *e);
  [[nodiscard]] Result liftCopy(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftElementwise(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] mlir::Value current(const Expr *e, mlir::Value value);
  [[nodiscard]] Result buildElementwise(const Expr *e, llvm::StringRef name, llvm::ArrayRef<Operand> operands);
  [[nodiscard]] static type_id promotedType(llvm::ArrayRef<Operand> operands);
  [[nodiscard]] Result convertOperand(const Expr *e, const Operand &operand, type_id type);
  [[nodiscard]] Value castTo(Value value, type_id type, mlir::Location location);
  [[nodiscard]] Result liftReduce(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] mlir::FailureOr<ReductionPlace> liftPlaces(const Expr *e, const ArrayOperation &operation, int rank);
  [[nodiscard]] mlir::FailureOr<ReductionPlace> namedPlaces(const Expr *e, const ArrayOperation &operation, int rank);

  // LiftParts.cpp: slices, views, arrays put together
  [[nodiscard]] Result liftSlice(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] mlir::LogicalResult liftPattern(const ArrayOperation &operation, int rank,
                                                llvm::SmallVectorImpl<int32_t> &pattern,
                                                llvm::SmallVectorImpl<Value> &bounds);
  [[nodiscard]] Result liftView(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] static llvm::SmallVector<int64_t> identityOrder(int64_t rank);
  [[nodiscard]] static llvm::SmallVector<int64_t> orderOf(const ArrayOperation &operation, const ReductionPlace &places,
                                                          llvm::ArrayRef<int64_t> numbers, int64_t rank);
  [[nodiscard]] mlir::LogicalResult constantNumbers(const Expr *e, const ArrayOperation &operation,
                                                    llvm::SmallVectorImpl<int64_t> &numbers);
  [[nodiscard]] Result permute(const Expr *e, Value array, llvm::ArrayRef<int64_t> order);
  [[nodiscard]] Result reverse(const Expr *e, Value array, llvm::ArrayRef<int64_t> dimensions);
  [[nodiscard]] Result turn(const Expr *e, Value array, int64_t quarters);
  [[nodiscard]] Result liftNewDimension(const Expr *e, const ArrayOperation &operation, Value array);
  [[nodiscard]] Result reshape(const Expr *e, const ArrayOperation &operation, const ReductionPlace &places,
                               Value array);
  [[nodiscard]] Result liftRepeat(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftDiagonal(const Expr *e, const ArrayOperation &operation, Value array);
  [[nodiscard]] Result showAs(const Expr *e, gf::ViewKind kind, Value array, llvm::ArrayRef<int64_t> extents,
                              llvm::ArrayRef<int64_t> numbers, mlir::ValueRange bounds);
  [[nodiscard]] mlir::FailureOr<llvm::SmallVector<Value>> liftJoined(const Expr *e, const ArrayOperation &operation,
                                                                     int64_t &axis);
  [[nodiscard]] Result liftStack(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftConcatenate(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result checked(const Expr *e, Value value);

  // LiftScalars.cpp: numbers
  [[nodiscard]] Result liftScalar(const Expr *e);
  [[nodiscard]] Result liftExtent(const Expr *e);
  [[nodiscard]] Result constantValue(const Expr *e);
  [[nodiscard]] Value constant(double number, type_id type, mlir::Location location);
  [[nodiscard]] Value constant(llvm::APFloat number, type_id type, mlir::Location location);
  [[nodiscard]] Value constant(const llvm::APSInt &number, type_id type, mlir::Location location);
  [[nodiscard]] Value constantInteger(int64_t number, mlir::Location location);
  [[nodiscard]] bool isFixed(const Expr *e) const;
  [[nodiscard]] std::string scalarNameFor(llvm::StringRef text) const;
  [[nodiscard]] Result captureScalar(const Expr *e, const SpelledText &spelled, type_id type, llvm::StringRef cppType,
                                     bool isDirect);
  [[nodiscard]] Result liftShapeRead(const Expr *e, const ArrayOperation &operation);

  // DeviceNumbers.cpp: numbers that stay on the device
  [[nodiscard]] mlir::LogicalResult liftDeviceNumber(const clang::VarDecl *variable);
  [[nodiscard]] bool isDeviceNumber(const Expr *e) const;
  [[nodiscard]] Result liftNumber(const Expr *e);

  // LiftFactories.cpp: arrays out of nothing
  [[nodiscard]] mlir::FailureOr<llvm::SmallVector<Value>> liftShape(const Expr *e, const ShapeSource &shape, int rank);
  [[nodiscard]] Result liftEmpty(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftFill(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftRangeAlong(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftRange(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftLinspace(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] Result liftRandom(const Expr *e, const ArrayOperation &operation);

  // LiftStatements.cpp: array statements
  void liftBlock(const clang::CompoundStmt *block);
  void liftStatement(const clang::Stmt *s);
  void startStatement();
  [[nodiscard]] bool liftArrayStatement(const clang::Stmt *s);
  [[nodiscard]] mlir::LogicalResult liftDeclaration(const clang::DeclStmt *s);
  [[nodiscard]] mlir::LogicalResult liftVariable(const clang::VarDecl *variable);
  [[nodiscard]] mlir::LogicalResult liftDecomposition(const clang::DecompositionDecl *declaration);
  [[nodiscard]] mlir::LogicalResult liftEffectful(const Expr *e);
  [[nodiscard]] mlir::LogicalResult liftAssignment(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] mlir::LogicalResult liftCompound(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] mlir::LogicalResult storeInto(const Expr *e, ArrayVariable *target, llvm::ArrayRef<int32_t> pattern,
                                              llvm::ArrayRef<Value> bounds, Value value);
  [[nodiscard]] bool makeOpaque(const Expr *e, const clang::Stmt *statement);
  [[nodiscard]] bool makeOpaqueScalar(const Expr *e, const clang::Stmt *statement);
  void beginStatement(const clang::Stmt *s, bool isEmpty = false);
  [[nodiscard]] std::optional<std::pair<int64_t, int64_t>> bytesOf(const clang::Stmt *s) const;
  [[nodiscard]] int64_t placeOf(const clang::Stmt *s) const;

  // LiftChoices.cpp: `c ? a : b` between arrays
  [[nodiscard]] const clang::ConditionalOperator *liftableChoice(const Expr *e) const;
  [[nodiscard]] bool liftChoiceStatement(const clang::Stmt *s);
  [[nodiscard]] bool hoistChoice(const Expr *e, const clang::Stmt *statement);
  /// A variable that emitted text declares: the user has none for the value.
  [[nodiscard]] ArrayVariable *newVariable(clang::SourceLocation location, const std::string &name,
                                           const ArrayClass &type, bool escapes);
  [[nodiscard]] std::string declarationOf(clang::QualType type, llvm::StringRef name) const;
  [[nodiscard]] mlir::LogicalResult liftChoice(const clang::ConditionalOperator *choice, ArrayVariable *target,
                                               const clang::Stmt *statement, bool declares);
  [[nodiscard]] mlir::LogicalResult liftArm(const Expr *arm, ArrayVariable *target, const clang::Stmt *statement);

  // LiftControl.cpp
  [[nodiscard]] bool isComputation(const Expr *e, const ArrayOperation &operation) const;
  [[nodiscard]] bool holdsArrayStatement(const clang::Stmt *s) const;
  [[nodiscard]] bool liftControl(const clang::Stmt *s);
  [[nodiscard]] bool liftConstantBranch(const clang::IfStmt *branch);
  void liftBodies(const clang::Stmt *s, llvm::StringRef keyword, llvm::ArrayRef<const clang::Stmt *> header,
                  llvm::ArrayRef<const clang::Stmt *> bodies, bool isLoop);
  [[nodiscard]] const Expr *conditionInBody(const clang::Stmt *loop) const;
  void shortenCondition(gf::ControlOp control, const clang::Stmt *loop, const Expr *condition, size_t kept);
  [[nodiscard]] size_t liftLoopCondition(const clang::Stmt *loop, const Expr *condition, const clang::Stmt *body);

  // LiftHostText.cpp: statements that stay text
  struct Hole {
    const Expr *expression;
    llvm::SmallVector<Value, 1> values; ///< several where it is a struct or tuple of arrays
    bool isRead = false;                ///< the text around it takes its number
  };
  struct Holes {
    llvm::SmallVector<Hole> list;
    llvm::DenseSet<const clang::Stmt *> expressions;
    [[nodiscard]] llvm::SmallVector<Value> values() const;
    /// Notes on `op`, which has the values as its holes, which of them come to the host.
    void noteReads(mlir::Operation *op) const;
  };
  void liftHostStatement(const clang::Stmt *s);
  void collectHoles(const clang::Stmt *s, llvm::SmallVectorImpl<const Expr *> &holes) const;
  void collectHolesOfCall(const Expr *e, llvm::SmallVectorImpl<const Expr *> &holes) const;
  [[nodiscard]] bool isHole(const Expr *e) const;
  [[nodiscard]] bool assignsInside(const clang::Stmt *part, const clang::Stmt *whole) const;
  [[nodiscard]] bool changesBeside(const clang::Stmt *s, llvm::ArrayRef<const Expr *> holes);
  [[nodiscard]] bool liftHole(const Expr *e, const clang::Stmt *whole, Holes &holes);
  [[nodiscard]] bool isConverted(const clang::Stmt *s, const Expr *e) const;
  [[nodiscard]] Holes liftHoles(const clang::Stmt *s, const clang::Stmt *whole);
  [[nodiscard]] bool isRead(const Hole &hole, const clang::Stmt *s) const;
  [[nodiscard]] std::string textOf(const Hole &hole, unsigned number) const;
  [[nodiscard]] std::string textWithHoles(int64_t begin, int64_t end, const Holes &holes) const;
  [[nodiscard]] std::string textWithHoles(const Expr *e, const Holes &holes) const;
  void declareHostVariables(const clang::DeclStmt *s);
  void rememberHostVariables(const clang::DeclStmt *s);
  void rememberHostAssignment(const Expr *e);
  void emitHost(const clang::Stmt *s, const Effects &effects, const Holes &holes);
  [[nodiscard]] static llvm::SmallVector<Value> rootsOf(const llvm::SetVector<ArrayVariable *> &variables);

  // InlineCallees.cpp
  using Bound = llvm::SmallVector<std::pair<const clang::ValueDecl *, NameBinding>, 4>;
  using UseResult = llvm::function_ref<mlir::LogicalResult(const Expr *)>;
  [[nodiscard]] bool holdsArrays(clang::QualType type) const;
  [[nodiscard]] const clang::FunctionDecl *inlinableCallee(const clang::CallExpr *call) const;
  [[nodiscard]] std::string whyNotInlined(const clang::CallExpr *call) const;
  [[nodiscard]] mlir::LogicalResult inlineCall(const clang::CallExpr *call, UseResult useResult);
  [[nodiscard]] mlir::LogicalResult inlineKnownCall(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                                                    UseResult useResult);
  [[nodiscard]] mlir::FailureOr<std::optional<ObjectPath>> objectOf(const clang::CallExpr *call,
                                                                    const clang::FunctionDecl *callee);
  [[nodiscard]] mlir::LogicalResult checkCaptures(const clang::CallExpr *call, const clang::FunctionDecl *callee);
  [[nodiscard]] mlir::LogicalResult bindArgument(const clang::ParmVarDecl *parameter, const Expr *argument,
                                                 const FunctionFacts &calleeFacts, Bound &bound);
  [[nodiscard]] const Expr *placeArgument(const Expr *e) const;
  [[nodiscard]] static mlir::LogicalResult bindPath(const clang::ValueDecl *name, const ObjectPath &path, Bound &bound);
  [[nodiscard]] bool isConstant(const Expr *e) const;
  [[nodiscard]] bool isUnchanged(const ObjectPath &path) const;
  [[nodiscard]] mlir::LogicalResult bindHost(const clang::VarDecl *name, const Expr *value, bool isModified,
                                             Bound &bound);
  [[nodiscard]] mlir::LogicalResult bindScalar(const clang::ValueDecl *name, const Expr *value, Bound &bound);
  [[nodiscard]] mlir::LogicalResult inlineStatements(llvm::ArrayRef<const clang::Stmt *> statements, bool isBody,
                                                     const FunctionFacts &calleeFacts, UseResult useResult);
  [[nodiscard]] mlir::LogicalResult inlineStatement(const clang::Stmt *s, const FunctionFacts &calleeFacts);
  void beginNextStatement();
  [[nodiscard]] int64_t placeHere() const;
  void forgetLocalsOf(const clang::FunctionDecl *callee);
  [[nodiscard]] mlir::LogicalResult inlineDeclaration(const clang::VarDecl *variable, const FunctionFacts &calleeFacts);
  [[nodiscard]] NameBinding inlineArray(const clang::VarDecl *variable, const ArrayClass &type, bool isModified,
                                        Value value);
  [[nodiscard]] mlir::FailureOr<llvm::SmallVector<Value>> liftAggregate(const Expr *e);

  // InlineHostText.cpp: statements of callees that stay text, in the words of the place of the call
  using TextResult = mlir::FailureOr<std::string>;
  [[nodiscard]] TextResult spellWithHoles(const Expr *e, Holes &holes, bool isOnce = true);
  gf::HostOp insertText(clang::SourceLocation place, llvm::StringRef text, const Holes &holes, const Effects &effects);
  [[nodiscard]] mlir::LogicalResult declareLibraryCall(const clang::CallExpr *call, UseResult useResult);
  [[nodiscard]] mlir::LogicalResult inlineHostStatement(const clang::Stmt *s);
  [[nodiscard]] bool canDeclare(const clang::VarDecl *variable) const;
  [[nodiscard]] mlir::FailureOr<NameBinding> declareAsText(const clang::VarDecl *variable, const Expr *init);
  [[nodiscard]] mlir::FailureOr<ObjectPath> declareObject(const Expr *object, const clang::CXXMethodDecl *method);
  [[nodiscard]] NameBinding nameOf(const clang::VarDecl *variable);

  // InlineControl.cpp: branches and loops of callees
  [[nodiscard]] mlir::LogicalResult inlineControl(const clang::Stmt *s, const FunctionFacts &calleeFacts);
  struct InlinedControl;
  [[nodiscard]] mlir::LogicalResult describeFor(const clang::ForStmt *loop, InlinedControl &control);
  [[nodiscard]] mlir::LogicalResult describeRange(const clang::CXXForRangeStmt *loop, InlinedControl &control);
  [[nodiscard]] mlir::LogicalResult describe(const clang::Stmt *s, InlinedControl &control);
  [[nodiscard]] mlir::LogicalResult addHeader(const clang::Stmt *part, bool isOnce, InlinedControl &control);
  [[nodiscard]] mlir::LogicalResult inlineParts(const InlinedControl &control, const FunctionFacts &calleeFacts);
  [[nodiscard]] mlir::LogicalResult leaveUnless(const Expr *condition);

  // InlineChoices.cpp: what a callee computes in one of two ways
  using Arm = llvm::function_ref<mlir::LogicalResult(ArrayVariable *)>;
  [[nodiscard]] Result inlineChoice(const clang::ConditionalOperator *choice);
  [[nodiscard]] mlir::LogicalResult inlineReturns(const clang::IfStmt *branch, llvm::ArrayRef<const clang::Stmt *> rest,
                                                  const FunctionFacts &calleeFacts, UseResult useResult);
  /// Makes an `if` of two arms that has no bytes in the file: emitted text at `place`, with `text` as its header.
  [[nodiscard]] mlir::Operation *beginChoice(clang::SourceLocation location, int64_t place, llvm::StringRef text,
                                             const Holes &holes, const Effects &header);
  [[nodiscard]] mlir::FailureOr<ArrayVariable *> inlineArms(const Expr *condition, clang::QualType type,
                                                            llvm::StringRef name, const Effects &effects,
                                                            llvm::ArrayRef<Arm> arms);
  [[nodiscard]] mlir::LogicalResult assignArm(const Expr *value, ArrayVariable *target);

  // DeviceFunctions.cpp: gf::map
  struct DeviceFunction;
  [[nodiscard]] Result liftMap(const Expr *e, const ArrayOperation &operation);
  [[nodiscard]] static const clang::FunctionDecl *mappedFunction(const Expr *e, llvm::ArrayRef<Value> operands);
  [[nodiscard]] mlir::LogicalResult buildDeviceFunction(const Expr *e, DeviceFunction &device);
  [[nodiscard]] mlir::LogicalResult bindDeviceName(const Expr *e, const Expr *name, DeviceFunction &device);
};

/// The statements of a block, or the one statement that a body without braces is.
[[nodiscard]] llvm::SmallVector<const clang::Stmt *> statementsOf(const clang::Stmt *body);

/// Reports two draws from generators in one expression whose order C++ does not define. Returns whether it did.
bool reportUnsequencedDraws(const clang::FunctionDecl *function, LiftSession &session);

} // namespace gpufuse

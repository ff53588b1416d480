// Parses the user's file with Clang and lifts its annotated functions; the frontend's way in.
#include "Frontend/Frontend.h"
#include "Frontend/Attributes.h"
#include "Frontend/ClangArguments.h"
#include "Frontend/FunctionLifter.h"
#include "Frontend/RankMismatch.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace gpufuse {
namespace {

/// Every identifier in the file, comments and strings left out; names that lifting makes up avoid them.
llvm::StringSet<> identifiersIn(const SourceManager &sources, const LangOptions &language) {
  llvm::StringSet<> found;
  Lexer lexer(sources.getMainFileID(), sources.getBufferOrFake(sources.getMainFileID()), sources, language);
  Token token;
  while (!lexer.LexFromRawLexer(token))
    if (token.is(tok::raw_identifier))
      found.insert(token.getRawIdentifier());
  return found;
}

class LiftConsumer : public ASTConsumer {
public:
  LiftConsumer(CompilerInstance &compiler, LiftedFile &result, const FrontendOptions &options)
      : compiler(compiler), result(result), options(options), mismatches(RankMismatchReporter::install(compiler)) {}

  void HandleTranslationUnit(ASTContext &ast) override {
    const std::unique_ptr<ArrayBinding> binding = makeGpufuseBinding(ast);
    mismatches->release(compiler, *binding);
    if (compiler.getDiagnostics().hasErrorOccurred())
      return;
    const Reporter reporter(compiler.getDiagnostics());
    HarmlessCalls harmless(*binding);
    LiftSession session{ast,
                        *binding,
                        reporter,
                        harmless,
                        *result.module,
                        options.mainFile,
                        result.text,
                        identifiersIn(ast.getSourceManager(), ast.getLangOpts()),
                        {},
                        {},
                        {}};
    const FusedFunctions functions = collectFusedFunctions(ast, reporter);
    for (const FusedFunction &fused : functions.inMainFile)
      if (!reportUnsequencedDraws(fused.function, session))
        FunctionLifter(session, fused).lift();
    warnOfDirectUses(ast, functions, session.inlined, reporter);
  }

private:
  CompilerInstance &compiler;
  LiftedFile &result;
  const FrontendOptions &options;
  RankMismatchReporter *mismatches;
};

class LiftAction : public ASTFrontendAction {
public:
  LiftAction(LiftedFile &result, const FrontendOptions &options) : result(result), options(options) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    const SourceManager &sources = compiler.getSourceManager();
    result.text = sources.getBufferData(sources.getMainFileID()).str();
    return std::make_unique<LiftConsumer>(compiler, result, options);
  }

  bool BeginSourceFileAction(CompilerInstance &compiler) override {
    const LangOptions &language = compiler.getLangOpts();
    if (language.CPlusPlus20 && !language.CPlusPlus23)
      return true;
    const auto id = language.CPlusPlus23 ? DiagnosticId::unsupported_standard : DiagnosticId::old_standard;
    Reporter(compiler.getDiagnostics()).report(SourceLocation(), id);
    return false;
  }

private:
  LiftedFile &result;
  const FrontendOptions &options;
};

/// For -MD: system headers too, so that an upgrade of the array language rebuilds its users.
struct AllDependencies : DependencyCollector {
  bool needSystemDependencies() override { return true; }
};

/// Reports what has no place in a file; counts it.
void failWith(LiftedFile &result, DiagnosticId id, const std::vector<std::string> &arguments) {
  printDiagnostic(llvm::errs(), "gpufuse", id, arguments);
  ++result.numErrors;
  result.module = nullptr;
}

bool isUsable(const FrontendOptions &options, LiftedFile &result) {
  if (!isCppFileName(options.mainFile))
    return failWith(result, DiagnosticId::not_a_cpp_file, {options.mainFile}), false;
  if (const auto file = llvm::MemoryBuffer::getFile(options.mainFile); !file)
    return failWith(result, DiagnosticId::unreadable_input, {options.mainFile, file.getError().message()}), false;
  return true;
}

void parse(CompilerInstance &compiler, LiftedFile &result, const FrontendOptions &options) {
  const auto dependencies = std::make_shared<AllDependencies>();
  compiler.addDependencyCollector(dependencies);
  LiftAction action(result, options);
  compiler.ExecuteAction(action);
  result.dependencies = std::vector<std::string>(dependencies->getDependencies());
  result.numErrors += compiler.getDiagnosticClient().getNumErrors();
  result.numWarnings += compiler.getDiagnosticClient().getNumWarnings();
}

} // namespace

LiftedFile liftFile(mlir::MLIRContext &context, const FrontendOptions &options) {
  LiftedFile result;
  if (!isUsable(options, result))
    return result;
  auto commandLine = clangCommandLine(options);
  if (!commandLine) {
    failWith(result, DiagnosticId::bad_compile_commands,
             {options.compileCommandsDir, llvm::toString(commandLine.takeError())});
    return result;
  }
  registerAttributes();
  context.loadDialect<gf::GFDialect, mlir::func::FuncDialect>();
  result.module = mlir::ModuleOp::create(mlir::FileLineColLoc::get(&context, options.mainFile, 1, 1));
  (*result.module)->setAttr("gf.main_file", mlir::StringAttr::get(&context, options.mainFile));

  CreateInvocationOptions invocationOptions;
  const IntrusiveRefCntPtr<DiagnosticOptions> diagnosticOptions(new DiagnosticOptions());
  diagnosticOptions->ShowColors = llvm::errs().has_colors();
  invocationOptions.Diags = CompilerInstance::createDiagnostics(diagnosticOptions.get());
  std::vector<const char *> arguments;
  for (const std::string &argument : *commandLine)
    arguments.push_back(argument.c_str());
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(arguments, invocationOptions);
  const unsigned reported = invocationOptions.Diags->getClient()->getNumErrors();
  if (!invocation || reported != 0) { // an unknown argument is an error, though Clang could go on without it
    result.numErrors += reported;
    result.module = nullptr;
    if (reported == 0)
      failWith(result, DiagnosticId::bad_arguments, {llvm::join(*commandLine, " ")});
    return result;
  }
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getDiagnosticOpts().ShowColors = diagnosticOptions->ShowColors;
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics();
  parse(compiler, result, options);
  if (result.numErrors != 0)
    result.module = nullptr;
  return result;
}

} // namespace gpufuse

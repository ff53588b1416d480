// What the printers need to know of a gf.kernel, settled once: the kinds and names of its operands, and which
// variants of it are needed. Decides nothing about fusion.
#pragma once

#include "CodeGen/SourceWriter.h"
#include "IR/GpuFuseDialect.h"
#include "llvm/ADT/SmallVector.h"

namespace gpufuse {

/// One input of a kernel, in the order of the body's arguments.
struct KernelInput {
  enum class Kind {
    array,    ///< a pointer to const
    inPlace,  ///< an array that an output overwrites element by element
    rankZero, ///< one element behind a pointer
    scalar,   ///< by value
    draw,     ///< a ticket
    index,    ///< the element's number
  };
  Kind kind = Kind::array;
  mlir::Value value;
  mlir::Type element;
  std::string name;      ///< of the element, in the body
  std::string parameter; ///< of the array or ticket, in the kernels
  std::string numbering; ///< of the element's number in `source`, in strided kernels; empty: the thread's own number
  mlir::Value source;    ///< shape of a draw or an index
  gf::Distribution distribution = gf::Distribution::Uniform;
  bool mayAliasOutput = false;
};

/// One result of a kernel.
struct KernelOutput {
  mlir::Value value, shape;
  mlir::Type element;                   ///< of the array
  mlir::Type yielded;                   ///< of what the body gives
  std::string name;                     ///< what people call the result
  llvm::SmallVector<std::string> parts; ///< the body's output parameters: one, or one a lane
  int64_t lanes = 0, axis = 0;          ///< lanes > 0: a stack
  std::optional<gf::ReductionKind> reduction;
  int inPlaceInput = -1; ///< the input it overwrites
  gf::StoreOp store;     ///< what it is stored by, when it goes straight into a variable
  gf::AssignOp reuse;    ///< what rebinds a variable to it, when it may take over the variable's storage
  bool mayAliasInput = false;
};

/// A kernel with everything named.
struct KernelPlan {
  gf::KernelOp op;
  std::string name; ///< of the body function; kernels append a suffix
  int64_t rank = 0; ///< of the space
  llvm::SmallVector<KernelInput> inputs;
  llvm::SmallVector<KernelOutput> outputs;
  UniqueNames names; ///< taken by the operands; kernels copy it for their locals

  /// Which kernels are printed, and whether a check decides between the first and the strided one at run time.
  bool hasDense = false, hasStrided = false, isInterleaved = false, isReduction = false;
  /// A reduction along some of the axes; isRows: the last is among them. For a full one they are empty.
  llvm::ArrayRef<int64_t> axes;
  bool isRows = false;

  [[nodiscard]] bool isAlongAxes() const { return !axes.empty(); }
  [[nodiscard]] bool isGuarded() const { return hasDense && hasStrided; }
  /// The suffix of the kernel for dense operands: "_dense", "_interleaved", "_reduce", "_rows" or "_columns".
  [[nodiscard]] llvm::StringRef denseSuffix() const;
  [[nodiscard]] llvm::StringRef stridedSuffix() const;
  /// Elements a thread of the dense kernel.
  [[nodiscard]] int vectorLength() const;
  [[nodiscard]] bool hasDraws() const;
};

/// The number of threads of an interleaved kernel's block: as many as its stage has shared memory for, 0 for none.
[[nodiscard]] int interleavedThreads(const KernelPlan &plan);

/// Plans one kernel; `name` is what its functions are called.
[[nodiscard]] KernelPlan planKernel(gf::KernelOp kernel, std::string name);

/// Where a kernel's result comes from: its part of a location fused under the name "results", else the kernel's.
[[nodiscard]] mlir::Location locationOf(gf::KernelOp kernel, size_t result);

/// Whether `value`, an array input, is surely whole, row-major and of shape `space`.
[[nodiscard]] bool isSurelyDense(mlir::Value value, mlir::Value space);

/// Whether a check at run time must include this output: it may be a view, or lack dimensions of the space.
[[nodiscard]] bool needsDenseCheck(const KernelPlan &plan, const KernelOutput &output);

/// The variable that `value` reads, through one slice; null for results of regions.
[[nodiscard]] mlir::Value rootOf(mlir::Value value);

} // namespace gpufuse

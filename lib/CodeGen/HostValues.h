// Where each array value can be found at the point of the program that is being printed: the variables, the user's or
// ours, that hold it.
#pragma once

#include "Transforms/ValueUses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace gpufuse {

/// A variable that holds a value.
struct Holder {
  mlir::Value root;         ///< the user's variable, whose contents may change; null for ours
  std::string text;         ///< how it is spelled
  bool isTemporary = false; ///< ours and whole: may be moved from
};

class HostValues {
public:
  /// `value` is found in `holder` too; what is known first is spelled.
  void hold(mlir::Value value, Holder holder) { holders[value].push_back(std::move(holder)); }
  void forget(mlir::Value value) { holders.erase(value); }
  [[nodiscard]] bool isHeld(mlir::Value value) const;
  [[nodiscard]] const Holder &holderOf(mlir::Value value) const;
  [[nodiscard]] llvm::ArrayRef<Holder> holdersOf(mlir::Value value) const;

  /// Drops every variable that `isChanged` from every value; calls `lost` with each value that had no other, and the
  /// variable that it was in. O(values).
  void release(llvm::function_ref<bool(mlir::Value root)> isChanged,
               llvm::function_ref<void(mlir::Value, const Holder &)> lost);

private:
  llvm::MapVector<mlir::Value, llvm::SmallVector<Holder, 2>> holders;
};

} // namespace gpufuse

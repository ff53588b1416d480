// Bookkeeping of holders.
#include "CodeGen/HostValues.h"

using namespace mlir;
using namespace gpufuse::gf;

namespace gpufuse {

ArrayRef<Holder> HostValues::holdersOf(Value value) const {
  const auto *found = holders.find(value);
  return found == holders.end() ? ArrayRef<Holder>() : ArrayRef<Holder>(found->second);
}

bool HostValues::isHeld(Value value) const { return !holdersOf(value).empty(); }

const Holder &HostValues::holderOf(Value value) const { return holdersOf(value).front(); }

void HostValues::release(llvm::function_ref<bool(Value)> isChanged,
                         llvm::function_ref<void(Value, const Holder &)> lost) {
  SmallVector<std::pair<Value, Holder>> homeless;
  for (auto &[value, variables] : holders) {
    if (variables.empty())
      continue;
    const Holder first = variables.front();
    llvm::erase_if(variables, [&](const Holder &holder) { return holder.root && isChanged(holder.root); });
    if (variables.empty())
      homeless.push_back({value, first});
  }
  for (auto &[value, holder] : homeless)
    lost(value, holder);
}

} // namespace gpufuse

// The user's side effects between the members of a group: what a region's checks and its draws are to each other.
#pragma once

#include "Transforms/FusionGroup.h"

namespace gpufuse {

/// The first member that may throw for its operands' shapes, null if none can. O(members * operations a member needs).
[[nodiscard]] mlir::Operation *findCheck(const FusionGroup &group);

/// Makes members of the draws that come after a member that may throw, with the captured scalars among them: eager code
/// throws before it takes their tickets. What would change places with other effects on the way stays outside.
void takeInDraws(FusionGroup &group);

} // namespace gpufuse

// What kernels and launches exchange on every target.
#pragma once

namespace gpufuse::rt {

/// The workspace of a full reduction: a result for each block, and the counter by which the last one knows itself.
template <typename Acc> struct partials {
  Acc *values;
  unsigned *ticket; ///< zero between launches
};

} // namespace gpufuse::rt

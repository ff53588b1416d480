// Helpers of split_helpers.cpp that weigh observations.
#pragma once

#include <gpufuse/gpufuse.h>

#include "coordinates.h"

namespace weights {

/// A cosine taper: 1 below `inner`, 0 above `outer`.
inline gpufuse::array<float, 1> taper(const gpufuse::array<float, 1> &r, float inner, float outer = 1.0f) {
  auto t = clip((r - inner) / (outer - inner), 0.0f, 1.0f);
  return 0.5f * (1 + cos(gpufuse::pi * t));
}

/// The weight of an observation at (x, y) in the direction `angle`, in degrees.
inline gpufuse::array<float, 1> observation(const gpufuse::array<float, 1> &x, const gpufuse::array<float, 1> &y,
                                            const gpufuse::array<float, 1> &angle) {
  auto ahead = abs(coordinates::wrapped_degrees(angle)) < 90;
  return where(ahead, taper(coordinates::radius(x, y), 0.25f), 0.0f);
}

} // namespace weights

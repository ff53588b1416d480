// Helpers of split_helpers.cpp that change coordinates.
#pragma once

#include <gpufuse/gpufuse.h>

namespace coordinates {

/// Degrees to the range [-180, 180).
inline gpufuse::array<float, 1> wrapped_degrees(const gpufuse::array<float, 1> &angle) {
  return (angle + 180) % 360 - 180;
}

/// The distance to the origin of points (x, y).
inline gpufuse::array<float, 1> radius(const gpufuse::array<float, 1> &x, const gpufuse::array<float, 1> &y) {
  return sqrt(x * x + y * y);
}

} // namespace coordinates

// Device functions that CUDA's own overloads do not spell; for the bodies of emitted kernels.
#pragma once

namespace gpufuse::device {

/// Sine and cosine of one angle for the price of little more than one; bit for bit what `sin` and `cos` give.
__device__ __forceinline__ void sincos(float angle, float &sine, float &cosine) { ::sincosf(angle, &sine, &cosine); }
__device__ __forceinline__ void sincos(double angle, double &sine, double &cosine) { ::sincos(angle, &sine, &cosine); }

} // namespace gpufuse::device

// What the routines need of CUB. It is apart because CUB's headers take seconds to compile, and so that the emulator
// can have its own.
#pragma once

#include <cstdint>

#include <gpufuse/half.h>

namespace gpufuse::cuda_library {

/// Sorts `rows` rows of n keys each, on the current stream; stable, zeros of both signs are equal. Without NaNs of
/// negative sign. Keys are unsigned integers of all widths, and the reals.
template <class Key> void sort_keys(const Key *in, Key *out, std::int64_t rows, std::int64_t n);

/// The same of unsigned keys that take positions along.
template <class Key>
void sort_pairs(const Key *in, Key *out, const std::int64_t *values_in, std::int64_t *values_out, std::int64_t rows,
                std::int64_t n);

/// Copies the keys whose flag is set to the front of `out`, and their number to `count`, on the device. Keys are as
/// those of sort_keys.
template <class Key>
void select_flagged(const Key *in, const std::uint8_t *flags, Key *out, std::int64_t *count, std::int64_t n);

} // namespace gpufuse::cuda_library

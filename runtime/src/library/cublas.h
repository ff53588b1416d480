// What the routines need of cuBLAS. It is apart so that the emulator can have its own.
#pragma once

#include <cstdint>

#include <gpufuse/types.h>

namespace gpufuse::cuda_library {

/// A matrix, or one of each batch, stored column by column with `leading` elements from one to the next.
struct blas_matrix {
  const void *first;
  bool is_transposed; ///< it takes part as its transpose
  std::int64_t leading;
  std::int64_t batch_step; ///< 0: the same for each batch
};

/// c = a b for `batches` batches of m x k and k x n; c is dense, column by column, and so are its batches.
struct blas_product {
  type_id type; ///< of all elements: half, bfloat16, float or double
  std::int64_t m, n, k;
  blas_matrix a, b;
  void *c;
  std::int64_t batches;
};

/// On the current stream. Float is computed in float, without TF32; halves accumulate in float. Throws kind device.
void multiply(const blas_product &product);

} // namespace gpufuse::cuda_library

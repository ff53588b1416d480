// matmul on the device: reals by cuBLAS, integers and bools by a kernel of our own.
#include "cublas.h"
#include "device_arrays.h"

#include "../cuda/errors.h"

#include <optional>

#include <gpufuse/linalg.h>
#include <gpufuse/runtime/linalg_on_device.h>

namespace gpufuse::cuda_library {
namespace {

/// Copies the elements of a space to a dense array of another type.
template <class T>
__global__ void convert_elements(std::int64_t n, positions where, type_id from, const void *elements, T *to) {
  const std::int64_t i = device::global_thread();
  if (i >= n)
    return;
  const std::int64_t at = where.offset(i);
  switch (from) {
#define GPUFUSE_TYPE(name, cpp)                                                                                        \
  case type_id::name:                                                                                                  \
    to[i] = scalar::convert<T>(static_cast<const cpp *>(elements)[at]);                                                \
    break;
    GPUFUSE_ELEMENT_TYPES(GPUFUSE_TYPE)
#undef GPUFUSE_TYPE
  default:
    break;
  }
}

constexpr int tile = 16;

/// A thread for each element of a tile of a product; blocks are numbered by batch, row and column of tiles. The
/// operands' positions are those of their batches.
template <class T>
__global__ void __launch_bounds__(tile *tile)
    multiply_integers(shape<3> extents, const T *a, positions a_batches, std::int64_t a_row, std::int64_t a_column,
                      const T *b, positions b_batches, std::int64_t b_row, std::int64_t b_column, T *c) {
  __shared__ T a_tile[tile][tile];
  __shared__ T b_tile[tile][tile + 1]; // one more, so that a column is spread over the banks
  const std::int64_t m = extents[0], k = extents[1], n = extents[2];
  const std::int64_t across = (n + tile - 1) / tile, down = (m + tile - 1) / tile;
  const std::int64_t batch = blockIdx.x / (across * down);
  const int y = threadIdx.x / tile, x = threadIdx.x % tile;
  const std::int64_t row = blockIdx.x / across % down * tile + y, column = blockIdx.x % across * tile + x;
  a += a_batches.offset(batch);
  b += b_batches.offset(batch);
  T sum = T(0);
  for (std::int64_t p = 0; p < k; p += tile) {
    a_tile[y][x] = row < m && p + x < k ? a[row * a_row + (p + x) * a_column] : T(0);
    b_tile[y][x] = column < n && p + y < k ? b[(p + y) * b_row + column * b_column] : T(0);
    __syncthreads();
    for (int q = 0; q < tile; ++q)
      sum = gpufuse::detail::add_product(sum, a_tile[y][q], b_tile[q][x]);
    __syncthreads();
  }
  if (row < m && column < n)
    c[(batch * m + row) * n + column] = sum;
}

/// An operand on the device, in the type of the result: where it is, and with what strides.
template <class T> struct factor {
  const T *first;
  library_array where; ///< for its extents and strides
  std::optional<scratch<T>> copy = {};

  [[nodiscard]] std::int64_t rows() const { return where.extents[where.rank - 2]; }
  [[nodiscard]] std::int64_t columns() const { return where.extents[where.rank - 1]; }
  [[nodiscard]] std::int64_t row_step() const { return where.strides[where.rank - 2]; }
  [[nodiscard]] std::int64_t column_step() const { return where.strides[where.rank - 1]; }
  [[nodiscard]] positions batches() const { return positions_of(where, 0, where.rank - 2); }
};

/// Whether neighbours in a dimension are neighbours in memory, and lines across it do not overlap.
bool has_dense_lines(const library_array &array, int along, int across) {
  const std::int64_t length = array.extents[along];
  return (length == 1 || array.strides[along] == 1) && (array.extents[across] == 1 || array.strides[across] >= length);
}

/// Whether cuBLAS can read the matrices where they are.
bool is_blas_layout(const library_array &array) {
  const int row = array.rank - 2, column = array.rank - 1;
  for (int d = 0; d < row; ++d)
    if (array.strides[d] < 0)
      return false;
  return has_dense_lines(array, column, row) || has_dense_lines(array, row, column);
}

/// The operand where it is, or else a dense copy, in which a matrix that serves several batches stays one.
template <class T> factor<T> factor_of(library_array array) {
  constexpr bool by_blas = kind_of(id_of<T>) == type_kind::floating;
  if (array.type == id_of<T> && (!by_blas || is_blas_layout(array)))
    return {first_of<T>(array), array};
  library_array dense = array;
  for (int d = 0; d < array.rank - 2; ++d)
    if (array.strides[d] == 0)
      array.extents[d] = 1;
  std::int64_t step = 1;
  for (int d = array.rank - 1; d >= 0; --d) {
    dense.strides[d] = d < array.rank - 2 && array.strides[d] == 0 ? 0 : step;
    step *= array.extents[d];
  }
  factor<T> copied{nullptr, dense};
  copied.copy.emplace(array.size());
  copied.first = copied.copy->get();
  const void *from = nullptr;
  with_type(array.type, [&]<class From>() { from = first_of<From>(array); });
  for_each(convert_elements<T>, array.size(), positions_of(array), array.type, from, copied.copy->get());
  return copied;
}

/// How cuBLAS sees a row-major matrix: as its transpose, or transposed once more.
template <class T> blas_matrix seen_by_columns(const factor<T> &matrix, std::int64_t offset, std::int64_t batch_step) {
  const int row = matrix.where.rank - 2, column = row + 1;
  const bool is_row_major = has_dense_lines(matrix.where, column, row);
  const std::int64_t length = is_row_major ? matrix.columns() : matrix.rows();
  const bool is_single = (is_row_major ? matrix.rows() : matrix.columns()) == 1;
  const std::int64_t step = is_row_major ? matrix.row_step() : matrix.column_step();
  return {matrix.first + offset, !is_row_major, is_single ? length : step, batch_step};
}

/// The batches of two operands, with dimensions merged that both walk as one.
struct common_batches {
  int rank = 0;
  std::int64_t extents[library_array::most_dimensions];
  std::int64_t left[library_array::most_dimensions], right[library_array::most_dimensions];

  common_batches(const library_array &a, const library_array &b) {
    for (int d = 0; d < a.rank - 2; ++d) {
      const std::int64_t extent = a.extents[d];
      if (extent == 1)
        continue;
      if (rank > 0 && left[rank - 1] == a.strides[d] * extent && right[rank - 1] == b.strides[d] * extent)
        extents[rank - 1] *= extent;
      else
        extents[rank++] = extent;
      left[rank - 1] = a.strides[d];
      right[rank - 1] = b.strides[d];
    }
  }
};

/// cuBLAS takes one dimension of batches at a time.
template <class T> void multiply_by_blas(const factor<T> &a, const factor<T> &b, T *c) {
  const common_batches batches(a.where, b.where);
  const int last = batches.rank - 1;
  const std::int64_t together = last >= 0 ? batches.extents[last] : 1;
  std::int64_t calls = 1;
  for (int d = 0; d < last; ++d)
    calls *= batches.extents[d];
  const auto offset = [&](const std::int64_t *strides, std::int64_t number) {
    std::int64_t elements = 0;
    for (int d = last - 1; d >= 0; --d) {
      elements += number % batches.extents[d] * strides[d];
      number /= batches.extents[d];
    }
    return elements;
  };
  const std::int64_t m = a.rows(), n = b.columns();
  for (std::int64_t call = 0; call < calls; ++call)
    // By columns everything is its transpose: c^T = b^T a^T.
    multiply({id_of<T>, n, m, a.columns(),
              seen_by_columns(b, offset(batches.right, call), last >= 0 ? batches.right[last] : 0),
              seen_by_columns(a, offset(batches.left, call), last >= 0 ? batches.left[last] : 0),
              c + call * together * m * n, together});
}

template <class T> void multiply_by_tiles(const factor<T> &a, const factor<T> &b, std::int64_t batches, T *c) {
  const shape<3> extents(a.rows(), a.columns(), b.columns());
  const std::int64_t tiles = rt::blocks(extents[0], tile) * rt::blocks(extents[2], tile) * batches;
  rt::launch(multiply_integers<T>, rt::blocks(tiles, 1), tile * tile, 0, extents, a.first, a.batches(), a.row_step(),
             a.column_step(), b.first, b.batches(), b.row_step(), b.column_step(), c);
}

template <class T> void multiply_elements(const library_call &call) {
  const library_array &a = call.operands[0], &b = call.operands[1];
  const std::int64_t size = call.result.size();
  if (a.extents[a.rank - 1] == 0) { // an empty sum
    T *zeros = room_for<T>(call.result);
    cuda_runtime::check(cudaMemsetAsync(zeros, 0, static_cast<std::size_t>(size) * sizeof(T), current_stream()),
                        "multiplying matrices");
    return;
  }
  const factor<T> left = factor_of<T>(a), right = factor_of<T>(b);
  T *c = room_for<T>(call.result);
  if constexpr (kind_of(id_of<T>) == type_kind::floating)
    multiply_by_blas(left, right, c);
  else
    multiply_by_tiles(left, right, size / (left.rows() * right.columns()), c);
}

std::int64_t matmul(const library_call &call) {
  with_type(call.result.type, [&]<class T>() { multiply_elements<T>(call); });
  return call.result.size();
}

} // namespace
} // namespace gpufuse::cuda_library

namespace gpufuse::cuda_runtime {

bool install_linalg() noexcept {
  detail::install(detail::library_function::matmul, cuda_library::matmul);
  return true;
}

} // namespace gpufuse::cuda_runtime

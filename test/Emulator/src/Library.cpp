// What the emulated device has for CUB and cuBLAS, by their definitions. The routines around them are the real ones.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <cuda_runtime_api.h>

#include "../../../runtime/src/library/cub.h"
#include "../../../runtime/src/library/cublas.h"

#include <gpufuse/linalg.h>

namespace gpufuse::cuda_library {
namespace {

/// Reads and writes of device memory go through copies, so that they are checked and noted.
template <class T> std::vector<T> fetched(const T *device, std::int64_t count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  cudaMemcpy(values.data(), device, values.size() * sizeof(T), cudaMemcpyDeviceToHost);
  return values;
}
template <class T> void send(T *device, const std::vector<T> &values) {
  cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
}

/// The places of keys in CUB's order: by the bits, so that a NaN of negative sign would come first, but zeros are equal.
template <class Key>
std::vector<std::size_t> order_of(const std::vector<Key> &keys, std::int64_t rows, std::int64_t n) {
  const auto group = [](Key key) {
    const bool is_negative = std::is_floating_point_v<detail::computed<Key>> && std::signbit(static_cast<double>(key));
    return key == key ? 0 : is_negative ? -1 : 1;
  };
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::int64_t row = 0; row < rows; ++row)
    std::sort(order.begin() + row * n, order.begin() + (row + 1) * n, [&](std::size_t x, std::size_t y) {
      const Key a = keys[x], b = keys[y];
      return group(a) != group(b) ? group(a) < group(b) : a < b || (!(b < a) && x < y);
    });
  return order;
}

template <class T> std::vector<T> in_order(const std::vector<T> &values, const std::vector<std::size_t> &order) {
  std::vector<T> moved;
  for (const std::size_t i : order)
    moved.push_back(values[i]);
  return moved;
}

} // namespace

template <class Key> void sort_keys(const Key *in, Key *out, std::int64_t rows, std::int64_t n) {
  const std::vector<Key> keys = fetched(in, rows * n);
  send(out, in_order(keys, order_of(keys, rows, n)));
}

template <class Key>
void sort_pairs(const Key *in, Key *out, const std::int64_t *values_in, std::int64_t *values_out, std::int64_t rows,
                std::int64_t n) {
  const std::vector<Key> keys = fetched(in, rows * n);
  const std::vector<std::size_t> order = order_of(keys, rows, n);
  send(out, in_order(keys, order));
  send(values_out, in_order(fetched(values_in, rows * n), order));
}

template <class Key>
void select_flagged(const Key *in, const std::uint8_t *flags, Key *out, std::int64_t *count, std::int64_t n) {
  const std::vector<Key> keys = fetched(in, n);
  const std::vector<std::uint8_t> chosen = fetched(flags, n);
  std::vector<Key> selected;
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (chosen[i] != 0)
      selected.push_back(keys[i]);
  send(out, selected);
  send(count, std::vector{static_cast<std::int64_t>(selected.size())});
}

#define GPUFUSE_KEYS(Key)                                                                                              \
  template void sort_keys(const Key *, Key *, std::int64_t, std::int64_t);                                             \
  template void select_flagged(const Key *, const std::uint8_t *, Key *, std::int64_t *, std::int64_t);
#define GPUFUSE_PAIRS(Key)                                                                                             \
  template void sort_pairs(const Key *, Key *, const std::int64_t *, std::int64_t *, std::int64_t, std::int64_t);
GPUFUSE_KEYS(std::uint8_t)
GPUFUSE_KEYS(std::uint16_t)
GPUFUSE_KEYS(std::uint32_t)
GPUFUSE_KEYS(std::uint64_t)
GPUFUSE_KEYS(half)
GPUFUSE_KEYS(bfloat16)
GPUFUSE_KEYS(float)
GPUFUSE_KEYS(double)
GPUFUSE_PAIRS(std::uint8_t)
GPUFUSE_PAIRS(std::uint16_t)
GPUFUSE_PAIRS(std::uint32_t)
GPUFUSE_PAIRS(std::uint64_t)

namespace {

/// One batch of an operand, as rows and columns of what takes part.
template <class T> struct batch_matrix {
  std::vector<T> values;
  std::int64_t row_step, column_step;

  batch_matrix(const blas_matrix &matrix, std::int64_t batch, std::int64_t rows, std::int64_t columns)
      : row_step(matrix.is_transposed ? matrix.leading : 1), column_step(matrix.is_transposed ? 1 : matrix.leading) {
    const std::int64_t last = (rows - 1) * row_step + (columns - 1) * column_step;
    values = fetched(static_cast<const T *>(matrix.first) + batch * matrix.batch_step, last + 1);
  }
  auto operator()(std::int64_t row, std::int64_t column) const {
    return static_cast<detail::computed<T>>(values[static_cast<std::size_t>(row * row_step + column * column_step)]);
  }
};

/// Column by column, each sum in the order of the eager product.
template <class T> void multiply_elements(const blas_product &p) {
  std::vector<T> results;
  for (std::int64_t batch = 0; batch < p.batches; ++batch) {
    const batch_matrix<T> a(p.a, batch, p.m, p.k), b(p.b, batch, p.k, p.n);
    for (std::int64_t column = 0; column < p.n; ++column)
      for (std::int64_t row = 0; row < p.m; ++row) {
        detail::computed<T> sum(0);
        for (std::int64_t i = 0; i < p.k; ++i)
          sum = detail::add_product(sum, a(row, i), b(i, column));
        results.push_back(static_cast<T>(sum));
      }
  }
  send(static_cast<T *>(p.c), results);
}

/// As cuBLAS refuses it.
bool is_refused(const blas_matrix &matrix, std::int64_t rows, std::int64_t columns) {
  return matrix.leading < std::max<std::int64_t>(1, matrix.is_transposed ? columns : rows);
}

} // namespace

void multiply(const blas_product &p) {
  if (is_refused(p.a, p.m, p.k) || is_refused(p.b, p.k, p.n))
    throw error(error::device, "a leading dimension is too small");
  switch (p.type) {
  case type_id::float16:
    return multiply_elements<half>(p);
  case type_id::bfloat16:
    return multiply_elements<bfloat16>(p);
  case type_id::float32:
    return multiply_elements<float>(p);
  default:
    return multiply_elements<double>(p);
  }
}

} // namespace gpufuse::cuda_library

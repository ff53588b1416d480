// Matrix products: `#include <gpufuse/linalg.h>`. The compiler leaves the calls as they are, between regions. In a
// program for a GPU they run there, reals by cuBLAS, when the program links gpufuse::library_cuda.
//
// Integers and bools are exact (modulo 2^bits), the same on every target. Reals are summed in their own type, halves in
// float, here in the order of the inner dimension. cuBLAS has another order: an element of an inner extent k may differ
// by 2 k units in the last place (of float for halves) of the sum of the products' magnitudes, and by one rounding
// more.
#pragma once

#include <algorithm>
#include <memory>

#include <gpufuse/create.h>
#include <gpufuse/library.h>

// Emitted CUDA files say so before they include anything else.
#if defined(GPUFUSE_TARGET_CUDA)
#include <gpufuse/runtime/linalg_on_device.h>
#endif

namespace gpufuse {
namespace detail {

/// What is computed at a time: so many sums stay in registers, and their loops have constant lengths.
inline constexpr int product_rows = 4;
template <class C> inline constexpr int product_columns = 64 / sizeof(C);

/// A matrix for the loops: where its elements are.
template <class T> struct matrix {
  const T *first;
  std::int64_t row_step, column_step;
};

/// Copies `count` rows of `width` out of a matrix of k steps to one panel: its elements at step p are neighbours.
/// Beyond `count` there are zeros.
template <class T, int Width, class C, class S>
void pack_panel(const S *first, std::int64_t across, std::int64_t along, std::int64_t count, std::int64_t k, C *panel) {
  for (std::int64_t p = 0; p < k; ++p)
    for (int i = 0; i < Width; ++i)
      panel[p * Width + i] =
          i < count ? static_cast<C>(scalar::convert<T>(first[i * across + p * along])) : static_cast<C>(0);
}

/// sum + a b, the same on every target; of bools whether one is.
template <class C> GPUFUSE_HD constexpr C add_product(C sum, C a, C b) {
  if constexpr (std::is_same_v<C, bool>)
    return sum | (a & b);
  else
    return scalar::add(sum, scalar::multiply(a, b));
}

/// The sums of one tile. They are one row after the other in a local array, which compilers keep in registers.
template <class C> void multiply_panels(std::int64_t k, const C *a, const C *b, C *__restrict__ tile) {
  constexpr int columns = product_columns<C>;
  C sums[product_rows * columns] = {};
  for (std::int64_t p = 0; p < k; ++p, a += product_rows, b += columns)
    for (int j = 0; j < columns; ++j) {
      sums[j] = add_product(sums[j], a[0], b[j]);
      sums[columns + j] = add_product(sums[columns + j], a[1], b[j]);
      sums[2 * columns + j] = add_product(sums[2 * columns + j], a[2], b[j]);
      sums[3 * columns + j] = add_product(sums[3 * columns + j], a[3], b[j]);
    }
  std::copy(sums, sums + product_rows * columns, tile);
}

/// c = a b, row-major, of m x k and k x n. Each sum is taken in the order of p = 0, 1, ..., k - 1.
template <class T, class SA, class SB>
void multiply_matrices(std::int64_t m, std::int64_t k, std::int64_t n, const matrix<SA> &a, const matrix<SB> &b, T *c) {
  using C = computed<T>;
  const std::int64_t panels = (m + product_rows - 1) / product_rows;
  const std::unique_ptr<C[]> left(new C[static_cast<std::size_t>(panels * product_rows * k)]);
  const std::unique_ptr<C[]> right(new C[static_cast<std::size_t>(product_columns<C> * k)]);
  for (std::int64_t i = 0; i < m; i += product_rows)
    pack_panel<T, product_rows>(a.first + i * a.row_step, a.row_step, a.column_step, m - i, k, left.get() + i * k);
  for (std::int64_t j = 0; j < n; j += product_columns<C>) {
    pack_panel<T, product_columns<C>>(b.first + j * b.column_step, b.column_step, b.row_step, n - j, k, right.get());
    for (std::int64_t i = 0; i < m; i += product_rows) {
      C tile[product_rows * product_columns<C>];
      multiply_panels(k, left.get() + i * k, right.get(), tile);
      for (std::int64_t y = i; y < m && y < i + product_rows; ++y)
        for (std::int64_t x = j; x < n && x < j + product_columns<C>; ++x)
          c[y * n + x] = static_cast<T>(tile[(y - i) * product_columns<C> + x - j]);
    }
  }
}

/// A product's operands seen as (batch..., m, k) and (batch..., k, n): vectors have one row or one column, and batch
/// dimensions broadcast.
template <array_like A, array_like B> struct matrix_product {
  static constexpr int ra = rank_of<A>, rb = rank_of<B>;
  static constexpr int batch_rank = (ra > rb ? ra : rb) > 2 ? (ra > rb ? ra : rb) - 2 : 0;
  static constexpr int rank = batch_rank + 2;
  static constexpr int result_rank = batch_rank + (ra > 1) + (rb > 1);

  std::int64_t m = 1, k, n = 1;
  shape<batch_rank> batch = shape_of_ones<batch_rank>();
  layout<rank> left, right;

  matrix_product(const A &a, const B &b) {
    k = a.extent(-1);
    const int inner = rb > 1 ? -2 : -1;
    if (k != b.extent(inner))
      refuse(a, b, "the inner extents " + std::to_string(k) + " and " + std::to_string(b.extent(inner)) + " differ");
    if constexpr (ra > 1)
      m = a.extent(-2);
    if constexpr (rb > 1)
      n = b.extent(-1);
    if (!widen(a.shape()) || !widen(b.shape()))
      refuse(a, b, "the dimensions before the last two do not broadcast");
    left = batched(a.layout());
    right = batched(b.layout());
    const auto last = [](const auto &where, int back, int dimensions) { return where.strides[dimensions - back]; };
    set(left, m, k, ra > 1 ? last(a.layout(), 2, ra) : 0, last(a.layout(), 1, ra));
    set(right, k, n, last(b.layout(), rb > 1 ? 2 : 1, rb), rb > 1 ? last(b.layout(), 1, rb) : 0);
  }

  /// (batch..., m, n), without the dimensions that vectors lack.
  [[nodiscard]] shape<result_rank> result_shape() const {
    shape<result_rank> extents;
    for (int d = 0; d < batch_rank; ++d)
      extents[d] = batch[d];
    if constexpr (ra > 1)
      extents[batch_rank] = m;
    if constexpr (rb > 1)
      extents[result_rank - 1] = n;
    return extents;
  }
  [[nodiscard]] layout<rank> result_layout() const {
    shape<rank> extents = left.extents;
    extents[rank - 1] = n;
    return row_major(extents);
  }

private:
  static void refuse(const A &a, const B &b, const std::string &why) {
    throw error(error::shape, "cannot multiply shapes " + to_string(a.shape()) + " and " + to_string(b.shape()) +
                                  " as matrices: " + why);
  }
  template <int R> bool widen(const shape<R> &extents) {
    if constexpr (R > 2) {
      shape<R - 2> leading;
      for (int d = 0; d < R - 2; ++d)
        leading[d] = extents[d];
      return broadcast_into(batch, leading);
    }
    return true;
  }
  template <int R> layout<rank> batched(const layout<R> &where) const {
    layout<rank> result;
    result.offset = where.offset;
    for (int d = 0; d < batch_rank; ++d) {
      const int own = d - (batch_rank - (R - 2));
      result.extents[d] = batch[d];
      result.strides[d] = R > 2 && own >= 0 && where.extents[own >= 0 ? own : 0] != 1 ? where.strides[own] : 0;
    }
    return result;
  }
  static void set(layout<rank> &where, std::int64_t rows, std::int64_t columns, std::int64_t row, std::int64_t column) {
    where.extents[rank - 2] = rows;
    where.extents[rank - 1] = columns;
    where.strides[rank - 2] = row;
    where.strides[rank - 1] = column;
  }
};

template <class T, array_like A, array_like B>
void multiply_on_host(const matrix_product<A, B> &product, const A &a, const B &b, T *out) {
  using Product = matrix_product<A, B>;
  const auto *left = a.size() > 0 ? a.host_elements() : nullptr;
  const auto *right = b.size() > 0 ? b.host_elements() : nullptr;
  constexpr int row = Product::rank - 2, column = Product::rank - 1;
  for (std::int64_t i = 0; i < product.batch.size(); ++i) {
    const index<Product::batch_rank> at = product.batch.index(i);
    std::int64_t x = product.left.offset, y = product.right.offset;
    for (int d = 0; d < Product::batch_rank; ++d) {
      x += at[d] * product.left.strides[d];
      y += at[d] * product.right.strides[d];
    }
    multiply_matrices<T>(product.m, product.k, product.n,
                         matrix<value_of<A>>{left + x, product.left.strides[row], product.left.strides[column]},
                         matrix<value_of<B>>{right + y, product.right.strides[row], product.right.strides[column]},
                         out + i * product.m * product.n);
  }
}

} // namespace detail

/// The matrix product (`numpy.matmul`), in the type that the operands meet in: (m, k) and (k, n) give (m, n). A vector
/// is a row in front and a column behind, and the result lacks its dimension; two vectors give rank 0. Further
/// dimensions, in front, are batches and broadcast. Throws a shape error where the inner extents differ or batches do
/// not broadcast. The head of this file says how far targets may differ.
template <detail::array_like A, detail::array_like B>
  requires(detail::rank_of<A> > 0 && detail::rank_of<B> > 0)
[[nodiscard]] auto matmul(const A &a, const B &b) {
  using T = type_of<detail::promoted_type<A, B>()>;
  const detail::matrix_product<A, B> product(a, b);
  auto result = detail::allocated<T>(product.result_shape());
  if (result.size() == 0)
    return result;
  const detail::library_call call{{detail::erased<detail::value_of<A>>(a.node(), product.left),
                                   detail::erased<detail::value_of<B>>(b.node(), product.right)},
                                  detail::erased<T>(result.node(), product.result_layout())};
  if (!detail::try_library(detail::library_function::matmul, call))
    detail::multiply_on_host(product, a, b, detail::written(result));
  return result;
}

} // namespace gpufuse

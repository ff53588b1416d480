// What the programs of NPBench share: their sizes from the command line, and numbered rows and columns to make inputs
// of.
#pragma once

#include <array>

#include "../report_values.h"

namespace npbench {

using examples::report;

/// The sizes in the first argument, such as `20x150`, or `otherwise`. Each program names them as NPBench does.
template <std::size_t N> std::array<std::int64_t, N> sizes(int argc, char **argv, const std::int64_t (&otherwise)[N]) {
  std::array<std::int64_t, N> result = std::to_array(otherwise);
  if (argc < 2)
    return result;
  char *rest = argv[1];
  for (std::int64_t &size : result) {
    size = std::strtoll(rest, &rest, 10);
    rest += *rest == 'x';
  }
  return result;
}

/// 0, 1, ..., n - 1 as reals, shaped as a row of a table or as a column.
inline gpufuse::array<double, 1> row(std::int64_t n) { return gpufuse::arange(static_cast<double>(n)); }
inline gpufuse::array<double, 2> column(std::int64_t n) { return row(n)(gpufuse::_, gpufuse::newaxis); }

/// L times its transpose, where L is unit lower triangular with (n - j) / n + 1 below the diagonal, 1 in column 0.
inline gpufuse::array<double, 2> positive_definite(std::int64_t n) {
  const auto j = row(n);
  const auto falling = where(j == 0, 1, (n - j) / n + 1);
  const gpufuse::array<double, 2> lower = where(j < column(n), falling, 0) + where(j == column(n), 1, 0);
  auto product = gpufuse::zeros<double>({n, n});
  for (std::int64_t k = 0; k < n; ++k) // in this order, which the NumPy references have too
    product += lower(gpufuse::_, gpufuse::slice(k, k + 1)) * lower(gpufuse::_, k);
  return product;
}

} // namespace npbench

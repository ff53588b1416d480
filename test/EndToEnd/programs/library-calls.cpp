// Library calls between regions: sorting and matrix products of what kernels computed, their results in kernels again;
// NaNs, zeros of both signs, infinities, nothing, one element, views with steps and backwards, batches, every type.
// RUN: %build-example --examples %S library-calls %t
// RUN: %structure %t.json | FileCheck %s
// CHECK: percentiles: 4 statements, 2 regions, 2 launches
// CHECK: attention: 4 statements, 6 regions, 6 launches
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %compare --ulp 8 %reference/library_calls.py %t.eager
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// Products are of small integers, whose sums are exact in any order; what is computed of them differs in the last
// places. GPU: library-calls --ulp 16
#include "report.h"

#include <gpufuse/linalg.h>
#include <gpufuse/sorting.h>

#include <limits>

using gf::_, gf::slice;
template <class T, int R> using A = gf::array<T, R>;

template <class T> [[gpufuse::fuse]] void sorted(const A<T, 2> &x) {
  auto rows = gf::sort(x);
  auto columns = gf::sort(x, gf::axis(0));
  auto backwards = gf::sort(x(slice(_, _, -1), slice(_, _, -2)), gf::axis(-2));
  auto order = gf::argsort(x);
  auto order_of_columns = gf::argsort(x(_, slice(_, _, -1)), gf::axis(0));
  auto different = gf::unique(x);
  auto column = gf::unique(x(_, 1));
  report("rows", rows);
  report("columns", columns);
  report("backwards", backwards);
  report("order", order);
  report("order_of_columns", order_of_columns);
  report("different", different);
  report("column", column);
}

template <class T> [[gpufuse::fuse]] void multiplied(const A<T, 2> &x, const A<T, 2> &y) {
  auto product = gf::matmul(x, y);
  auto backwards = gf::matmul(x(slice(_, _, -1), slice(_, _, -1)), y(slice(_, _, -1), _));
  auto parts = gf::matmul(x(slice(1, _), slice(_, _, 2)), y(slice(_, _, 2), slice(_, 1)));
  auto column = gf::matmul(x, y(_, 0));
  auto row = gf::matmul(x(0, _), y);
  auto inner = gf::matmul(x(0, _), y(_, -1));
  report("product", product);
  report("backwards", backwards);
  report("parts", parts);
  report("column", column);
  report("row", row);
  report("inner", inner);
}

/// What is computed for a call, by it, and from its result.
[[gpufuse::fuse]] void percentiles(const A<double, 2> &x) {
  auto y = x * x - 2;
  auto in_order = gf::sort(y, gf::axis(0));
  auto median = (in_order(2, _) + in_order(3, _)) / 2;
  auto spread = in_order(-1, _) - in_order(0, _);
  auto standard = (y - median) / (spread + 1);
  report("median", median);
  report("standard", standard);
}

[[gpufuse::fuse]] A<float, 2> attention(const A<float, 2> &q, const A<float, 2> &k, const A<float, 2> &v) {
  auto scores = gf::matmul(q * 2, k) / 8;
  auto weights = exp(scores - gf::max(scores, gf::axis(1), gf::keepdims));
  auto shares = weights / gf::sum(weights, gf::axis(1), gf::keepdims);
  return gf::matmul(shares, v + 1) * 0.5f;
}

[[gpufuse::fuse]] void nested(const A<float, 2> &x, A<float, 2> y) {
  auto gram = gf::matmul(gf::sort(x + 1), gf::sort(x * 2)(slice(_, 5), _)) + x(slice(0, 1), 0);
  y += gf::sort(y);
  y = gf::matmul(y, y);
  y(0, _) = gf::sort(y(0, _));
  report("gram", gram);
  report("y", y);
}

A<float, 2> normalised(const A<float, 2> &x, A<float, 2> y) {
  auto result = gf::matmul(x, y + 1);
  y *= 2;
  auto in_order = gf::sort(gf::matmul(y, result) - x, gf::axis(0));
  return in_order / 4 + y;
}

/// The calls of helpers stand where the helpers are called, each with variables of its own.
[[gpufuse::fuse]] void in_helpers(const A<float, 2> &x, A<float, 2> y) {
  auto result = normalised(x * 2, y) + normalised(y, x);
  for (int i = 0; i < 2; ++i)
    y = normalised(x, y) / 64;
  auto ordered = gf::sort(normalised(y, normalised(x, y))) - 1;
  report("result", result);
  report("y", y);
  report("ordered", ordered);
}

[[gpufuse::fuse]] void powers(A<std::int64_t, 2> x, int count) {
  const auto first = x;
  for (int i = 0; i < count; ++i)
    x = gf::matmul(x, first) + i;
  report("powers", x);
}

[[gpufuse::fuse]] void ranked(const A<double, 1> &x) {
  auto ranks = gf::astype<double>(gf::argsort(gf::argsort(x))) + 1.0;
  report("ranks", ranks);
}

[[gpufuse::fuse]] void in_batches(const A<float, 3> &x, const A<float, 2> &m) {
  auto twice = gf::matmul(x, m) * 2;
  auto each = gf::matmul(x(_, gf::newaxis, _, slice(_, 3)), x(gf::newaxis, slice(_, _, -1), _, _));
  auto rows = gf::matmul(gf::arange<float>(3), x);
  auto sorted_inside = gf::sort(x, gf::axis(1)) + gf::sort(x, gf::axis(0));
  report("twice", twice);
  report("each", each);
  report("rows", rows);
  report("sorted_inside", sorted_inside);
}

[[gpufuse::fuse]] void of_mixed_types(const A<std::int32_t, 2> &x, const A<float, 2> &y, const A<bool, 2> &b) {
  auto product = gf::matmul(x, y) + 1;
  auto counts = gf::matmul(gf::astype<std::int32_t>(b), x);
  auto reached = gf::matmul(b, b);
  report("product", product);
  report("counts", counts);
  report("reached", reached);
}

[[gpufuse::fuse]] A<float, 2> product_of(const A<float, 2> &x, const A<float, 2> &y) {
  return gf::matmul(x + 1, y) * 2;
}
[[gpufuse::fuse]] A<float, 2> sorted_along(const A<float, 2> &x, int axis) { return gf::sort(x, gf::axis(axis)); }

template <class T, int R> A<T, R> numbers(const gf::shape<R> &extents, int start, int below = 61) {
  A<T, R> made(gf::full<T>(extents, T(0)));
  int value = start;
  for (T &element : made.host_mut()) {
    element = static_cast<T>(value % below);
    value = (value * 7 + 5) % 61;
  }
  return made;
}

template <class T> void of_type() {
  sorted(numbers<T>(gf::shape<2>(6, 9), 1));
  multiplied(numbers<T>(gf::shape<2>(4, 5), 1, 8), numbers<T>(gf::shape<2>(5, 3), 2, 8));
}

int main() {
  of_type<bool>();
  of_type<std::int8_t>();
  of_type<std::int16_t>();
  of_type<std::int32_t>();
  of_type<std::int64_t>();
  of_type<std::uint8_t>();
  of_type<std::uint16_t>();
  of_type<std::uint32_t>();
  of_type<std::uint64_t>();
  of_type<gf::half>();
  of_type<float>();
  of_type<double>();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const A<double, 2> edges{{0.0, nan, -0.0, inf, 1}, {-inf, -0.0, -nan, 0.0, -1}, {-0.0, 0.0, 5e-324, -inf, nan}};
  sorted(edges);
  sorted(gf::astype<float>(edges));
  sorted(gf::astype<gf::half>(edges));
  for (const auto &extents : {gf::shape<2>(1, 2), gf::shape<2>(2, 2), gf::shape<2>(300, 7), gf::shape<2>(3, 257)})
    sorted(numbers<float>(extents, 3));
  multiplied(numbers<double>(gf::shape<2>(35, 67), 1), numbers<double>(gf::shape<2>(67, 33), 2));
  multiplied(numbers<float>(gf::shape<2>(1, 1), 1), numbers<float>(gf::shape<2>(1, 1), 2));
  multiplied(numbers<float>(gf::shape<2>(2, 0), 1), numbers<float>(gf::shape<2>(0, 2), 2));
  percentiles(numbers<double>(gf::shape<2>(6, 4), 1));
  report("attention", attention(numbers<float>(gf::shape<2>(3, 8), 1, 5), numbers<float>(gf::shape<2>(8, 6), 2, 5),
                                numbers<float>(gf::shape<2>(6, 4), 3)));
  nested(numbers<float>(gf::shape<2>(5, 5), 1), numbers<float>(gf::shape<2>(4, 4), 2));
  in_helpers(numbers<float>(gf::shape<2>(3, 3), 1, 8), numbers<float>(gf::shape<2>(3, 3), 2, 8));
  powers(numbers<std::int64_t>(gf::shape<2>(3, 3), 2), 12);
  ranked(A<double, 1>{3, 1, 2, 1, nan, -0.0, 0.0});
  in_batches(numbers<float>(gf::shape<3>(2, 3, 4), 1), numbers<float>(gf::shape<2>(4, 5), 2));
  of_mixed_types(numbers<std::int32_t>(gf::shape<2>(3, 4), 1), numbers<float>(gf::shape<2>(4, 2), 2),
                 numbers<bool>(gf::shape<2>(3, 3), 0, 2));
  report("empty", product_of(gf::zeros<float>({0, 3}), gf::zeros<float>({3, 2})));
  attempt("inner", [] { (void)product_of(gf::ones<float>({2, 3}), gf::ones<float>({2, 3})); });
  attempt("axis", [] { (void)sorted_along(gf::ones<float>({2, 3}), 2); });
}

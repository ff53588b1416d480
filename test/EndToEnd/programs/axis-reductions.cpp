// Reductions along some of the axes, with and without keepdims: every order of axes, chunks of long rows and columns,
// views, broadcasts, draws, several in one kernel, and those of other spaces beside them.
// RUN: %build-example --examples %S axis-reductions %t
// RUN: %structure %t.json | FileCheck %s
// CHECK: columns_together: 3 statements, 1 region, 1 launch
// CHECK: beside_a_larger_statement: 3 statements, 2 regions, 2 launches
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// RUN: %compare --ulp 32 %reference/axis_reductions.py %t.eager
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: axis-reductions --ulp 32
#include "report.h"

template <class T, int R> using A = gf::array<T, R>;

template <class T> [[gpufuse::fuse]] void of_rank_three(const A<T, 3> &x) {
  auto first = gf::sum(x, gf::axis(0));
  auto second = gf::prod(x, gf::axis(1));
  auto third = gf::mean(x, gf::axis(2));
  auto outer = gf::min(x, gf::axes(0, 1));
  auto inner = gf::max(x, gf::axes(-1, 1));
  auto ends = gf::sum(x, gf::axes(2, 0));
  auto kept = gf::mean(x, gf::axes(0, 2), gf::keepdims);
  auto whole = gf::sum(x, gf::keepdims);
  auto named = gf::max(x, gf::axes(0, 1, 2));
  report("first", first);
  report("second", second);
  report("third", third);
  report("outer", outer);
  report("inner", inner);
  report("ends", ends);
  report("kept", kept);
  report("whole", whole);
  report("named", named);
}

template <class T> [[gpufuse::fuse]] void of_a_table(const A<T, 2> &x) {
  auto rows = gf::sum(x * 2, gf::axis(1));
  auto columns = gf::sum(x * 2, gf::axis(0));
  auto backwards = gf::mean(x(gf::_, gf::slice(gf::_, gf::_, -1)), gf::axis(1));
  auto every_second = gf::max(x(gf::slice(gf::_, gf::_, 2), gf::_), gf::axis(0), gf::keepdims);
  report("rows", rows);
  report("columns", columns);
  report("backwards", backwards);
  report("every_second", every_second);
}

[[gpufuse::fuse]] void columns_together(const A<float, 2> &x, float f) {
  auto y = x * f;
  auto total = gf::sum(y, gf::axis(0));
  auto middle = gf::mean(y * y, gf::axis(0));
  report("total", total);
  report("middle", middle);
}

/// Several reductions of the rows in one kernel, and what is mapped beside them.
[[gpufuse::fuse]] void rows_together(const A<double, 2> &x, const A<double, 1> &shift) {
  auto y = x - shift;
  auto least = gf::min(y, gf::axis(1));
  auto greatest = gf::max(y, gf::axis(1));
  auto total = gf::sum(y, gf::axis(1));
  report("y", y);
  report("least", least);
  report("greatest", greatest);
  report("total", total);
}

[[gpufuse::fuse]] A<double, 2> softmax(const A<double, 2> &x) {
  auto powers = exp(x - gf::max(x, gf::axis(1), gf::keepdims));
  return powers / gf::sum(powers, gf::axis(1), gf::keepdims);
}

/// The sum is over x alone, though a larger statement follows that x takes part in.
[[gpufuse::fuse]] void beside_a_larger_statement(const A<float, 1> &x, const A<float, 2> &m) {
  auto y = x * 2.0f;
  auto total = gf::sum(y);
  auto z = y + m;
  report("total", total);
  report("z", z);
}

template <class T> T spread_of(const T &x, gf::axis along) {
  return gf::max(x, along, gf::keepdims) - gf::min(x, along, gf::keepdims);
}

[[gpufuse::fuse]] void composed(const A<float, 2> &x) {
  constexpr gf::axis rows(-2);
  auto count = gf::count_nonzero(x > 3, gf::axis(0));
  auto every = gf::count_nonzero(x, rows);
  auto some = gf::any(x > 50, gf::axis(1));
  auto all = gf::all(x >= 1, gf::axis(1), gf::keepdims);
  auto spread = gf::ptp(x, gf::axis(0));
  auto own = spread_of(x, rows);
  auto variance = gf::var(x, gf::axis(1));
  auto deviation = gf::stddev(x, rows, gf::keepdims);
  auto length = gf::norm(x, gf::axis(1));
  auto known = gf::nansum(x, rows);
  auto mean = gf::nanmean(x, gf::axis(1));
  report("count", count);
  report("every", every);
  report("some", some);
  report("all", all);
  report("spread", spread);
  report("own", own);
  report("variance", variance);
  report("deviation", deviation);
  report("length", length);
  report("known", known);
  report("mean", mean);
}

[[gpufuse::fuse]] void of_draws_and_ranges(gf::random::generator &rng) {
  auto drawn = gf::random::uniform<float>(rng, {7, 40});
  auto columns = gf::sum(drawn, gf::axis(0));
  auto rows = gf::sum(drawn + gf::arange<float>(40), gf::axis(1));
  report("columns", columns);
  report("rows", rows);
}

[[gpufuse::fuse]] void least_of_rows(const A<int, 2> &x) {
  auto least = gf::min(x, gf::axis(1));
  report("least", least);
}

[[gpufuse::fuse]] void of_nothing(const A<float, 2> &x) {
  auto columns = gf::sum(x, gf::axis(0));
  auto rows = gf::prod(x, gf::axis(1));
  auto means = gf::mean(x, gf::axis(0));
  report("columns", columns);
  report("rows", rows);
  report("means", means);
}

/// An axis that only a run knows stays eager.
[[gpufuse::fuse]] void unknown_axis(const A<float, 2> &x, int along) {
  auto sums = gf::sum(x, gf::axis(along));
  report("sums", sums);
}

template <class T, int R> A<T, R> numbers(const gf::shape<R> &extents, int start) {
  A<T, R> made(gf::full<T>(extents, T(0)));
  int value = start;
  for (T &element : made.host_mut()) {
    element = static_cast<T>(value);
    value = (value * 7 + 5) % 61;
  }
  return made;
}

int main() {
  of_rank_three(numbers<float>(gf::shape<3>(3, 4, 5), 1));
  of_rank_three(numbers<std::int8_t>(gf::shape<3>(2, 3, 40), 1));
  of_rank_three(numbers<bool>(gf::shape<3>(3, 3, 3), 1));
  for (const auto &extents : {gf::shape<2>(1, 1), gf::shape<2>(2, 33), gf::shape<2>(35, 3), gf::shape<2>(3, 1500),
                              gf::shape<2>(2, 40000), gf::shape<2>(2500, 5), gf::shape<2>(9, 260)})
    of_a_table(numbers<double>(extents, 3));
  of_a_table(numbers<gf::half>(gf::shape<2>(5, 37), 3));
  of_a_table(numbers<std::uint16_t>(gf::shape<2>(5, 37), 3));
  columns_together(numbers<float>(gf::shape<2>(1030, 6), 2), 0.5f);
  rows_together(numbers<double>(gf::shape<2>(3, 70), 2), numbers<double>(gf::shape<1>(70), 5));
  rows_together(numbers<double>(gf::shape<2>(3, 7), 2), numbers<double>(gf::shape<1>(1), 5));
  report("softmax", softmax(numbers<double>(gf::shape<2>(4, 100), 2)));
  beside_a_larger_statement(numbers<float>(gf::shape<1>(5), 1), numbers<float>(gf::shape<2>(3, 5), 2));
  composed(numbers<float>(gf::shape<2>(6, 35), 0));
  gf::random::generator rng(11);
  of_draws_and_ranges(rng);
  least_of_rows(numbers<int>(gf::shape<2>(0, 3), 1));
  attempt("nothing", [] { least_of_rows(numbers<int>(gf::shape<2>(3, 0), 1)); });
  of_nothing(gf::zeros<float>({0, 3}));
  of_nothing(gf::zeros<float>({2, 0}));
  unknown_axis(numbers<float>(gf::shape<2>(3, 4), 1), -1);
  attempt("outside", [] { unknown_axis(gf::ones<float>({2, 2}), 2); });
}

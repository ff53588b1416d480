// Arrays in other orders and shapes, joined, repeated and moved; where extremes are; grids. Of variables, parts, computed
// arrays and temporaries, in regions of their own and together with arithmetic.
// RUN: %build-example --examples %S rearranged-arrays %t
// RUN: %structure %t.json | FileCheck %s
// CHECK: symmetric: 1 statement, 1 region, 1 launch
// CHECK: triangle_of_ones: 1 statement, 1 region, 1 launch
// CHECK: halves: 1 statement, 1 region, 1 launch
// CHECK: outer_sum: 3 statements, 1 region, 1 launch
// CHECK: copy_of_a_part: 1 statement, 1 region, 1 launch
// CHECK: part_of_what_is_computed: 2 statements, 1 region, 1 launch
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %compare --ulp 16 %reference/rearranged_arrays.py %t.eager
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: rearranged-arrays --ulp 16
#include "report.h"

template <class T, int R> using A = gf::array<T, R>;

//===-- One kernel each ------------------------------------------------------------------------------------===//

[[gpufuse::fuse]] A<float, 2> symmetric(const A<float, 2> &a) { return (a + gf::transpose(a)) / 2; }

[[gpufuse::fuse]] A<int, 2> triangle_of_ones(std::int64_t n, std::int64_t m) { return gf::tri<int>(n, m, 1); }

/// Each operand is computed where it is to stand.
[[gpufuse::fuse]] A<float, 1> halves(const A<float, 1> &x) { return gf::concatenate({x * 2, x + 1}); }

/// Maps over rows and over columns meet in one kernel.
[[gpufuse::fuse]] A<float, 2> outer_sum(const A<float, 1> &x, const A<float, 1> &y) {
  auto rows = gf::expand_dims(x, gf::axis(1)) * 2;
  auto columns = y * 3;
  return rows + columns;
}

[[gpufuse::fuse]] A<float, 1> copy_of_a_part(const A<float, 2> &a) { return a(gf::_, 1); }

[[gpufuse::fuse]] A<float, 1> part_of_what_is_computed(const A<float, 1> &x) {
  auto y = gf::sqrt(gf::abs(x));
  return y(gf::slice(1, -1)) * 2;
}

//===-- Everything else ------------------------------------------------------------------------------------===//

template <class T> [[gpufuse::fuse]] void orders(const A<T, 3> &a, std::int64_t n) {
  auto reversed = gf::transpose(a) * 1;
  auto turned = gf::transpose(a, gf::axes(1, -1, 0)) * 1;
  auto swapped = gf::swapaxes(a, 0, -1) + gf::swapaxes(a, -1, 0);
  auto moved = gf::moveaxis(a, 0, -1) * 2;
  auto moved_back = gf::moveaxis(a, -1, 0) * 2;
  auto wider = gf::expand_dims(a, gf::axis(-2)) * 1;
  auto narrower = gf::squeeze(gf::sum(a, gf::axis(1), gf::keepdims), gf::axis(1)) * 1;
  auto flat = gf::ravel(a) * 2;
  auto flat_part = gf::ravel(a(gf::_, gf::slice(gf::_, gf::_, 2), 1)) * 2;
  auto table = gf::reshape(a, {-1, n}) * 1;
  auto computed = gf::reshape(a * 2 + 1, {n, -1}) * 1;
  auto flipped = gf::flip(a) * 1;
  auto flipped_ends = gf::flip(a, gf::axes(0, 2)) * 1;
  auto flipped_rows = gf::flipud(a) * 1;
  report("reversed", reversed);
  report("turned", turned);
  report("swapped", swapped);
  report("moved", moved);
  report("moved_back", moved_back);
  report("wider", wider);
  report("narrower", narrower);
  report("flat", flat);
  report("flat_part", flat_part);
  report("table", table);
  report("computed", computed);
  report("flipped", flipped);
  report("flipped_ends", flipped_ends);
  report("flipped_rows", flipped_rows);
}

template <class T> [[gpufuse::fuse]] void of_tables(const A<T, 2> &a, const A<T, 1> &v, std::int64_t k) {
  auto once = gf::rot90(a) * 1;
  auto twice = gf::rot90(a, 2) * 1;
  auto back = gf::rot90(a, -1) * 1;
  auto main = gf::diagonal(a) * 1;
  auto above = gf::diagonal(a, k) * 1;
  auto below = gf::diagonal(a, -k) * 1;
  auto trace = gf::trace(a, 1);
  auto diagonal = gf::diag(v) + 0;
  auto spread = gf::broadcast_to(v, {2, v.extent(0)}) * 1;
  auto side_by_side = gf::hstack(a, a * 2, a(gf::_, gf::slice(0, 1)));
  auto rows = gf::vstack(v, v + 1);
  auto columns = gf::column_stack(v, v * 3);
  auto layers = gf::dstack(a, a + a);
  auto longer = gf::hstack(v, v);
  auto below_each_other = gf::vstack(a, a(gf::slice(gf::_, 1), gf::_)) * 2;
  auto mixed = gf::concatenate(gf::axis(0), v, gf::arange(3), gf::linspace(0, 1, 2));
  auto rolled = gf::roll(a, k, gf::axis(1)) - a;
  auto rolled_vector = gf::roll(v, -2 * k);
  auto twice_each = gf::repeat(a, 2, gf::axis(1));
  auto thrice = gf::repeat(v, 3);
  auto tiles = gf::tile(a, {2, 3});
  auto tiled = gf::tile(v, k);
  auto steps = gf::diff(a, gf::axis(0));
  auto steps_of_rows = gf::diff(a * 2);
  report("once", once);
  report("twice", twice);
  report("back", back);
  report("main", main);
  report("above", above);
  report("below", below);
  report("trace", trace);
  report("diagonal", diagonal);
  report("spread", spread);
  report("side_by_side", side_by_side);
  report("rows", rows);
  report("columns", columns);
  report("layers", layers);
  report("longer", longer);
  report("below_each_other", below_each_other);
  report("mixed", mixed);
  report("rolled", rolled);
  report("rolled_vector", rolled_vector);
  report("twice_each", twice_each);
  report("thrice", thrice);
  report("tiles", tiles);
  report("tiled", tiled);
  report("steps", steps);
  report("steps_of_rows", steps_of_rows);
}

template <class T> [[gpufuse::fuse]] void extremes(const A<T, 2> &a) {
  auto least = gf::argmin(a, gf::axis(0));
  auto greatest = gf::argmax(a, gf::axis(-1));
  auto least_of_all = gf::argmin(a);
  auto greatest_of_all = gf::argmax(a * 2);
  report("least", least);
  report("greatest", greatest);
  report("least_of_all", least_of_all);
  report("greatest_of_all", greatest_of_all);
}

[[gpufuse::fuse]] void grids(const A<float, 1> &x, const A<int, 1> &y) {
  auto [first, second] = gf::meshgrid(x, y);
  auto numbers = gf::indices(x.extent(0), 2);
  auto product = gf::vecdot(first, x);
  auto times = gf::matvec(first, x);
  auto before = gf::vecmat(y, second);
  report("first", first);
  report("second", second);
  report("numbers", numbers);
  report("product", product);
  report("times", times);
  report("before", before);
}

template <class T> [[gpufuse::fuse]] void along_axes(const A<T, 2> &a, const A<T, 2> &weights) {
  auto deviation = gf::stddev(a, 1, gf::axis(0));
  auto average = gf::average(a, weights, gf::axis(1));
  auto soft = gf::logsumexp(a, gf::axis(1));
  auto least = gf::nanmin(a, gf::axis(1));
  auto greatest = gf::nanmax(a, gf::axis(0));
  auto variance = gf::nanvar(a, gf::axis(1));
  report("deviation", deviation);
  report("average", average);
  report("soft", soft);
  report("nanmin", least);
  report("nanmax", greatest);
  report("nanvar", variance);
}

/// What a view shows of a variable is what it holds at that point, and views are written through.
[[gpufuse::fuse]] void views_and_writes(A<float, 2> &a) {
  auto before = gf::transpose(a) * 1;
  auto shown = gf::transpose(a);
  a += 1;
  auto after = gf::transpose(a) * 1;
  shown(0, gf::_) = 7;
  gf::diagonal(a) = 0;
  auto in_place = a - gf::transpose(a);
  a = a + gf::transpose(a);
  report("before", before);
  report("after", after);
  report("in_place", in_place);
  report("a", a);
}

[[gpufuse::fuse]] void what_does_not_fit(const A<float, 2> &a, const A<float, 1> &v) {
  attempt("reshape", [&] { report("none", gf::reshape(a, {4, -1}) * 2); });
  attempt("join", [&] { report("none", gf::concatenate(gf::axis(0), a, gf::expand_dims(v, gf::axis(0))) * 2); });
}

template <class T> A<T, 3> numbers(std::int64_t n, std::int64_t m, std::int64_t k) {
  A<T, 3> made = gf::empty<T>({n, m, k});
  std::int64_t value = 3;
  for (T &element : made.host_mut()) {
    element = static_cast<T>(value);
    value = (value * 7 + 5) % 61;
  }
  return made;
}

template <class T> void of_type() {
  const A<T, 3> a = numbers<T>(2, 3, 4);
  orders(a, 6);
  orders<T>(numbers<T>(1, 5, 2)(gf::_, gf::slice(gf::_, gf::_, -1), gf::_), 2);
  const A<T, 2> table = a(1, gf::ellipsis);
  of_tables<T>(table, a(0, 0, gf::_), 1);
  of_tables<T>(numbers<T>(1, 33, 33)(0, gf::ellipsis), numbers<T>(1, 1, 33)(0, 0, gf::_), 2);
  extremes(table);
  extremes<T>(numbers<T>(1, 40, 70)(0, gf::ellipsis));
}

int main() {
  const A<float, 3> a = numbers<float>(2, 5, 5);
  A<float, 2> square = a(0, gf::ellipsis);
  const A<float, 1> x = a(1, 2, gf::_);
  report("symmetric", symmetric(square));
  report("triangle", triangle_of_ones(4, 7));
  report("halves", halves(x));
  report("outer", outer_sum(x, a(0, 1, gf::slice(0, 3))));
  report("part", copy_of_a_part(square));
  report("computed_part", part_of_what_is_computed(x));
  of_type<float>();
  of_type<int>();
  A<float, 2> with_nan = numbers<float>(1, 6, 7)(0, gf::ellipsis);
  with_nan(2, 3) = NAN;
  with_nan(4, gf::_) = NAN;
  extremes(with_nan);
  grids(x, gf::array<int, 1>{4, -1, 2});
  along_axes<float>(square, a(1, gf::ellipsis));
  along_axes<double>(gf::astype<double>(with_nan), gf::astype<double>(with_nan) + 1);
  views_and_writes(square);
  what_does_not_fit(square, gf::array<float, 1>{1, 2});
}

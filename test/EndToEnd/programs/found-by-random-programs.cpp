// Programs that random testing found to differ, each reduced to a few lines.
// RUN: %build-example --examples %S found-by-random-programs %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if emulator %{ %gpufuse %s --no-fuse -o %t.no-fuse.cu && %emulate %t.no-fuse.cu -o %t.emulated-no-fuse %}
// RUN: %if emulator %{ %compare-emulated %t.eager %t.emulated-no-fuse %}
// GPU: found-by-random-programs --ulp 4
#include "report.h"

using Indices = gf::array<std::int64_t, 2>;
using Row = gf::array<double, 1>;
using Single = gf::array<float, 1>;
using Table = gf::array<double, 2>;
using Mask = gf::array<bool, 1>;

// The read of `a` behind the first store is used by the region after it, which updates `a` in place.
[[gpufuse::fuse]] void updated_behind_a_store(Indices &a, gf::view<std::int64_t, 2> b) {
  b(1, gf::_) = gf::where(true + gf::ones<bool>({a.extent(0)}), -1 * a(gf::_, 0), 2);
  a -= (a * -1) * gf::max(b * b);
  const auto t = false + gf::where(gf::astype<float>(a) || gf::astype<float>(a),
                                   gf::full<bool>({a.extent(0), a.extent(0)}, false) * false, true);
  b = t(-1, 0) * (b(gf::slice(gf::_, gf::_, -1), gf::_) * 3);
}

// A result of rank 0 is stored once, not for each element.
[[gpufuse::fuse]] Single result_of_rank_zero(const Single &x, const gf::array<float, 0> &z) {
  auto m = gf::max(x * 2.0f);
  auto w = z * 3.0f;
  return m * (w - x) + w;
}

[[gpufuse::fuse]] void part_of_itself(Single &m) { m = m(gf::slice(gf::_, gf::_, -1)); }

[[gpufuse::fuse]] gf::array<double, 3> stack_of_what_was_stored(const Table &a, Table &b) {
  b(0, gf::_) *= a(0, gf::_);
  return gf::stack({gf::where(a > 0, gf::ones<float>({1, 2}), b), b}, gf::axis(2));
}

// The part of a part is one of the elements that are written.
[[gpufuse::fuse]] void corner_of_itself(Table &z, const Row &w) { z(0, gf::_) = z(gf::_, 0)(0) + w; }

// Where the larger result has no element, the smaller one is computed still.
[[gpufuse::fuse]] Table smaller_result(const Row &x, const Table &y, Row &o) {
  o = x * 2.0 + 1.0;
  return y * o;
}

[[gpufuse::fuse]] std::tuple<Row, Row> scalar_result(const Row &x, const Row &y, gf::array<double, 0> &w) {
  w = w * 2.0;
  auto t = cos(x) * w;
  auto z = y - t;
  return {t, z};
}

struct Holder {
  Table table;

  // The view is gone where the other branch writes.
  [[gpufuse::fuse]] void change(const Row &a, double &s) {
    if (s > 1) {
      auto view = a(gf::_);
      double first = view(0);
      s += first;
    } else {
      table *= s;
      table(0, 0) += s;
    }
  }
};

// In the branch, the value that is read is what the region before it gave to the same variable.
[[gpufuse::fuse]] void reversed_in_a_branch(Row &m) {
  m = m * 2.0;
  if (m.extent(-1) > 2) {
    m(gf::slice(gf::_, gf::_, -1)) = m;
  }
}

[[gpufuse::fuse]] Table read_behind_a_check(const Table &m, double s) {
  auto t = m - 1.0;
  auto u = t;
  u(gf::_, gf::_) = s;
  return u - gf::full<double>({3, 1}, s);
}

Row rebound{1, 2, 3};

// The second array may be the one that is rebound: then it has another extent.
[[gpufuse::fuse]] Row extent_behind_a_rebinding(Row &a, double s) {
  rebound = gf::zeros<double>({1});
  auto t = gf::where(a > 0, a, gf::full<double>({a.extent(0)}, s));
  s *= -0.5;
  report("t", t);
  return a + s;
}

Mask flags{true, false, true};

[[gpufuse::fuse]] Mask three_names(Mask &a, const Mask &b) {
  a = (b == b) && a;
  flags(gf::slice(gf::_, gf::_, -1)) = b > 0;
  if (flags.extent(0) > 0) {
    a(gf::_) = !b;
  }
  return b && b;
}

// The stored number and the index are one constant.
[[gpufuse::fuse]] void one_constant_twice(Indices &a, Indices &b) {
  b(1, gf::_) = 1;
  auto t = gf::full<bool>({3, 3}, true);
  a = t(0, 0) + a;
}

[[gpufuse::fuse]] void copy_of_a_part_updated(Row &z, Row &y, const Row &x) {
  z = x(gf::slice(gf::_, gf::_, -1));
  y(gf::_) = y + 2.0;
  z += x;
}

// What is declared here is in no memory that the store before it changes.
[[gpufuse::fuse]] Row declared_beside_a_store(const Row &x, gf::view<double, 1> v) {
  v = x;
  auto t = x + gf::linspace(-1.0, 1.0, x.extent(0));
  auto part = t(gf::_);
  report("t", t);
  return part + v;
}

// Where the check fails, the draw that nobody uses is made all the same.
[[gpufuse::fuse]] std::tuple<Row, Row> unused_draw(const Row &x, const Row &y, gf::random::generator &rng) {
  auto sum = x + y;
  auto u = gf::random::uniform<double>(rng, {3});
  auto twice = x * 2.0;
  return {sum, twice};
}

// One thread writes the number that all of them read.
[[gpufuse::fuse]] Row number_updated_between(const Row &x, gf::array<double, 0> &s) {
  auto y = x * s;
  s *= 2.0;
  return y + x * s;
}

void run_updates() {
  Indices a{{1, 2}, {3, 4}}, b = a;
  updated_behind_a_store(a, b(gf::_, gf::_));
  report("updated", a);
  report("updated", b);
  updated_behind_a_store(a, a(gf::_, gf::_));
  report("updated", a);
  report("rank-0", result_of_rank_zero(gf::arange<float>(2000), gf::array<float, 0>(2.f)));
  auto m = gf::arange<float>(5);
  part_of_itself(m);
  report("reversed", m);
  Table p{{1, -2}, {3, 4}}, q{{5, 6}, {7, 8}};
  report("stack", stack_of_what_was_stored(p, q));
  report("stored", q);
  auto z = gf::ones<double>({3, 500});
  corner_of_itself(z, gf::ones<double>({500}));
  report("corner", z);
}

// A number that fills an array and a number that is updated share no space.
[[gpufuse::fuse]] Row filled_beside_a_number(const Row &x, gf::array<double, 0> &r) {
  auto t = x;
  t(gf::_) = 7.0;
  r += 1.0;
  return t;
}

// Each of three shapes is found to fit into the next one: they are one.
[[gpufuse::fuse]] void shapes_in_a_circle(const Single &a, Single &m, Single u) {
  auto t = a * 2;
  u += t;
  m *= u;
  t += m;
  u += a;
}

// A constant argument is used twice in one expression of the callee.
static Single unused_inside(const Single &a, const Single &b, double k) {
  const auto unused = gf::sign(k * (a * k));
  return gf::sign(b);
}
[[gpufuse::fuse]] Single constant_used_twice(const Single &a) { return a + unused_inside(a, a, 0.5); }

// The condition of the loop reads what a view that is declared in the loop changes.
[[gpufuse::fuse]] Single changed_through_a_view(Single &a, float s) {
  a += s;
  int i = 3;
  while (i-- > 0 && gf::sum(0.5f - a) < 0.5f) {
    auto part = a(gf::_);
    part(gf::_) %= part * s - a;
  }
  return a * 2.0f;
}

// And what references that are declared in the loop do.
struct Pack {
  Row x, y;
} packed;
[[gpufuse::fuse]] Row references_in_a_loop(const Row &a, int rounds) {
  auto t = packed.y * 1.0;
  for (int i = 0; i < rounds; ++i) {
    t += packed.y + packed.x;
    auto &[x, y] = packed;
    y = a * i;
    auto &whole = packed;
    whole.x = whole.x + y;
  }
  return t;
}

// An old value and the new one of a variable in one statement.
[[gpufuse::fuse]] Single old_and_new(Single &g) {
  const auto old = g;
  g = g * 2.0f + 1.0f;
  auto s = gf::sum(old * g);
  g += old;
  return g - s;
}

// The callee returns its argument, which is a part of an array at the call.
static Single itself(const Single &a) { return a; }
[[gpufuse::fuse]] Single copy_of_a_part(Single &a) {
  auto t = itself(a(gf::slice(0, 2)));
  a += 1.0f;
  return t * 1.0f;
}

// What a callee copies in a branch, or in each round of a loop, is used behind it and in the next one.
int large = 0;
static Row copied_in_a_branch(const Row &a, double s) {
  if (s > 0) {
    auto t = a;
    t += 1.0;
    large += t(0) > 2 ? 1 : 0;
  }
  return a * 2.0;
}
static void copied_in_a_loop(const Row &a) {
  for (int i = 0; i < 3; ++i) {
    auto t = a;
    t += double(i);
    large += t(0) > 2 ? 1 : 0;
  }
}
[[gpufuse::fuse]] Row argument_copied_inside(const Row &x, double s) {
  copied_in_a_loop(x - 1.0);
  return copied_in_a_branch(x + 1.0, s);
}

// What is assigned is what the variable holds.
static gf::array<double, 0> second(const Row &a, const gf::array<double, 0> &b) {
  for (int i = 0; i < 1; ++i)
    auto unused = a * double(i);
  return b;
}
[[gpufuse::fuse]] gf::array<double, 0> assigned_to_itself(const Row &x) {
  auto t = second(x + 1.0, gf::array<double, 0>(3.0));
  t = second(x * 2.0, t);
  return t + 1.0;
}

// Parts that one kernel fills are as large as each other, or the statements run one by one.
[[gpufuse::fuse]] void numbers_into_parts(Row &x, Row &y) {
  x(gf::slice(1, gf::_)) = 1.0;
  y(gf::slice(gf::_, 2)) = 2.0;
}
[[gpufuse::fuse]] void one_value_into_parts(Row &x, Row &y, const Row &z) {
  x(gf::slice(0, 3)) = z * 2.0;
  y(gf::slice(0, 1)) = z * 3.0;
}
[[gpufuse::fuse]] double sum_beside_a_part(Row &x, const Row &z) {
  auto w = z * 2.0;
  x(gf::slice(0, 3)) = w;
  return gf::sum(w * 3.0);
}

void run_parts() {
  for (int size : {5, 3, 2}) {
    Row x = gf::arange<double>(size), y = gf::arange<double>(5);
    numbers_into_parts(x, y);
    report("x", x);
    report("y", y);
    one_value_into_parts(y, x, Row{4});
    report("x", x);
    report("y", y);
    report("sum", sum_beside_a_part(y, Row{5}));
    report("y", y);
  }
}

void run_callees() {
  Single c{1, 2, 3, 4};
  report("view", changed_through_a_view(c, 1.5f));
  report("changed", c);
  report("old", old_and_new(c));
  report("new", c);
  report("part", copy_of_a_part(c));
  gf::array<double, 0> r(3.0);
  report("filled", filled_beside_a_number(Row{1, 2, 3}, r));
  report("updated", r);
  Single m{1, 2, 3};
  shapes_in_a_circle(Single{4, 5, 6}, m, Single{7, 8, 9});
  report("circle", m);
  report("twice", constant_used_twice(m - 40.0f));
  for (double s : {1.0, -1.0})
    report("copied", argument_copied_inside(Row{3, 4, 5}, s));
  report("large", large);
  report("itself", assigned_to_itself(m));
}

void run_stores() {
  const Row x{1, 2, 3};
  Row y{4, 5, 6};
  report("declared", declared_beside_a_store(x, y(gf::_)));
  report("declared", declared_beside_a_store(y, y(gf::slice(gf::_, gf::_, -1))));
  gf::random::generator rng(5);
  for (int size : {1, 3}) {
    auto [sum, twice] = unused_draw(gf::ones<double>({size}), x, rng);
    report("sum", sum);
    report("twice", twice);
    report("next", gf::array<double, 1>(gf::random::uniform<double>(rng, {2})));
  }
  gf::array<double, 0> s(1.5);
  report("updated", number_updated_between(gf::arange<double>(700), s));
  report("number", s);
}

void run_shapes() {
  Row x{1, 2, 3}, o{7, 7, 7};
  gf::array<double, 0> w(2.0);
  for (int rows : {0, 2}) {
    report("larger", smaller_result(x, gf::ones<double>({rows, 3}), o));
    report("smaller", o);
  }
  for (int size : {0, 3}) {
    auto [t, z] = scalar_result(gf::arange<double>(size), gf::ones<double>({size}), w);
    report("scalar", w);
    report("t", t);
    report("z", z);
  }
  Holder holder{Table{{1, 2}, {3, 4}}};
  double s = 0.5;
  holder.change(x, s);
  s = 3;
  holder.change(x, s);
  report("holder", holder.table);
  report("s", s);
}

void run_names() {
  Row m{1, 2, 3};
  reversed_in_a_branch(m);
  report("branch", m);
  report("behind", read_behind_a_check(Table{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, 1.5));
  report("extent", extent_behind_a_rebinding(rebound, 1.5));
  Mask o{true, false, true};
  packed = {Row{1, 2}, Row{100, 200}};
  report("references", references_in_a_loop(Row{3, 4}, 4));
  report("references", packed.x);
  report("names", three_names(o, o));
  report("names", three_names(flags, o));
  report("flags", flags);
  Indices t{{1, 2}, {3, 4}}, u = t;
  one_constant_twice(t, u);
  report("constant", t);
  report("constant", u);
  one_constant_twice(t, t);
  report("constant", t);
  Row z{1, 2, 3}, y{4, 5, 6};
  copy_of_a_part_updated(z, y, y);
  report("part", z);
  copy_of_a_part_updated(z, z, y);
  report("part", z);
  copy_of_a_part_updated(z, y, z);
  report("part", z);
  report("part", y);
}

int main() {
  run_updates();
  run_stores();
  run_shapes();
  run_names();
  run_callees();
  run_parts();
}

// A statement that throws does so before what stands behind it, and also where nobody uses its value.
// RUN: %build-example --examples %S errors-come-in-time %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: errors-come-in-time
#include "report.h"

#include <stdexcept>
#include <string>
#include <type_traits>

using V = gf::array<double, 1>;
using M = gf::array<double, 2>;

std::string log_of_calls;
int calls = 0;
double noted(double value) {
  log_of_calls += "noted ";
  return value;
}
int counted() { return ++calls; }
void fails(bool really) {
  if (really)
    throw std::runtime_error("mine");
}

// Host text that others see, between statements that are one region.
[[gpufuse::fuse]] V output_between(const V &x, const V &y, double &scale, int *total) {
  auto t = x + y;
  scale = scale * 0.5 + 1;
  *total += 1;
  auto u = t * 2.0;
  log_of_calls += "here ";
  counted();
  return u - x;
}
[[gpufuse::fuse]] V local_between(const V &x, const V &y, int n) {
  auto t = x + y;
  int k = n;
  ++k;
  const double w = k * 0.25;
  return t * w;
}
[[gpufuse::fuse]] V call_in_operand(const V &x, const V &y) {
  auto t = x + y;
  auto u = t * noted(2.0);
  return u + x;
}
[[gpufuse::fuse]] V exception_between(const V &x, const V &y, bool really) {
  auto t = x + y;
  fails(really);
  return t + 1.0;
}
[[gpufuse::fuse]] V static_between(const V &x, const V &y) {
  static int times = 0;
  auto t = x - y;
  ++times;
  return t * static_cast<double>(times);
}
[[gpufuse::fuse]] V index_between(const V &x, const V &y, const M &m, int i) {
  auto t = x + y;
  auto row = m(i, gf::_) * 2.0;
  return t + row;
}
[[gpufuse::fuse]] double minimum_between(const V &x, const V &y, double &seen) {
  auto least = gf::min(x * 2.0);
  seen = 7;
  auto most = gf::max(y);
  return least + most;
}
// Writes to what the caller has, of other extents.
[[gpufuse::fuse]] V writes_between(V &a, M &m, const V &x, const V &y) {
  auto t = x * y;
  m += 1.0;
  auto u = t + a;
  m *= 2.0;
  a += x;
  return u * t;
}
[[gpufuse::fuse]] void writes_then_throws(V &a, M &m, const V &x) {
  auto v = x * 2.0;
  m += 1.0;
  auto u = v + a;
  m += 1.0;
  a = u;
}
[[gpufuse::fuse]] V call_after_write(V &a, const V &x, bool really) {
  a += 1.0;
  auto t = x * 2.0;
  return t * (fails(really), 3.0);
}
[[gpufuse::fuse]] V step_after_write(V &a, double step) {
  a += 1.0;
  auto z = gf::arange(0.0, 3.0, step);
  return z * 2.0;
}
[[gpufuse::fuse]] gf::array<bool, 1> updates_around_a_write(const V &a0, V &a1, const gf::array<bool, 1> &g, int q) {
  auto t = g || g;
  t |= gf::full<bool>({q}, true);
  a1 += a0;
  a1(gf::slice(0, 1)) *= 2.0;
  t |= g;
  return t;
}
// What a target's index or step throws comes after the write before it.
[[gpufuse::fuse]] void target_index_after_write(V &a, M &m, int i) {
  a(gf::slice(0, 2)) = 1.5;
  m(i, gf::_) = 2.5;
}
[[gpufuse::fuse]] void target_step_after_write(V &a, V &b, int step) {
  a(gf::slice(0, 2)) = 3.5;
  b(gf::slice(0, 2, step)) = 4.5;
}
// Statements that nobody needs.
[[gpufuse::fuse]] V dead_sum(const V &x, const V &y) {
  auto t = x + y;
  auto dead = t * x - gf::sin(y);
  return x * 2.0;
}
[[gpufuse::fuse]] void dead_after_update(V &x, const V &y) {
  x -= y;
  auto dead = y + x;
}
[[gpufuse::fuse]] V overwritten(const V &x, const V &y) {
  auto t = x + y;
  t = x * 3.0;
  return t;
}
[[gpufuse::fuse]] V dead_element(const V &x, int i) {
  auto e = x(i) * x;
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_row(const M &m, const V &x, int i) {
  auto e = m(i, gf::_) + 1.0;
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_step(const V &x, int step) {
  auto e = x(gf::slice(gf::_, gf::_, step)) + 1.0;
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_minimum(const V &x, const V &y) {
  auto e = gf::min(y * y);
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_stack(const V &x, const V &y) {
  auto s = gf::stack({x, y}, gf::axis(0));
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_in_branch(const V &x, const V &y, bool yes) {
  if (yes) {
    auto t = gf::where(x > 0.0, x, y);
    log_of_calls += "branch ";
  }
  return x + 1.0;
}
[[gpufuse::fuse]] V dead_draw(const V &x, gf::random::generator &rng) {
  auto t = gf::random::uniform<double>(rng, {4}) + x;
  auto u = gf::random::uniform<double>(rng, {3});
  return u;
}
[[gpufuse::fuse]] V draw_after(const V &x, const V &y, gf::random::generator &rng) {
  auto t = x + y;
  auto u = gf::random::uniform<double>(rng, {3});
  return t + u;
}

/// Reports what the call returns, or what it throws.
template <class Call> void tried(const char *name, Call call) {
  attempt(name, [&] {
    if constexpr (std::is_void_v<decltype(call())>)
      call();
    else
      report("value", call());
  });
}
V line(int n, double first) { return gf::arange<double>(n) + first; }

int main() {
  for (const int n : {3, 4, 1, 0}) {
    const V x = line(3, 1), y = line(n, -1);
    double scale = 2, seen = 0;
    int total = 0;
    tried("output", [&] { return output_between(x, y, scale, &total); });
    tried("local", [&] { return local_between(x, y, n); });
    tried("operand", [&] { return call_in_operand(x, y); });
    tried("mine", [&] { return exception_between(x, y, n != 1); });
    tried("static", [&] { return static_between(x, y); });
    M m = gf::ones<double>({2, 3});
    tried("index", [&] { return index_between(x, y, m, n); });
    tried("minimum", [&] { return minimum_between(y, x, seen); });
    tried("minimum-of-nothing", [&] { return minimum_between(x, y, seen); });
    V a = line(n, 5);
    tried("writes", [&] { return writes_between(a, m, x, y); });
    report("a", a);
    report("m", m);
    tried("then-throws", [&] { writes_then_throws(a, m, x); });
    report("a", a);
    report("m", m);
    tried("call", [&] { return call_after_write(a, x, n != 1); });
    tried("step", [&] { return step_after_write(a, n == 3 ? 0.0 : 0.5); });
    report("a", a);
    V updated{1, 2, 3};
    tried("around", [&] { return updates_around_a_write(x, updated, gf::array<bool, 1>{true, false}, n + 1); });
    report("updated", updated);
    V other = x;
    tried("target-index", [&] { target_index_after_write(other, m, n); });
    report("other", other);
    report("m", m);
    tried("target-step", [&] { target_step_after_write(other, updated, n - 1); });
    report("other", other);
    report("updated", updated);
    tried("dead", [&] { return dead_sum(x, y); });
    tried("update", [&] { dead_after_update(a, y); });
    report("a", a);
    tried("overwritten", [&] { return overwritten(x, y); });
    tried("element", [&] { return dead_element(x, n); });
    tried("row", [&] { return dead_row(m, x, n); });
    tried("step", [&] { return dead_step(x, n - 1); });
    tried("nothing", [&] { return dead_minimum(x, y); });
    tried("stack", [&] { return dead_stack(x, y); });
    tried("branch", [&] { return dead_in_branch(x, y, n != 3); });
    gf::random::generator rng(11);
    tried("draw", [&] { return dead_draw(y, rng); });
    tried("after", [&] { return draw_after(x, y, rng); });
    report("next", gf::random::uniform<double>(rng, {2}));
    report("scale", scale);
    report("seen", seen);
    report("total", total);
    report("calls", calls);
    report("log", static_cast<double>(log_of_calls.size()));
  }
}

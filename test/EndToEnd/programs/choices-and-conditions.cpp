// Choices between arrays and conditions of loops compute what C++ would: one arm, and in each round.
// RUN: %build-example --examples %S choices-and-conditions %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: choices-and-conditions
#include "report.h"

namespace {

int calls = 0;

bool counted(bool answer) {
  ++calls;
  return answer;
}

} // namespace

[[gpufuse::fuse]] gf::array<double, 1> choose(const gf::array<double, 1> &x, const gf::array<double, 1> &y, int way) {
  auto a = way > 0 ? x + 1 : x * y;
  const auto b = counted(way == 2) ? a * 2 : x;
  auto c = 0.5 * (way == 0 ? a - b : way == 1 ? a + b : a * b) + y;
  c += way < 2 ? x * 3 : y;
  c(gf::slice(1, 3)) = way == 1 ? x(gf::slice(0, 2)) * 2 : y(gf::slice(2, 4));
  a = gf::sum(c) > 10 ? c / 2 : c;
  return way == 3 ? a : a - b;
}

[[gpufuse::fuse]] gf::array<float, 1> draws(gf::random::generator &rng, bool first) {
  auto a = first ? gf::random::uniform<float>(rng, {5}) : gf::random::uniform<float>(rng, {5}) * 2;
  if (gf::sum(gf::random::uniform<float>(rng, {7})) > 0)
    a += 1;
  while (gf::max(gf::random::uniform<float>(rng, {3})) < 0.75f)
    a = a * 0.5f;
  return a + gf::random::uniform<float>(rng, {5});
}

[[gpufuse::fuse]] int converge(gf::array<double, 1> &x, double tol, int limit) {
  int rounds = 0;
  while (gf::max(x) > tol)
    x *= 0.5;
  for (int i = 0; i < limit && double(gf::sum(x)) > tol / 4; ++i) {
    if (i == 1)
      continue;
    x = x * 0.75;
    ++rounds;
  }
  for (; gf::mean(x) < 1;) { x += 0.25; }
  do {
    // the last comment
    x = x - 0.5;
    ++rounds;
  } while (gf::min(x * x) > 0.01 && rounds < limit);
  do
    x *= 2;
  while (gf::max(gf::abs(x)) < 8);
  do {
    double tol = 3; // hides the parameter
    x = x / tol;
    if (rounds++ % 2)
      continue;
  } while (gf::max(gf::abs(x)) > tol);
  while (rounds < limit && float(gf::sum(x)) < 5.0f && gf::max(x) < 4)
    for (int j = 0; j < 2 && bool(gf::min(x) < 4); ++j)
      x = x + 1;
  return rounds;
}

[[gpufuse::fuse]] gf::array<double, 1> throwing(const gf::array<double, 1> &x, const gf::array<double, 1> &other,
                                                bool adds) {
  auto y = adds ? x + other : x - 1;
  return y * 2;
}

template <class T> [[gpufuse::fuse]] gf::array<T, 1> larger(const gf::array<T, 1> &x, const gf::array<T, 1> &y) {
  return gf::sum(x) > gf::sum(y) ? x * T(2) : y * T(3);
}

int main() {
  const auto x = gf::arange<double>(6) * 0.75 + 0.5, y = gf::linspace<double>(2, -1, 6);
  for (int way = 0; way < 4; ++way)
    report("chosen", choose(x, y, way));
  report("calls", calls);
  gf::random::generator rng(11);
  report("drawn", draws(rng, true));
  report("drawn", draws(rng, false));
  for (double tol : {0.5, 2.0}) {
    auto z = x;
    report("rounds", converge(z, tol, 6));
    report("converged", z);
  }
  const auto z = gf::arange<double>(5);
  report("minus", throwing(x, z, false));
  attempt("shapes", [&] { report("plus", throwing(x, z, true)); });
  report("larger", larger(x, y));
  report("larger", larger(y, x));
  report("larger", larger(gf::astype<float>(x), gf::astype<float>(y)));
}

// Structured bindings: of new arrays, and as other names of what a struct, pair or tuple holds.
// RUN: %build-example --examples %S structured-bindings %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// GPU: structured-bindings
#include "report.h"

#include <tuple>
#include <utility>

using Row = gf::array<float, 1>;

struct Both {
  Row first, second;
};

Both both(const Row &x) { return {x + 1, x * 2}; }

std::tuple<Row, Row> sum_and_difference(const Row &x, const Row &y) { return {x + y, x - y}; }

[[gpufuse::fuse]] Row values(const Row &x, const Row &y) {
  auto [sum, difference] = sum_and_difference(x, y);
  const auto [a, b] = both(sum);
  sum += difference;
  return sum * a - b;
}

[[gpufuse::fuse]] Row of_a_struct(const Row &x) {
  auto s = Both{x, x * 2};
  auto &[a, b] = s;
  a += b;
  return s.first + b;
}

[[gpufuse::fuse]] Row of_a_call(const Row &x) {
  auto s = both(x);
  auto &[a, b] = s;
  a = b * 2;
  return s.first + b;
}

[[gpufuse::fuse]] Row of_a_tuple(const Row &x) {
  auto t = std::make_tuple(x + 0, x * 2);
  auto &[a, b] = t;
  a += b;
  return std::get<0>(t) + b;
}

[[gpufuse::fuse]] Row seen_through_a_constant(const Row &x) {
  std::pair<Row, Row> p{x + 1, x * 2};
  const auto &[a, b] = p;
  p.first += b;
  return a + b;
}

// The lambda changes a variable of the host: it stays there.
[[gpufuse::fuse]] Row counted(const Row &x) {
  int calls = 0;
  auto y = gf::map(
      [&](float v) {
        ++calls;
        return v + calls;
      },
      x);
  return y * calls;
}

int main() {
  const Row x{1, 2, 3}, y{0.5f, -4, 8};
  report("values", values(x, y));
  report("struct", of_a_struct(x));
  report("call", of_a_call(x));
  report("tuple", of_a_tuple(x));
  report("constant", seen_through_a_constant(x));
  report("counted", counted(x));
}

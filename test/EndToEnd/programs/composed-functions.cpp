// Functions that are made of others are inlined, and give what NumPy gives.
// RUN: %build-example --examples %S composed-functions %t
// RUN: %structure %t.json | FileCheck %s
// CHECK: deviations: 1 statement, {{.*}}3 launches
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %compare --ulp 16 %reference/composed_functions.py %t.eager
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: composed-functions --ulp 16
#include "report.h"

template <class T> using A = gf::array<T, 1>;

template <class T> [[gpufuse::fuse]] void of_all(const A<T> &a, const A<T> &b) {
  auto count = gf::count_nonzero(a);
  auto some = gf::any(a > b), every = gf::all(a >= b);
  auto spread = gf::ptp(a);
  auto variance = gf::var(a), deviation = gf::stddev(b, 1);
  auto length = gf::norm(b);
  auto weighted = gf::average(a, gf::abs(b) + 1);
  auto product = gf::dot(a, b);
  auto largest = gf::logsumexp(gf::astype<double>(a));
  report("count", count);
  report("some", some);
  report("every", every);
  report("spread", spread);
  report("variance", variance);
  report("deviation", deviation);
  report("length", length);
  report("weighted", weighted);
  report("product", product);
  report("largest", largest);
}

template <class T> [[gpufuse::fuse]] void of_numbers(const A<T> &a) {
  auto total = gf::nansum(a);
  auto product = gf::nanprod(a / 4);
  auto middle = gf::nanmean(a);
  auto least = gf::nanmin(a), greatest = gf::nanmax(a);
  auto none = gf::nanmax(a * NAN);
  report("total", total);
  report("product", product);
  report("middle", middle);
  report("least", least);
  report("greatest", greatest);
  report("none", none);
}

template <class T> [[gpufuse::fuse]] void of_elements(const A<T> &a, const A<T> &b) {
  auto powers = gf::float_power(a, 2);
  auto [quotients, rests] = gf::divmod(a, b);
  auto products = gf::outer(a, b);
  auto steps = gf::diff(a);
  auto area = gf::trapezoid(b, 0.5);
  auto reversed = gf::flipud(a) + gf::fliplr(products)(0, gf::_);
  report("powers", powers);
  report("quotients", quotients);
  report("rests", rests);
  report("products", products);
  report("steps", steps);
  report("area", area);
  report("reversed", reversed);
}

[[gpufuse::fuse]] void of_reals(const A<float> &a, const A<float> &b) {
  auto [fractions, wholes] = gf::modf(a);
  auto waves = gf::sinc(a);
  auto close = gf::isclose(a, b, 0.5);
  auto near_number = gf::isclose(a, INFINITY) || gf::isclose(a, 1.0, 0, 2);
  auto all_close = gf::allclose(a, a + 1e-7f);
  auto decades = gf::logspace(-1, 2, 7);
  report("fractions", fractions);
  report("wholes", wholes);
  report("waves", waves);
  report("close", close);
  report("near_number", near_number);
  report("all_close", all_close);
  report("decades", decades);
}

[[gpufuse::fuse]] gf::array<float, 0> deviations(const A<float> &a) { return gf::stddev(a * 2); }

template <class T> [[gpufuse::fuse]] void of_tables(const gf::array<T, 2> &a, std::int64_t n) {
  auto ones = gf::eye<T>(n, 4, 1), whole = gf::identity<T>(n), lower = gf::tri<T>(n, 3, -1);
  auto below = gf::tril(a, 1), above = gf::triu(a * 2, -1);
  report("ones", ones);
  report("whole", whole);
  report("lower", lower);
  report("below", below);
  report("above", above);
}

template <class T> A<T> numbers(std::int64_t n, int start) {
  A<T> made = gf::zeros<T>({n});
  int value = start;
  for (T &element : made.host_mut()) {
    element = static_cast<T>(value);
    value = (value * 7 + 5) % 61;
  }
  return made;
}

int main() {
  of_all(numbers<float>(40, 3), numbers<float>(40, 2));
  of_all(numbers<double>(40, 3), numbers<double>(40, 1));
  of_all(numbers<std::int32_t>(40, 3), numbers<std::int32_t>(40, 1));
  of_all(numbers<std::uint8_t>(40, 3), numbers<std::uint8_t>(40, 1));
  of_all(numbers<gf::half>(40, 3), numbers<gf::half>(40, 1));
  A<float> gaps = numbers<float>(12, 3);
  gaps(2) = gaps(5) = NAN;
  of_numbers(gaps);
  of_elements(numbers<float>(9, 3), numbers<float>(9, 2));
  of_elements(numbers<std::int16_t>(9, 3), numbers<std::int16_t>(9, 2));
  of_reals({1.5f, -2.25f, 0, 3, INFINITY, -INFINITY, NAN}, {1, -2, 0, 9, INFINITY, INFINITY, 1});
  of_tables<float>({{1, 2, 3, 4}, {5, 6, NAN, 8}, {9, 10, 11, 12}}, 3);
  of_tables<std::uint8_t>({{1, 2}, {3, 4}, {5, 6}}, 0);
  report("deviations", deviations(numbers<float>(20000, 3)));
}

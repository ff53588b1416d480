// Every element type: arithmetic that wraps or rounds to the type, promotion, numbers from the host, casts, reductions.
// RUN: %build-example --examples %S element-types %t
// RUN: %compare %t.eager %t.fused %t.no-fuse
// RUN: %if emulator %{ %emulate %t.cu -o %t.emulated && %compare-emulated %t.eager %t.emulated %}
// RUN: %if nvcc %{ %nvcc %cuda-flags -c %t.cu -o %t.cu.o %}
// GPU: element-types
#include "report.h"

#include <limits>

template <class T> using A = gf::array<T, 1>;

template <class T> [[gpufuse::fuse]] void arithmetic(const A<T> &a, const A<T> &b) {
  auto sums = a + b * 3;
  auto differences = b - a - 1;
  auto quotients = gf::floor_divide(a, b) + a % b;
  auto ordered = gf::minimum(a, b) + gf::maximum(a, 5) + gf::clip(b, 1, 4);
  auto signs = -a + abs(b) + gf::sign(a);
  auto powers = gf::pow(a, 2) + gf::pow(b, 3) + gf::square(a);
  auto chosen = gf::where(a < b, a, b + 1);
  auto truths = (a == b) ^ (a >= 2);
  report("sums", sums);
  report("differences", differences);
  report("quotients", quotients);
  report("ordered", ordered);
  report("signs", signs);
  report("powers", powers);
  report("chosen", chosen);
  report("truths", truths);
}

template <class T> [[gpufuse::fuse]] void integers(const A<T> &a, const A<T> &b) {
  auto shifts = (a << 3) ^ (b >> 1) ^ (a << b);
  auto bits = (~a & b) | 5;
  auto common = gf::gcd(a, b) + gf::lcm(a, 6);
  auto inverted = (~a > 3) ^ (~(a + b) % 7 == 2) ^ ((~a >> 1) > (a & 96)); // each in T, where C++ computes in int
  report("inverted", inverted);
  report("shifts", shifts);
  report("bits", bits);
  report("common", common);
}

template <class T> [[gpufuse::fuse]] void reals(const A<T> &a, const A<T> &b) {
  auto thirds = a / 3 + b / a;
  auto roots = sqrt(abs(a)) + gf::rint(b * 1.7);
  auto steps = gf::nextafter(a, b) + gf::spacing(b);
  auto fused = gf::fma(a, b, thirds) - gf::lerp(a, b, 0.25);
  auto finite = gf::nan_to_num(gf::where(gf::isfinite(a), b, a));
  report("thirds", thirds);
  report("roots", roots);
  report("steps", steps);
  report("fused", fused);
  report("finite", finite);
}

/// What another type, a real and numbers of the host make of it.
template <class T>
[[gpufuse::fuse]] void mixed(const A<T> &a, const A<std::int8_t> &s, const A<std::uint16_t> &u, std::uint8_t k,
                             gf::half h) {
  auto with_signed = a + s;
  auto with_unsigned = a * u;
  auto with_both = gf::stack(gf::axis(0), a, s);
  auto with_numbers = a * k + 1;
  auto with_real = a * h;
  auto halves = gf::astype<gf::half>(a) * 2 + gf::astype<gf::bfloat16>(a);
  auto narrowed = gf::astype<std::uint8_t>(a) + gf::astype<std::int16_t>(a);
  auto wide = gf::astype<std::uint64_t>(a) + 1;
  auto roots = gf::sqrt(abs(s));
  report("with_signed", with_signed);
  report("with_unsigned", with_unsigned);
  report("with_both", with_both);
  report("with_numbers", with_numbers);
  report("with_real", with_real);
  report("halves", halves);
  report("narrowed", narrowed);
  report("wide", wide);
  report("roots", roots);
}

template <class T> [[gpufuse::fuse]] void reductions(A<T> a, const A<bool> &m) {
  auto doubled = a + a;
  auto total = gf::sum(doubled);
  auto product = gf::prod(gf::where(m, a, 1));
  auto middle = gf::mean(doubled);
  auto least = gf::min(doubled);
  auto greatest = gf::max(a);
  report("total", total);
  report("product", product);
  report("middle", middle);
  report("least", least);
  report("greatest", greatest);
  a += m;
  a *= 3;
  a(gf::slice(gf::_, gf::_, 2)) = 7;
  a(0) = 1;
  report("updated", a);
}

int calls = 0;
int counted() { return ++calls; }

/// A call gives one number, whether or not it has to fit; types of several words convert; elements take any integer.
[[gpufuse::fuse]] void narrow(A<std::uint16_t> a, A<std::int8_t> b) {
  auto larger = gf::maximum(a, counted());
  auto later = b + counted();
  auto bits = gf::map(
      [](std::uint16_t x, std::uint16_t y) -> std::uint16_t { return (x & std::uint16_t(255)) + (y >> 1); }, larger, a);
  a(0) += 1;
  a(1) *= 3;
  report("larger", larger);
  report("later", later);
  report("bits", bits);
  report("a", a);
}

template <class T> A<T> numbers(std::int64_t n, int start, int step) {
  A<T> made = gf::zeros<T>({n});
  int value = start;
  for (T &element : made.host_mut()) {
    element = static_cast<T>(value);
    value = (value * 7 + step) % 61;
  }
  return made;
}

template <class T> void run() {
  using limits = std::numeric_limits<T>;
  const A<std::int8_t> s = numbers<std::int8_t>(40, -9, 11);
  const A<std::uint16_t> u = numbers<std::uint16_t>(40, 3, 5);
  A<T> a = numbers<T>(40, 2, 5), b = numbers<T>(40, 1, 17);
  a(0) = limits::max();
  a(1) = limits::lowest();
  b(1) = limits::max();
  b(3) = T(0);
  arithmetic(a, b);
  if constexpr (limits::is_integer) {
    integers(a, b);
  } else {
    a(2) = limits::infinity();
    b(5) = limits::quiet_NaN();
    b(6) = limits::denorm_min();
    reals(a, b);
  }
  mixed(a, s, u, 100, gf::half(0.3));
  reductions(numbers<T>(1003, 1, 9), numbers<T>(1003, 5, 4) > 20);
  reductions(numbers<T>(20000, 1, 9), numbers<T>(20000, 5, 4) > 59);
}

int main() {
  narrow(numbers<std::uint16_t>(9, 0, 3), numbers<std::int8_t>(9, -2, 5));
  report("calls", calls);
  run<std::int8_t>();
  run<std::int16_t>();
  run<std::int32_t>();
  run<std::int64_t>();
  run<std::uint8_t>();
  run<std::uint16_t>();
  run<std::uint32_t>();
  run<std::uint64_t>();
  run<gf::half>();
  run<gf::bfloat16>();
  run<float>();
  run<double>();
}

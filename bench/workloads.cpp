// The workloads of docs/performance.md, as users would write them, with the memory's own speed measured beside them.
// Built and run by bench/run, fused for CUDA or for the CPU.
#include <gpufuse/gpufuse.h>

#include "timing.h"

#include <cmath>
#include <cstring>
#include <thread>

namespace gf = gpufuse;

[[gpufuse::fuse]]
gf::array<float, 2> unit_vectors(std::int64_t n, gf::random::generator &rng) {
  auto theta = gf::random::uniform<float>(rng, {n}) * (2 * gf::pi);
  auto phi = gf::random::uniform<float>(rng, {n}) * gf::pi;
  auto x = sin(phi) * cos(theta);
  auto y = sin(phi) * sin(theta);
  auto z = cos(phi);
  return gf::stack({x, y, z}, gf::axis(-1));
}

/// Ten operations on two arrays.
[[gpufuse::fuse]]
gf::array<float, 1> chain(const gf::array<float, 1> &x, const gf::array<float, 1> &y) {
  auto t = tanh(x * 1.5f + y);
  auto u = sqrt(abs(x)) + exp(-(y * y));
  return t * u - x;
}

[[gpufuse::fuse]]
gf::array<float, 0> mean_of(const gf::array<float, 1> &x) {
  return gf::mean(x);
}

[[gpufuse::fuse]]
gf::array<float, 0> mapped_mean(const gf::array<float, 1> &x) {
  auto d = sin(x) - x * 0.5f;
  return gf::mean(d * d);
}

[[gpufuse::fuse]]
gf::array<float, 1> square(const gf::array<float, 1> &x) {
  return gf::square(x);
}

[[gpufuse::fuse]]
gf::array<float, 1> sum_of_columns(const gf::array<float, 2> &x) {
  return gf::sum(x, gf::axis(0));
}

[[gpufuse::fuse]]
gf::array<float, 1> sum_of_rows(const gf::array<float, 2> &x) {
  return gf::sum(x, gf::axis(1));
}

[[gpufuse::fuse]]
gf::array<float, 2> softmax(const gf::array<float, 2> &x) {
  auto powers = exp(x - gf::max(x, gf::axis(1), gf::keepdims));
  return powers / gf::sum(powers, gf::axis(1), gf::keepdims);
}

#if defined(__CUDACC__)
static __global__ void empty() {}
#endif

static std::string machine() {
#if defined(__CUDACC__)
  cudaDeviceProp properties{};
  cudaGetDeviceProperties(&properties, 0);
  return properties.name;
#else
  return std::to_string(std::thread::hardware_concurrency()) + " CPU threads";
#endif
}

/// What the machine itself can do: a copy of n floats, setting 3 n floats, and an empty launch.
static void measure_machine(std::vector<bench::Row> &rows, std::int64_t n) {
#if defined(__CUDACC__)
  void *from = nullptr, *to = nullptr;
  cudaMalloc(&from, 4 * n);
  cudaMalloc(&to, 12 * n);
  rows.push_back(bench::measure("copy", n, "machine", 8. * n, 1,
                                [&] { cudaMemcpyAsync(to, from, 4 * n, cudaMemcpyDeviceToDevice); }));
  rows.push_back(bench::measure("memset of 3 n", n, "machine", 12. * n, 1, [&] { cudaMemsetAsync(to, 0, 12 * n); }));
  rows.push_back(bench::measure("empty launch", 1, "machine", 0, 1, [] { empty<<<1, 32>>>(); }));
  cudaFree(from);
  cudaFree(to);
#else
  std::vector<float> from(n), to(3 * n);
  rows.push_back(bench::measure("copy", n, "machine", 8. * n, 0, [&] { std::memcpy(to.data(), from.data(), 4 * n); }));
  rows.push_back(bench::measure("memset of 3 n", n, "machine", 12. * n, 0, [&] { std::memset(to.data(), 0, 12 * n); }));
#endif
}

static void measure_size(std::vector<bench::Row> &rows, const char *system, std::int64_t n) {
  gf::random::generator rng(42);
  auto x = gf::random::uniform<float>(rng, -3.0f, 3.0f, {n});
  auto y = gf::random::uniform<float>(rng, -3.0f, 3.0f, {n});
  rows.push_back(bench::measure("unit vectors", n, system, 12. * n, 1, [&] { (void)unit_vectors(n, rng); }));
  rows.push_back(bench::measure("chain of ten", n, system, 12. * n, 1, [&] { (void)chain(x, y); }));
  rows.push_back(bench::measure("square", n, system, 8. * n, 1, [&] { (void)square(x); }));
  rows.push_back(bench::measure("mean", n, system, 4. * n, 1, [&] { (void)mean_of(x); }));
  rows.push_back(bench::measure("mapped mean", n, system, 4. * n, 1, [&] { (void)mapped_mean(x); }));
  const auto side = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  auto table = gf::random::uniform<float>(rng, -3.0f, 3.0f, {side, side});
  rows.push_back(bench::measure("sum over axis 0", n, system, 4. * n, 1, [&] { (void)sum_of_columns(table); }));
  rows.push_back(bench::measure("sum over axis 1", n, system, 4. * n, 1, [&] { (void)sum_of_rows(table); }));
  rows.push_back(bench::measure("softmax of rows", n, system, 8. * n, 3, [&] { (void)softmax(table); }));
}

/// workloads OUT.json SYSTEM LARGEST
int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s OUT.json SYSTEM LARGEST-SIZE\n", argv[0]);
    return 2;
  }
  const std::int64_t largest = std::atoll(argv[3]);
  std::vector<bench::Row> rows;
  measure_machine(rows, largest);
  for (std::int64_t n = 10'000; n <= largest; n *= 100)
    measure_size(rows, argv[2], n);
  bench::print(rows);
  return bench::write_json(argv[1], machine(), rows[0].bytes / rows[0].ms / 1e6, rows) ? 0 : 1;
}

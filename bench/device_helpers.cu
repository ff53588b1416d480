// Do the device helpers reach the speed of hand-written kernels? Kernels and host code as gpufuse emits them, timed
// beside cudaMemcpy, cudaMemset and an empty kernel of the same run. Figures for the docs come from bench on emitted
// programs; this file judges runtime/include/gpufuse/device alone.
//
// build: nvcc -O3 -std=c++20 -arch=sm_90 -fmad=false -Iinclude -Iruntime/include \
//          bench/device_helpers.cu runtime/src/cuda/*.cpp -o device_helpers
//        and once more with -use_fast_math instead of -fmad=false
// run:   ./device_helpers [n], n = 100000000 unless given
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cuda.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gf = gpufuse;

// ---- interleaved: random_uniform_unitary ----

static __device__ __forceinline__ void random_uniform_unitary_1(float theta_u, float phi_u, float &x, float &y,
                                                                float &z) {
  const float theta = theta_u * 6.2831855f;
  const float phi = phi_u * 3.1415927f;
  float sin_theta, cos_theta, sin_phi, cos_phi;
  gf::device::sincos(theta, sin_theta, cos_theta);
  gf::device::sincos(phi, sin_phi, cos_phi);
  x = sin_phi * cos_theta;
  y = sin_phi * sin_theta;
  z = cos_phi;
}

static __global__ void __launch_bounds__(256)
    random_uniform_unitary_1_interleaved(std::int64_t n, gf::device::draw theta_draw, gf::device::draw phi_draw,
                                         float *__restrict__ result) {
  __shared__ gf::device::interleave<float, 3, 256> stage;
  const std::int64_t i = 4 * gf::device::global_thread();
  const auto theta_u = gf::device::uniform<float, 4>(theta_draw, i);
  const auto phi_u = gf::device::uniform<float, 4>(phi_draw, i);
  gf::device::vector<float, 12> result_v;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    random_uniform_unitary_1(theta_u[k], phi_u[k], result_v[3 * k], result_v[3 * k + 1], result_v[3 * k + 2]);
  stage.store(result, n, result_v);
}

/// The same with a stage for each warp, to choose between the two. For n that is a multiple of 4.
static __global__ void __launch_bounds__(256)
    random_uniform_unitary_1_by_warp(std::int64_t n, gf::device::draw theta_draw, gf::device::draw phi_draw,
                                     float *__restrict__ result) {
  __shared__ uint4 stages[256 * 3];
  const std::int64_t i = 4 * gf::device::global_thread();
  const auto theta_u = gf::device::uniform<float, 4>(theta_draw, i);
  const auto phi_u = gf::device::uniform<float, 4>(phi_draw, i);
  gf::device::vector<float, 12> result_v;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    random_uniform_unitary_1(theta_u[k], phi_u[k], result_v[3 * k], result_v[3 * k + 1], result_v[3 * k + 2]);
  const int lane = threadIdx.x % 32, warp = threadIdx.x - lane;
  gf::device::store(reinterpret_cast<float *>(stages + threadIdx.x * 3), result_v);
  __syncwarp();
  const std::int64_t first = (i - 4 * lane) * 3 / 4;
#pragma unroll
  for (int k = 0; k < 3; ++k)
    if (first + k * 32 + lane < n * 3 / 4)
      reinterpret_cast<uint4 *>(result)[first + k * 32 + lane] = stages[warp * 3 + k * 32 + lane];
}

static gf::array<float, 2> random_uniform_unitary(std::int64_t n, gf::random::generator &rng, bool by_warp) {
  const auto theta_draw = rng.take();
  const auto phi_draw = rng.take();
  gf::array<float, 2> result = gf::rt::allocate<float>(gf::rt::shape<2>(n, 3));
  gf::rt::launch(by_warp ? random_uniform_unitary_1_by_warp : random_uniform_unitary_1_interleaved,
                 gf::rt::blocks(n, 4 * 256), 256, 0, n, theta_draw, phi_draw, gf::rt::write(result));
  return result;
}

// ---- dense and strided maps: a chain of ten operations ----

static __device__ __forceinline__ void chain_1(float x, float y, float &result) {
  const float t = tanhf(x * 1.5f + y);
  const float u = sqrtf(fabsf(x)) + expf(-y * y);
  result = t * u - x;
}

static __global__ void __launch_bounds__(256) chain_1_dense(std::int64_t n, const float *__restrict__ x,
                                                            const float *__restrict__ y, float *__restrict__ result) {
  std::int64_t i = 4 * gf::device::global_thread();
  if (i + 4 <= n) {
    const auto x_v = gf::device::load<4>(x + i);
    const auto y_v = gf::device::load<4>(y + i);
    gf::device::vector<float, 4> result_v;
#pragma unroll
    for (int k = 0; k < 4; ++k)
      chain_1(x_v[k], y_v[k], result_v[k]);
    gf::device::store(result + i, result_v);
  } else {
    for (; i < n; ++i)
      chain_1(x[i], y[i], result[i]);
  }
}

template <int R>
static __global__ void __launch_bounds__(256)
    chain_1_strided(gf::rt::shape<R> space, gf::rt::strided<const float, R> x, gf::rt::strided<const float, R> y,
                    gf::rt::strided<float, R> result) {
  const std::int64_t i = gf::device::global_thread();
  if (i >= space.size())
    return;
  const auto at = space.index(i);
  float result_e;
  chain_1(x[at], y[at], result_e);
  if (result.owns(at))
    result[at] = result_e;
}

template <typename X, typename Y> static auto chain(const X &x, const Y &y) {
  const auto space = gf::rt::broadcast({"chain.cpp", 7, "x * 1.5f + y"}, gf::rt::shape_of(x), gf::rt::shape_of(y));
  constexpr int R = decltype(space)::rank;
  gf::array<float, R> result = gf::rt::allocate<float>(space);
  if (gf::rt::dense(space, x, y))
    gf::rt::launch(chain_1_dense, gf::rt::blocks(space.size(), 4 * 256), 256, 0, space.size(), gf::rt::read(x),
                   gf::rt::read(y), gf::rt::write(result));
  else
    gf::rt::launch(chain_1_strided<R>, gf::rt::blocks(space.size(), 256), 256, 0, space, gf::rt::read(x, space),
                   gf::rt::read(y, space), gf::rt::write(result, space));
  return result;
}

// ---- full reductions ----

static __device__ __forceinline__ void mean_1(float x, float &s) { s = x; }
static __device__ __forceinline__ void mapped_mean_1(float x, float &s) {
  const float d = sinf(x) - x * 0.5f;
  s = d * d;
}

// ADD is the body of the innermost loop: behind a branch, or with lanes past the end dropped by a select.
#define BRANCH(body)                                                                                                   \
  if (tile.contains(u, k)) {                                                                                           \
    float s_e;                                                                                                         \
    body(x_v[u][k], s_e);                                                                                              \
    s_r.add(k, s_e);                                                                                                   \
  }
#define SELECT(body)                                                                                                   \
  {                                                                                                                    \
    float s_e;                                                                                                         \
    body(x_v[u][k], s_e);                                                                                              \
    s_r.add(k, s_e, tile.contains(u, k));                                                                              \
  }
#define REDUCE_KERNEL(name, ADD, body, bounds)                                                                         \
  static __global__ void bounds name(std::int64_t n, const float *__restrict__ x, gf::rt::partials<float> s_partials,  \
                                     float *__restrict__ s) {                                                          \
    gf::device::reduction<gf::rt::mean, float> s_r;                                                                    \
    for (auto tile = gf::device::first_tile(n); tile.valid(); tile.advance()) {                                        \
      gf::device::vector<float, 4> x_v[4];                                                                             \
      tile.load(x_v, x);                                                                                               \
      _Pragma("unroll") for (int u = 0; u < 4; ++u) _Pragma("unroll") for (int k = 0; k < 4; ++k) ADD(body)            \
    }                                                                                                                  \
    gf::device::finish(n, s_r, s_partials, s);                                                                         \
  }
REDUCE_KERNEL(mean_1_reduce, BRANCH, mean_1, __launch_bounds__(512))
REDUCE_KERNEL(mean_1_reduce_select, SELECT, mean_1, __launch_bounds__(512))
REDUCE_KERNEL(mapped_mean_1_reduce, BRANCH, mapped_mean_1, __launch_bounds__(512))
REDUCE_KERNEL(mapped_mean_1_reduce_select, SELECT, mapped_mean_1, __launch_bounds__(512))
REDUCE_KERNEL(mapped_mean_1_reduce_2, SELECT, mapped_mean_1, __launch_bounds__(512, 2))

using reduce_kernel = void (*)(std::int64_t, const float *, gf::rt::partials<float>, float *);
static gf::array<float, 0> reduced(reduce_kernel kernel, const gf::array<float, 1> &x) {
  gf::array<float, 0> s = gf::rt::allocate<float>(gf::rt::shape<0>());
  gf::rt::launch(kernel, gf::rt::reduction_blocks(x.size()), 512, 0, x.size(), gf::rt::read(x),
                 gf::rt::workspace<float>(x.size()), gf::rt::write(s));
  return s;
}

// ---- timing ----

static __global__ void empty() {}

static double median(std::vector<float> times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

/// One call between events, and the device's time per call of a run of calls; medians.
template <typename Call> static void measure(const char *name, double bytes, Call call) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  const auto time = [&](int calls) {
    float ms = 0;
    cudaEventRecord(begin);
    for (int k = 0; k < calls; ++k)
      call();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    return ms / calls;
  };
  time(3);
  std::vector<float> one, many;
  for (int repeat = 0; repeat < 30; ++repeat)
    one.push_back(time(1));
  for (int repeat = 0; repeat < 7; ++repeat)
    many.push_back(time(median(one) < 0.05 ? 1000 : 40));
  std::printf("%-44s one %9.4f ms   back to back %9.4f ms %8.1f GB/s %s\n", name, median(one), median(many),
              bytes / median(many) / 1e6, cudaGetErrorString(cudaGetLastError()));
}

int main(int argc, char **argv) try {
  const std::int64_t n = argc > 1 ? std::atoll(argv[1]) : 100'000'000;
  gf::random::generator rng(42);
  auto x = gf::rt::allocate<float>(gf::rt::shape<1>(n)), y = gf::rt::allocate<float>(gf::rt::shape<1>(n));
  std::vector<float> values(n);
  for (std::int64_t i = 0; i < n; ++i)
    values[i] = static_cast<float>(static_cast<std::uint32_t>(i * 2654435761u) >> 8) * 0x1p-24f * 6 - 3;
  std::copy(values.begin(), values.end(), x.host_mut().begin());
  std::copy(values.rbegin(), values.rend(), y.host_mut().begin());
  auto big = gf::rt::allocate<float>(gf::rt::shape<1>(3 * n));
  float *to = gf::rt::write(big);
  const float *from = gf::rt::read(x);

  measure("empty kernel", 0, [] { empty<<<1, 32>>>(); });
  measure("cudaMemcpy of n floats", 8. * n, [&] { cudaMemcpyAsync(to, from, 4 * n, cudaMemcpyDeviceToDevice); });
  measure("cudaMemset of 3 n floats", 12. * n, [&] { cudaMemsetAsync(to, 0, 12 * n); });
  big = {};

  measure("unit vectors, block stage", 12. * n, [&] { random_uniform_unitary(n, rng, false); });
  measure("unit vectors, warp stage", 12. * n, [&] { random_uniform_unitary(n, rng, true); });
  measure("chain, dense", 12. * n, [&] { chain(x, y); });
  measure("chain, misaligned slices", 12. * n, [&] { chain(x(gf::slice(1, gf::_)), y(gf::slice(1, gf::_))); });
  const std::int64_t side = n / 10000;
  const gf::array<float, 2> table(values, {side, n / side});
  const gf::array<float, 1> line(std::vector<float>(values.begin(), values.begin() + n / side));
  measure("chain, row broadcast over a table", 8. * n, [&] { chain(table, line); });
  measure("mean, branch", 4. * n, [&] { reduced(mean_1_reduce, x); });
  measure("mean, select", 4. * n, [&] { reduced(mean_1_reduce_select, x); });
  measure("mapped mean, branch", 4. * n, [&] { reduced(mapped_mean_1_reduce, x); });
  measure("mapped mean, select", 4. * n, [&] { reduced(mapped_mean_1_reduce_select, x); });
  measure("mapped mean, select, 2 blocks a SM", 4. * n, [&] { reduced(mapped_mean_1_reduce_2, x); });

  const gf::array<float, 1> small_x(std::vector<float>(10000, 1)), small_y(std::vector<float>(10000, 2));
  measure("unit vectors, 1e4", 12e4, [&] { random_uniform_unitary(10000, rng, false); });
  measure("chain, 1e4", 12e4, [&] { chain(small_x, small_y); });
  measure("mean, 1e4", 4e4, [&] { reduced(mean_1_reduce, small_x); });
  return 0;
} catch (const gf::error &failure) {
  std::fprintf(stderr, "%s\n", failure.what());
  return 1;
}

// Checks the device helpers and the CUDA runtime against the host, on a machine with a GPU.
// Prints "N passed, N failed"; exit code 0 if none failed, 77 (skipped) without a usable device.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cuda.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace gf = gpufuse;

static int passed = 0, failed = 0;

static void claim(bool holds, const std::string &what) {
  ++(holds ? passed : failed);
  if (!holds)
    std::printf("FAILED: %s\n", what.c_str());
}

template <typename T> static bool same_bits(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <typename T> static std::vector<T> numbers(std::int64_t n) {
  std::vector<T> values(static_cast<std::size_t>(n));
  std::uint64_t state = 1;
  for (T &value : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<T>(static_cast<double>(state >> 40) * 0x1p-24 * 2000 - 1000);
  }
  return values;
}

// ---- load, store, load_or ----

template <typename T, int V> static __global__ void copy_vectors(std::int64_t n, const T *x, T *y) {
  std::int64_t i = V * gf::device::global_thread();
  if (i + V <= n) {
    gf::device::store(y + i, gf::device::load<V>(x + i));
  } else {
    const auto rest = gf::device::load_or<V>(x, i, n);
#pragma unroll
    for (int k = 0; k < V; ++k)
      if (i + k < n)
        y[i + k] = rest[k];
  }
}

template <typename T, int V> static void test_copy(const char *type) {
  for (const std::int64_t n : {1, 3, 4, 7, 8, 1000, 1027}) {
    const gf::array<T, 1> x = [&] {
      auto filled = gf::rt::allocate<T>(gf::shape<1>(n));
      const auto values = numbers<double>(n);
      for (std::int64_t i = 0; i < n; ++i)
        filled.host_mut()[i] = static_cast<T>(values[i] > 0 ? values[i] : 0);
      return filled;
    }();
    auto y = gf::rt::allocate<T>(gf::shape<1>(n));
    gf::rt::launch(copy_vectors<T, V>, gf::rt::blocks(n, 256 * V), 256, 0, n, gf::rt::read(x), gf::rt::write(y));
    const bool equal = std::memcmp(x.host().data(), y.host().data(), static_cast<std::size_t>(n) * sizeof(T)) == 0;
    claim(equal, std::string("a copy by vectors of ") + std::to_string(V) + " " + type + ", n = " + std::to_string(n));
  }
}

// ---- interleave ----

template <typename T, int K, int V>
static __global__ void __launch_bounds__(256) interleaved(std::int64_t n, const T *x, T *out) {
  __shared__ gf::device::interleave<T, K, 256, V> stage;
  const std::int64_t i = V * gf::device::global_thread();
  gf::device::vector<T, V> x_v;
#pragma unroll
  for (int k = 0; k < V; ++k)
    x_v[k] = i + k < n ? x[i + k] : T(0);
  gf::device::vector<T, V * K> values;
#pragma unroll
  for (int k = 0; k < V; ++k)
#pragma unroll
    for (int j = 0; j < K; ++j)
      values[k * K + j] = static_cast<T>(x_v[k] + static_cast<T>(j));
  stage.store(out, n, values);
}

/// Writes behind `shift` elements of a larger array, whose other elements must stay as they were.
template <typename T, int K, int V> static void test_interleave(const char *type) {
  constexpr std::int64_t guard = 64;
  for (const std::int64_t n : {0, 1, 3, 4, 5, 31, 32, 33, 1000, 1024, 1'000'003})
    for (const int shift : {0, 1}) {
      const auto values = numbers<T>(n);
      const gf::array<T, 1> x(values);
      auto y = gf::full<T>({n * K + shift + guard}, T(77));
      auto part = y(gf::slice(shift, gf::_));
      gf::rt::launch(interleaved<T, K, V>, gf::rt::blocks(n, 256 * V), 256, 0, n, gf::rt::read(x),
                     gf::rt::update(part));
      const auto got = y.host();
      bool equal = shift == 0 || got[0] == T(77);
      for (std::int64_t i = 0; i < n * K; ++i)
        equal = equal && got[i + shift] == static_cast<T>(values[i / K] + static_cast<T>(i % K));
      for (std::int64_t i = 0; i < guard; ++i)
        equal = equal && got[n * K + shift + i] == T(77);
      claim(equal, std::string("interleave of ") + std::to_string(K) + " " + type + " by " + std::to_string(V) +
                       ", n = " + std::to_string(n) + ", shifted by " + std::to_string(shift));
    }
}

// ---- reductions ----

template <typename Kind, typename T, typename Acc>
static __global__ void __launch_bounds__(512)
    reduced(std::int64_t n, const T *__restrict__ x, gf::rt::partials<Acc> partials, Acc *__restrict__ s) {
  gf::device::reduction<Kind, Acc> r;
  for (auto tile = gf::device::first_tile(n); tile.valid(); tile.advance()) {
    gf::device::vector<T, 4> x_v[4];
    tile.load(x_v, x);
#pragma unroll
    for (int u = 0; u < 4; ++u)
#pragma unroll
      for (int k = 0; k < 4; ++k)
        if (tile.contains(u, k))
          r.add(k, x_v[u][k]);
  }
  gf::device::finish(n, r, partials, s);
}

template <typename Kind, typename T, typename Acc> static Acc on_device(const gf::array<T, 1> &x) {
  auto s = gf::rt::allocate<Acc>(gf::shape<0>());
  gf::rt::launch(reduced<Kind, T, Acc>, gf::rt::reduction_blocks(x.size()), 512, 0, x.size(), gf::rt::read(x),
                 gf::rt::workspace<Acc>(x.size()), gf::rt::write(s));
  return s;
}

template <typename Kind, typename T, typename Acc>
static void test_reduction(const std::string &what, const std::vector<T> &values) {
  const auto n = static_cast<std::int64_t>(values.size());
  const gf::array<T, 1> x(values);
  const Acc expected = gf::reduce_in_order<Kind, Acc>(n, [&](std::int64_t i) { return values[i]; });
  const Acc first = on_device<Kind, T, Acc>(x);
  const Acc second = on_device<Kind, T, Acc>(x);
  claim(same_bits(first, expected) && same_bits(second, expected), what + ", n = " + std::to_string(n));
}

template <typename T, typename Acc> static void test_reductions(const std::string &type) {
  for (const std::int64_t n :
       {0, 1, 5, 127, 128, 2047, 2049, 8191, 8192, 8193, 100'000, 1'000'000, 4'325'377, 10'000'001}) {
    auto values = numbers<T>(n);
    test_reduction<gf::rt::sum, T, Acc>("sum of " + type, values);
    if (std::is_floating_point_v<T>)
      test_reduction<gf::rt::mean, T, Acc>("mean of " + type, values);
    if (n > 0) {
      test_reduction<gf::rt::min, T, Acc>("min of " + type, values);
      test_reduction<gf::rt::max, T, Acc>("max of " + type, values);
    }
    for (T &value : values)
      value = static_cast<T>(std::is_floating_point_v<T> ? 1 + static_cast<double>(value) * 1e-9 : 3);
    test_reduction<gf::rt::prod, T, Acc>("prod of " + type, values);
  }
  if constexpr (std::is_floating_point_v<T>) {
    auto values = numbers<T>(100'000);
    values[77'777] = std::numeric_limits<T>::quiet_NaN();
    test_reduction<gf::rt::max, T, Acc>("max with a NaN of " + type, values);
    test_reduction<gf::rt::min, T, Acc>("min of zeros of both signs of " + type, {T(0), -T(0), T(0)});
    test_reduction<gf::rt::sum, T, Acc>("sum of negative zeros of " + type, {-T(0), -T(0)});
  }
}

// ---- random numbers ----

template <typename T, int V, bool Normal> static __global__ void draws(std::int64_t n, gf::device::draw draw, T *out) {
  const std::int64_t i = V * gf::device::global_thread();
  gf::device::vector<T, V> values;
  if constexpr (V == 1)
    values[0] = Normal ? gf::device::normal<T>(draw, i) : gf::device::uniform<T>(draw, i);
  else
    values = Normal ? gf::device::normal<T, V>(draw, i) : gf::device::uniform<T, V>(draw, i);
#pragma unroll
  for (int k = 0; k < V; ++k)
    if (i + k < n)
      out[i + k] = values[k];
}

template <typename T, int V> static void test_draws(const char *type) {
  constexpr std::int64_t n = 4099;
  const gf::rt::draw draw{0x123456789abcdefull, 5};
  auto u = gf::rt::allocate<T>(gf::shape<1>(n)), g = gf::rt::allocate<T>(gf::shape<1>(n));
  gf::rt::launch(draws<T, V, false>, gf::rt::blocks(n, 256 * V), 256, 0, n, draw, gf::rt::write(u));
  gf::rt::launch(draws<T, V, true>, gf::rt::blocks(n, 256 * V), 256, 0, n, draw, gf::rt::write(g));
  bool uniforms_equal = true, normals_close = true;
  for (std::int64_t i = 0; i < n; ++i) {
    uniforms_equal = uniforms_equal && same_bits(u.host()[i], gf::random::uniform_at<T>(draw, i));
    const T expected = gf::random::normal_at<T>(draw, i);
    normals_close = normals_close && std::abs(g.host()[i] - expected) <=
                                         32 * std::numeric_limits<T>::epsilon() * (1 + std::abs(expected));
  }
  const std::string what = std::string(" draw of ") + type + " by " + std::to_string(V) + " is the host's";
  claim(uniforms_equal, "a uniform" + what);
  claim(normals_close, "a normal" + what);
}

// ---- strided operands ----

static __global__ void add_strided(gf::shape<2> space, gf::rt::strided<const float, 2> x,
                                   gf::rt::strided<const float, 2> y, gf::rt::strided<float, 2> out) {
  const std::int64_t i = gf::device::global_thread();
  if (i >= space.size())
    return;
  const auto at = space.index(i);
  const float sum = x[at] + y[at];
  if (out.owns(at))
    out[at] = sum;
}

static void test_strided() {
  gf::array<float, 2> column{{1}, {2}, {3}};
  gf::array<float, 1> row{10, 20, 30, 40};
  const auto space = gf::rt::broadcast({"t.cpp", 1, "a + b"}, column.shape(), row.shape());
  auto out = gf::rt::allocate<float>(space);
  gf::rt::launch(add_strided, gf::rt::blocks(space.size(), 256), 256, 0, space, gf::rt::read(column, space),
                 gf::rt::read(row, space), gf::rt::write(out, space));
  claim(out.host()[0] == 11 && out.host()[7] == 42 && out.host()[11] == 43, "a column and a row broadcast");

  auto reversed = row(gf::slice(gf::_, gf::_, -1));
  gf::rt::launch(add_strided, 1, 256, 0, space, gf::rt::read(column, space), gf::rt::read(reversed, space),
                 gf::rt::write(out, space));
  claim(out.host()[0] == 41 && out.host()[11] == 13, "a reversed slice is read backwards");
}

// ---- the runtime ----

static __global__ void add_one(std::int64_t n, float *x) {
  const std::int64_t i = gf::device::global_thread();
  if (i < n)
    x[i] += 1;
}

static void test_sharing() {
  gf::array<float, 1> a{1, 2, 3};
  const gf::array<float, 1> copy = a;
  gf::rt::launch(add_one, 1, 32, 0, a.size(), gf::rt::update(a));
  claim(a.host()[2] == 4 && copy.host()[2] == 3, "an update leaves copies alone");
  gf::rt::launch(add_one, 1, 32, 0, a.size(), gf::rt::update(a));
  claim(a.host()[0] == 3, "a host read between launches sees the first and not less");
}

static __global__ void spin_then_fill(std::int64_t n, float *x, float value, long long cycles) {
  for (const long long start = clock64(); clock64() - start < cycles;)
    continue;
  for (std::int64_t i = gf::device::global_thread(); i < n; i += gridDim.x * static_cast<std::int64_t>(blockDim.x))
    x[i] = value;
}

static void test_streams() {
  claim(gf::current_stream() == nullptr, "the default stream is current at first");
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  constexpr std::int64_t n = 1 << 20;
  auto x = gf::rt::allocate<float>(gf::shape<1>(n));
  {
    gf::stream_scope on_one(one);
    claim(gf::current_stream() == one, "a scope sets the stream");
    gf::rt::launch(spin_then_fill, 64, 256, 0, n, gf::rt::write(x), 5.0f, 20'000'000ll);
    {
      gf::stream_scope on_two(two);
      gf::rt::launch(add_one, gf::rt::blocks(n, 256), 256, 0, n, gf::rt::update(x));
    }
    claim(gf::current_stream() == one, "an inner scope gives the stream back");
  }
  claim(gf::current_stream() == nullptr, "the scope gives the stream back");
  claim(x.host()[0] == 6 && x.host()[n - 1] == 6, "writes on two streams and a host read keep their order");

  // A block freed while its stream is busy may serve that stream at once, and no other before the work is done.
  const void *busy = nullptr, *again = nullptr, *elsewhere = nullptr;
  {
    gf::stream_scope on_one(one);
    {
      auto t = gf::rt::allocate<float>(gf::shape<1>(3 * n));
      float *p = gf::rt::write(t);
      busy = p;
      gf::rt::launch(spin_then_fill, 64, 256, 0, 3 * n, p, 1.0f, 50'000'000ll);
    }
    {
      gf::stream_scope on_two(two);
      auto t = gf::rt::allocate<float>(gf::shape<1>(3 * n));
      elsewhere = gf::rt::write(t);
    }
    auto t = gf::rt::allocate<float>(gf::shape<1>(3 * n));
    again = gf::rt::write(t);
  }
  claim(elsewhere != busy, "a busy block is not handed to another stream");
  claim(again == busy, "a freed block is reused on its own stream at once");
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  gf::rt::launch(add_one, gf::rt::blocks(n, 256), 256, 0, n, gf::rt::update(x));
  claim(x.host()[5] == 7, "an array outlives the stream it was written on");
}

static void test_capture() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  constexpr std::int64_t n = 100'000;
  gf::array<float, 1> x(std::vector<float>(n, 1.0f));
  auto s = gf::rt::allocate<float>(gf::shape<0>());
  (void)gf::rt::read(x);
  (void)gf::rt::write(s);
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  {
    gf::stream_scope scope(stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    for (int k = 0; k < 2; ++k)
      gf::rt::launch(add_one, gf::rt::blocks(n, 256), 256, 0, n, gf::rt::update(x));
    {
      auto temporary = gf::rt::allocate<float>(gf::shape<1>(n));
      gf::rt::launch(spin_then_fill, 64, 256, 0, n, gf::rt::write(temporary), 1.0f, 0ll);
    }
    gf::rt::launch(reduced<gf::rt::mean, float, float>, gf::rt::reduction_blocks(n), 512, 0, n, gf::rt::read(x),
                   gf::rt::workspace<float>(n), gf::rt::write(s));
    claim(cudaStreamEndCapture(stream, &graph) == cudaSuccess, "fused calls are captured");
    claim(cudaGraphInstantiate(&runnable, graph, 0) == cudaSuccess, "the capture is a graph");
    for (int k = 0; k < 3; ++k)
      cudaGraphLaunch(runnable, stream);
    cudaStreamSynchronize(stream);
  }
  claim(static_cast<float>(s) == 7, "three runs of the graph add six");
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

static void test_foreign() {
  std::vector<float> lent{1, 2, 3, 4, 5, 6};
  gf::array_view<float, 1> whole(lent.data(), {6});
  gf::array_view<float, 2> odd(lent.data() + 1, {1, 3}, {0, 2});
  gf::rt::launch(add_one, 1, 32, 0, whole.size(), gf::rt::update(whole));
  claim(lent[0] == 2 && lent[5] == 7, "host memory that a view wraps has the elements when the launch returns");
  lent[1] = 10;
  const auto space = gf::rt::shape_of(odd);
  gf::rt::launch(add_strided, 1, 256, 0, space, gf::rt::read(odd, space), gf::rt::read(odd, space),
                 gf::rt::update(odd, space));
  claim(lent == std::vector<float>{2, 20, 4, 10, 6, 14}, "and what its owner writes is seen; gaps stay");

  constexpr std::int64_t n = 1000;
  float *theirs = nullptr;
  cudaMalloc(&theirs, (n + 1) * sizeof(float));
  cudaMemset(theirs, 0, (n + 1) * sizeof(float));
  gf::array_view<float, 1> v(theirs + 1, {n}, gf::memory_space::device);
  claim(gf::rt::read(v) == theirs + 1, "device memory is used where it is");
  claim(!gf::rt::dense(v.shape(), v), "and no vectors are loaded from where they may not begin");
  gf::rt::launch(add_one, gf::rt::blocks(n, 256), 256, 0, n, gf::rt::update(v));
  v(gf::slice(0, 2)) = 7;
  const gf::array<float, 1> seen = v;
  claim(seen.host()[0] == 7 && seen.host()[2] == 1, "eager statements read and write it");
  std::vector<float> copied(n + 1);
  cudaMemcpy(copied.data(), theirs, (n + 1) * sizeof(float), cudaMemcpyDeviceToHost);
  claim(copied[0] == 0 && copied[1] == 7 && copied[n] == 1, "and its owner sees that");
  cudaFree(theirs);
}

static void test_own_cuda_code() {
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  constexpr std::int64_t n = 1 << 20;
  auto x = gf::rt::allocate<float>(gf::shape<1>(n));
  {
    gf::stream_scope on_one(one);
    gf::rt::launch(spin_then_fill, 64, 256, 0, n, gf::rt::write(x), 5.0f, 20'000'000ll);
  }
  {
    gf::stream_scope on_two(two);
    add_one<<<static_cast<unsigned>(n / 256), 256, 0, gf::current_stream()>>>(n, x.device_data_mut());
  }
  claim(x.host()[0] == 6 && x.host()[n - 1] == 6, "a kernel of the user's own runs in order between ours");
  const gf::array<float, 1> copy = x;
  add_one<<<static_cast<unsigned>(n / 256), 256>>>(n, x.device_data_mut());
  claim(x.host()[0] == 7 && copy.host()[0] == 6, "and leaves copies alone");
  claim(x(gf::slice(5, gf::_)).device_data() == x.device_data() + 5, "a view's first element is its own");
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}

static void test_errors() {
  try {
    auto huge = gf::rt::allocate<double>(gf::shape<1>(std::int64_t{1} << 45));
    (void)gf::rt::write(huge);
    claim(false, "an absurd allocation throws");
  } catch (const gf::error &error) {
    claim(error.kind() == gf::error::memory && std::strstr(error.what(), "281474976710656 bytes") != nullptr,
          std::string("an absurd allocation names its bytes: ") + error.what());
  }
  try {
    gf::array<float, 1> x{1};
    gf::rt::launch(add_one, 1, 4096, 0, x.size(), gf::rt::update(x));
    claim(false, "a launch of too many threads throws");
  } catch (const gf::error &error) {
    claim(error.kind() == gf::error::device, "a launch of too many threads is a device error");
  }
  gf::array<float, 1> x{1};
  gf::rt::launch(add_one, 1, 32, 0, x.size(), gf::rt::update(x));
  claim(x.host()[0] == 2, "work goes on after both");
  gf::rt::launch(add_one, 0, 32, 0, x.size(), gf::rt::update(x));
  claim(x.host()[0] == 2, "no blocks are no launch");
}

int main() try {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::printf("skipped: no CUDA device\n");
    return 77;
  }
  test_copy<float, 4>("floats");
  test_copy<double, 2>("doubles");
  test_copy<double, 4>("doubles");
  test_copy<bool, 8>("bools");
  test_copy<bool, 4>("bools");
  test_copy<bool, 16>("bools");
  test_copy<std::int64_t, 2>("int64s");
  test_interleave<float, 2, 4>("floats");
  test_interleave<float, 3, 4>("floats");
  test_interleave<float, 4, 4>("floats");
  test_interleave<float, 3, 2>("floats");
  test_interleave<float, 3, 1>("floats");
  test_interleave<double, 2, 2>("doubles");
  test_interleave<double, 3, 2>("doubles");
  test_interleave<double, 4, 2>("doubles");
  test_interleave<std::int32_t, 3, 4>("int32s");
  test_reductions<float, float>("floats");
  test_reductions<double, double>("doubles");
  test_reductions<std::int64_t, std::int64_t>("int64s");
  test_reductions<std::int32_t, std::int64_t>("int32s in int64");
  test_draws<float, 1>("floats");
  test_draws<float, 2>("floats");
  test_draws<float, 4>("floats");
  test_draws<float, 8>("floats");
  test_draws<double, 1>("doubles");
  test_draws<double, 2>("doubles");
  test_draws<double, 4>("doubles");
  test_strided();
  test_sharing();
  test_streams();
  test_capture();
  test_foreign();
  test_own_cuda_code();
  test_errors();
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
} catch (const gf::error &error) {
  std::printf("%d passed, %d failed, then: %s\n", passed, failed + 1, error.what());
  return 1;
}

// Checks the library calls (sorting, matrix products) on the device against the host, on a machine with a GPU.
// Prints "N passed, N failed"; exit code 0 if none failed, 77 (skipped) without a usable device.
//   library_test         everything
//   library_test small   small sizes, and nothing that the emulator does not have
#include <gpufuse/runtime/cuda.h>

#include <gpufuse/gpufuse.h>
#include <gpufuse/linalg.h>
#include <gpufuse/sorting.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace gf = gpufuse;
using gf::_, gf::slice;

static int passed = 0, failed = 0;
static bool is_small = false;

static void claim(bool holds, const std::string &what) {
  ++(holds ? passed : failed);
  if (!holds)
    std::printf("FAILED: %s\n", what.c_str());
}

/// What `call` gives on the host: the library is taken out for that time.
template <class Call> static auto on_host(Call call) {
  gf::detail::library_routine routines[gf::detail::library_functions];
  for (int i = 0; i < gf::detail::library_functions; ++i)
    routines[i] = gf::detail::library[i].exchange(nullptr);
  auto result = call();
  for (int i = 0; i < gf::detail::library_functions; ++i)
    gf::detail::library[i] = routines[i];
  return result;
}

template <class T, int R> static bool is_on_device_only(const gf::array<T, R> &a) {
  const auto &buffer = *a.node()->shared_buffer();
  return buffer.on_device() && !buffer.on_host();
}

template <class T> static bool same_bits(T a, T b) { return (a != a && b != b) || std::memcmp(&a, &b, sizeof(T)) == 0; }
template <class T, int R> static bool same(const gf::array<T, R> &a, const gf::array<T, R> &b) {
  if (!(a.shape() == b.shape()))
    return false;
  const auto x = a.host(), y = b.host();
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!same_bits(x[i], y[i]))
      return false;
  return true;
}

// ---- values ----

template <class T> inline constexpr bool is_real = gf::kind_of(gf::id_of<T>) == gf::type_kind::floating;

static std::uint64_t next(std::uint64_t &state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

/// Numbers of both signs with repetitions, small enough that a half's products are finite.
template <class T, int R> static gf::array<T, R> numbers(const gf::shape<R> &extents, std::uint64_t state) {
  gf::array<T, R> made = gf::empty<T>(extents);
  for (T &element : made.host_mut()) {
    const auto whole = static_cast<std::int64_t>(next(state) % 4001) - 2000;
    element = is_real<T> ? static_cast<T>(static_cast<double>(whole) / 1024) : static_cast<T>(whole * 40503);
  }
  return made;
}

/// The same with the numbers of the type that are hard to order.
template <class T, int R> static gf::array<T, R> hard_numbers(const gf::shape<R> &extents, std::uint64_t state) {
  gf::array<T, R> made = numbers<T>(extents, state);
  std::vector<T> edges = {T(0), T(1), std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
  if constexpr (is_real<T>) {
    const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
    for (const T value : {T(-0.0f), nan, T(-static_cast<gf::detail::computed<T>>(nan)), inf,
                          T(-static_cast<gf::detail::computed<T>>(inf)), std::numeric_limits<T>::denorm_min()})
      edges.push_back(value);
  }
  for (T &element : made.host_mut())
    if (const std::uint64_t which = next(state) % 40; which < edges.size())
      element = edges[which];
  return made;
}

// ---- sorting ----

template <class A> static void test_sorts(const A &a, const std::string &what) {
  constexpr int R = gf::detail::rank_of<A>;
  for (int d = 0; d < R; ++d) {
    const std::string along = " of " + what + ", shape " + gf::to_string(a.shape()) + ", axis " + std::to_string(d);
    const auto sorted = gf::sort(a, gf::axis(d));
    claim(a.size() == 0 || is_on_device_only(sorted), "sort stays on the device" + along);
    claim(same(sorted, on_host([&] { return gf::sort(a, gf::axis(d)); })), "sort" + along);
    claim(same(gf::argsort(a, gf::axis(d)), on_host([&] { return gf::argsort(a, gf::axis(d)); })), "argsort" + along);
  }
  claim(same(gf::unique(a), on_host([&] { return gf::unique(a); })),
        "unique of " + what + ", shape " + gf::to_string(a.shape()));
}

template <class T> static void test_sorting(const std::string &type) {
  for (const std::int64_t n : {0, 1, 2, 3, 31, 256, 257, 1000})
    test_sorts(hard_numbers<T>(gf::shape<1>(n), 1), type);
  for (const auto &extents : {gf::shape<2>(1, 5), gf::shape<2>(5, 1), gf::shape<2>(7, 33), gf::shape<2>(130, 3),
                              gf::shape<2>(0, 3), gf::shape<2>(3, 0)})
    test_sorts(hard_numbers<T>(extents, 2), type);
  test_sorts(hard_numbers<T>(gf::shape<3>(3, 5, 7), 3), type);
  const auto a = hard_numbers<T>(gf::shape<2>(12, 30), 4);
  test_sorts(a(slice(_, _, -1), slice(3, _, 2)), "a view of " + type);
  test_sorts(a(5, slice(_, _, -3)), "a row of " + type + " backwards");
  test_sorts(gf::view<const T, 2>(a.host().data(), {30, 12}, {1, 30}), "a transpose of " + type);
  test_sorts(gf::view<const T, 2>(a.host().data(), {4, 30}, {0, 1}), "a repeated row of " + type);
  if (is_small)
    return;
  for (const std::int64_t n : {4097, 100'003, 3'000'017})
    test_sorts(hard_numbers<T>(gf::shape<1>(n), 5), type);
  // Above and below the bounds between the ways to sort rows.
  for (const auto &extents : {gf::shape<2>(3, 20'000), gf::shape<2>(63, 16'384), gf::shape<2>(64, 16'384),
                              gf::shape<2>(3, 16'383), gf::shape<2>(70'000, 9)})
    test_sorts(hard_numbers<T>(extents, 6), type);
}

// ---- products ----

template <class T> static double unit_in_the_last_place() {
  return std::is_same_v<T, double> ? std::numeric_limits<double>::epsilon() : std::numeric_limits<float>::epsilon();
}

/// Integers and bools exactly; reals as the head of linalg.h says, with the magnitudes multiplied on the host.
template <class A, class B> static void test_product(const A &a, const B &b, const std::string &what) {
  const auto c = gf::matmul(a, b);
  using T = typename decltype(c)::value_type;
  const std::string shapes = what + ", shapes " + gf::to_string(a.shape()) + " and " + gf::to_string(b.shape());
  claim(c.size() == 0 || is_on_device_only(c), "matmul stays on the device: " + shapes);
  const auto expected = on_host([&] { return gf::matmul(a, b); });
  claim(same(c, gf::matmul(a, b)), "matmul gives the same bits again: " + shapes);
  if constexpr (!is_real<T>) {
    claim(same(c, expected), "matmul of " + shapes);
  } else {
    const auto magnitudes =
        on_host([&] { return gf::matmul(gf::abs(gf::astype<double>(a)), gf::abs(gf::astype<double>(b))); });
    const double units = 2.0 * static_cast<double>(a.extent(-1)) * unit_in_the_last_place<T>();
    bool holds = c.shape() == expected.shape();
    double worst = 0;
    for (std::int64_t i = 0; i < c.size(); ++i) {
      const auto found = static_cast<double>(c.host()[i]), wanted = static_cast<double>(expected.host()[i]);
      const double room = units * magnitudes.host()[i] +
                          std::abs(wanted) * static_cast<double>(std::numeric_limits<T>::epsilon()) +
                          static_cast<double>(std::numeric_limits<T>::denorm_min());
      const bool is_close = found == wanted || (found != found && wanted != wanted) || std::abs(found - wanted) <= room;
      if (!is_close)
        worst = std::max(worst, std::abs(found - wanted) / room);
      holds = holds && is_close;
    }
    claim(holds, "matmul of " + shapes + ", off by " + std::to_string(worst) + " times the bound");
  }
}

template <class T> static void test_layouts(const std::string &type) {
  const auto a = numbers<T>(gf::shape<2>(13, 22), 3), b = numbers<T>(gf::shape<2>(22, 13), 4);
  test_product(a(slice(_, _, -1), _), b(_, slice(_, _, -1)), type + ", backwards");
  test_product(a(_, slice(_, _, 2)), b(slice(_, _, 2), slice(2, 9)), type + ", every second");
  test_product(a(slice(_, _, 3), slice(1, 12)), b(slice(5, 16), _), type + ", parts");
  test_product(a(slice(2, 3), _), b(_, slice(4, 5)), type + ", one row and one column of a view");
  test_product(a(2, _), b(_, 4), type + ", a row and a column of views");
  test_product(a(_, 3), b(4, _)(slice(_, _, -1)), type + ", a column and a row of views");
  const T *first = a.host().data();
  const gf::view<const T, 2> transposed(first, {22, 13}, {1, 22});
  test_product(a, transposed, type + ", with a transpose");
  test_product(transposed, a, type + ", of a transpose");
  test_product(transposed, b(slice(0, 13), _), type + ", of a transpose and a part");
  test_product(gf::view<const T, 2>(first, {13, 22}, {0, 1}), b, type + ", a repeated row");
  test_product(gf::view<const T, 2>(first, {13, 22}, {1, 1}), b, type + ", windows that overlap");
  test_product(gf::view<const T, 2>(first, {13, 22}, {1, 0}), b, type + ", a repeated column");
}

template <class T> static void test_batches(const std::string &type) {
  const auto a = numbers<T>(gf::shape<3>(4, 5, 6), 5), b = numbers<T>(gf::shape<3>(4, 6, 3), 6);
  test_product(a, b, type + ", batches");
  test_product(a, numbers<T>(gf::shape<2>(6, 3), 7), type + ", batches and a matrix");
  test_product(numbers<T>(gf::shape<2>(3, 5), 8), a, type + ", a matrix and batches");
  test_product(a, numbers<T>(gf::shape<1>(6), 9), type + ", batches and a vector");
  test_product(numbers<T>(gf::shape<1>(5), 10), a, type + ", a vector and batches");
  test_product(a(slice(_, _, -1), _, _), b, type + ", batches backwards");
  test_product(a(slice(_, _, 2), _, slice(_, _, -1)), b(slice(_, 2), _, _), type + ", parts of batches");
  test_product(numbers<T>(gf::shape<4>(2, 1, 4, 5), 11), numbers<T>(gf::shape<4>(1, 3, 5, 2), 12),
               type + ", batches that broadcast");
  test_product(numbers<T>(gf::shape<4>(2, 3, 4, 5), 13), numbers<T>(gf::shape<3>(3, 5, 2), 14),
               type + ", batches of different ranks");
  test_product(numbers<T>(gf::shape<5>(2, 3, 2, 3, 4), 15)(_, slice(0, 2), _, _, _),
               numbers<T>(gf::shape<5>(2, 1, 2, 4, 2), 16), type + ", batches in several dimensions");
  test_product(a(_, gf::newaxis, _, _), b(gf::newaxis, _, _, _), type + ", each with each");
}

template <class T> static void test_products(const std::string &type) {
  for (const std::int64_t n : {1, 2, 3, 16, 17, 33})
    test_product(numbers<T>(gf::shape<2>(n, n + 2), 1), numbers<T>(gf::shape<2>(n + 2, 2 * n), 2), type);
  for (const std::int64_t n : {0, 1, 5, 40}) {
    test_product(numbers<T>(gf::shape<1>(n), 1), numbers<T>(gf::shape<1>(n), 2), type + ", vectors");
    test_product(numbers<T>(gf::shape<2>(3, n), 1), numbers<T>(gf::shape<1>(n), 2), type + ", a matrix and a vector");
    test_product(numbers<T>(gf::shape<1>(n), 1), numbers<T>(gf::shape<2>(n, 3), 2), type + ", a vector and a matrix");
    test_product(numbers<T>(gf::shape<2>(n, 3), 1), numbers<T>(gf::shape<2>(3, n), 2), type + ", thin matrices");
  }
  test_layouts<T>(type);
  test_batches<T>(type);
  if constexpr (is_real<T>) {
    auto a = numbers<T>(gf::shape<2>(5, 7), 1);
    a(0, 3) = std::numeric_limits<T>::quiet_NaN();
    a(1, 2) = std::numeric_limits<T>::infinity();
    a(2, 2) = T(-0.0f);
    test_product(a, numbers<T>(gf::shape<2>(7, 4), 2), type + ", with a NaN and an infinity");
  }
  if (is_small)
    return;
  test_product(numbers<T>(gf::shape<2>(129, 1000), 1), numbers<T>(gf::shape<2>(1000, 65), 2), type);
  test_product(numbers<T>(gf::shape<2>(511, 513), 1), numbers<T>(gf::shape<2>(513, 509), 2), type);
  test_product(numbers<T>(gf::shape<2>(3, 100'003), 1), numbers<T>(gf::shape<2>(100'003, 2), 2), type);
  test_product(numbers<T>(gf::shape<3>(1000, 3, 4), 1), numbers<T>(gf::shape<3>(1000, 4, 2), 2), type);
}

template <class T, class U> static void test_mixed(const std::string &types) {
  test_product(numbers<T>(gf::shape<2>(9, 11), 1), numbers<U>(gf::shape<2>(11, 6), 2), types);
  test_product(numbers<U>(gf::shape<3>(2, 9, 11), 1), numbers<T>(gf::shape<2>(11, 6), 2)(_, slice(_, _, -2)), types);
}

// ---- beside other work ----

static void test_between() {
  const auto a = numbers<double>(gf::shape<2>(20, 20), 1);
  const auto sorted = gf::sort(a);
  const auto product = gf::matmul(sorted, gf::sort(a, gf::axis(0)));
  claim(is_on_device_only(sorted), "operands on the device are not copied to the host");
  const auto first = product.host()[0];
  claim(std::isfinite(first), "a result comes to the host when it is asked for");
  auto changed = a;
  const auto before = gf::sort(changed);
  changed += 1;
  const auto after = gf::sort(changed);
  claim(same(before, on_host([&] { return gf::sort(a); })), "a later change of the operand is not seen");
  claim(same(after, on_host([&] { return gf::sort(changed); })), "an earlier change of the operand is seen");
}

static void test_streams() {
  cudaStream_t one = nullptr;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  const auto a = numbers<float>(gf::shape<2>(200, 200), 1);
  const auto expected = on_host([&] { return gf::sort(gf::sort(a, gf::axis(0))); });
  for (int i = 0; i < 20; ++i) {
    gf::array<float, 2> middle;
    {
      const gf::stream_scope scope(one);
      middle = gf::sort(a, gf::axis(0));
      (void)gf::matmul(middle, a);
    }
    claim(same(gf::sort(middle), expected), "work on one stream waits for that on another");
  }
  cudaStreamDestroy(one);
}

/// Sorts and multiplies in a graph; memory and the library's own state are there before, as a user's would be.
static void test_graph() {
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  const auto a = numbers<float>(gf::shape<2>(100, 100), 1);
  const auto sorted = gf::sort(a), expected = gf::matmul(sorted, a);
  gf::array<float, 2> captured;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t runnable = nullptr;
  {
    const gf::stream_scope scope(stream);
    claim(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess, "a capture begins");
    try {
      captured = gf::matmul(gf::sort(a), a);
    } catch (const gf::error &error) {
      claim(false, std::string("library calls in a capture: ") + error.what());
    }
    claim(cudaStreamEndCapture(stream, &graph) == cudaSuccess, "a capture ends");
    claim(cudaGraphInstantiate(&runnable, graph, 0) == cudaSuccess, "a graph is made");
    claim(cudaGraphLaunch(runnable, stream) == cudaSuccess, "a graph runs");
    claim(cudaStreamSynchronize(stream) == cudaSuccess && same(captured, expected), "a graph's product");
  }
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}

template <class Action> static std::string message_of(Action action) {
  try {
    action();
  } catch (const gf::error &error) {
    return error.what();
  }
  return "";
}

int main(int argc, char **argv) {
  is_small = argc > 1 && std::strcmp(argv[1], "small") == 0;
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("no usable device\n");
    return 77;
  }
#define GPUFUSE_TYPE(name, type)                                                                                       \
  test_sorting<type>(#name);                                                                                           \
  test_products<type>(#name);
  GPUFUSE_ELEMENT_TYPES(GPUFUSE_TYPE)
#undef GPUFUSE_TYPE
  test_mixed<std::int32_t, float>("int32 and float32");
  test_mixed<gf::half, float>("float16 and float32");
  test_mixed<gf::bfloat16, gf::half>("bfloat16 and float16");
  test_mixed<bool, double>("bool and float64");
  test_mixed<std::int8_t, std::uint8_t>("int8 and uint8");
  test_mixed<std::uint64_t, std::int64_t>("uint64 and int64");
  test_mixed<bool, std::int16_t>("bool and int16");
  test_between();
  test_streams();
  if (!is_small)
    test_graph();
  claim(message_of([] {
          (void)gf::matmul(gf::ones<float>({2, 3}), gf::ones<float>({2, 3}));
        }).find("(2, 3) and (2, 3)") != std::string::npos,
        "shapes that do not fit are an error");
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

// The CUDA runtime used by several threads, with streams that are threads too, under ThreadSanitizer: what it does not
// order is a race, and what it orders wrongly a wrong number.
#include "cuda_on_the_host.h"

#include <catch2/catch.hpp>
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cuda.h>

#include <thread>

namespace gf = gpufuse;

namespace {

constexpr std::int64_t n = 5000;

void fill(std::int64_t count, float *x, float value) {
  for (std::int64_t i = 0; i < count; ++i)
    x[i] = value;
}
void add(std::int64_t count, float *x, const float *y) {
  for (std::int64_t i = 0; i < count; ++i)
    x[i] += y[i];
}
void add_number(std::int64_t count, float *x, float value) {
  for (std::int64_t i = 0; i < count; ++i)
    x[i] += value;
}
/// As reductions do: chunks into the workspace, whose counter is zero before and after.
void sum(std::int64_t count, const float *x, gf::rt::partials<float> partials, float *out) {
  const bool was_at_rest = *partials.ticket == 0;
  *partials.ticket = 1;
  partials.values[0] = 0;
  for (std::int64_t i = 0; i < count; ++i)
    partials.values[0] += x[i];
  *out = was_at_rest ? partials.values[0] : -1;
  *partials.ticket = 0;
}

/// A stream for the lifetime of a scope, as users have it.
class stream {
public:
  stream() { cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); }
  ~stream() { cudaStreamDestroy(handle); }
  stream(const stream &) = delete;
  stream &operator=(const stream &) = delete;
  operator cudaStream_t() const { return handle; }

private:
  cudaStream_t handle = nullptr;
};

gf::array<float, 1> filled(float value) {
  auto x = gf::rt::allocate<float>(gf::shape<1>(n));
  gf::rt::launch(fill, 1, 32, 0, n, gf::rt::write(x), value);
  return x;
}

/// Runs `action(t)` in that many threads.
template <class Action> void in_threads(int count, Action action) {
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&action, t] { action(t); });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace

TEST_CASE("threads with streams of their own share the pool") {
  std::vector<float> results(4);
  in_threads(4, [&](int t) {
    const stream own;
    const gf::stream_scope scope(own);
    auto total = filled(0);
    for (int round = 0; round < 25; ++round) {
      const auto x = filled(static_cast<float>(t + 1)); // freed while it is read, and handed out again
      gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(total), gf::rt::read(x));
    }
    results[static_cast<std::size_t>(t)] = total.host()[n - 1];
  });
  CHECK(results == std::vector<float>{25, 50, 75, 100});
}

TEST_CASE("threads may share the default stream") {
  std::vector<float> results(3);
  in_threads(3, [&](int t) {
    auto x = filled(1);
    for (int round = 0; round < 20; ++round) {
      auto s = gf::rt::allocate<float>(gf::shape<0>());
      gf::rt::launch(sum, 1, 32, 0, n, gf::rt::read(x), gf::rt::workspace<float>(n), gf::rt::write(s));
      gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(x), 1.0f);
      if (static_cast<float>(s) != static_cast<float>((round + 1) * n))
        x = filled(-1000);
    }
    results[static_cast<std::size_t>(t)] = x.host()[0];
  });
  CHECK(results == std::vector<float>{21, 21, 21});
}

TEST_CASE("copies of one array are read on many streams, and written apart") {
  for (int round = 0; round < 10; ++round) {
    const auto original = filled(7);
    std::vector<gf::array<float, 1>> copies(4, original);
    in_threads(4, [&](int t) {
      auto &copy = copies[static_cast<std::size_t>(t)];
      const stream own;
      const gf::stream_scope scope(own);
      auto mine = filled(0);
      gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(mine), gf::rt::read(copy));
      gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(copy), gf::rt::read(mine));
      if (t % 2 == 0)
        gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(copy), static_cast<float>(t));
    });
    for (std::size_t t = 0; t < copies.size(); ++t)
      CHECK(copies[t].host()[n / 2] == 14 + (t % 2 == 0 ? static_cast<float>(t) : 0));
    CHECK(original.host()[3] == 7);
  }
}

TEST_CASE("an array goes from stream to stream, with its writes and reads in order") {
  const stream one, two, three;
  auto x = filled(0);
  auto copied = gf::rt::allocate<float>(gf::shape<1>(n));
  for (int round = 0; round < 20; ++round) {
    {
      const gf::stream_scope scope(one);
      gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(x), 1.0f);
    }
    {
      const gf::stream_scope scope(two);
      gf::rt::launch(fill, 1, 32, 0, n, gf::rt::write(copied), 0.0f);
      gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(copied), gf::rt::read(x));
    }
    const gf::stream_scope scope(three); // reads beside two, and writes after both
    auto other = filled(0);
    gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(other), gf::rt::read(x));
    gf::rt::launch(add, 1, 32, 0, n, gf::rt::update(x), gf::rt::read(other));
  }
  CHECK(x.host()[0] == 2097150);
  CHECK(copied.host()[1] == 1048575);
}

TEST_CASE("what another thread wrote is seen after a join") {
  auto x = filled(1);
  for (int round = 0; round < 10; ++round) {
    in_threads(1, [&](int) {
      const stream own;
      const gf::stream_scope scope(own);
      gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(x), 1.0f);
    });
    gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(x), 10.0f);
  }
  CHECK(x.host()[9] == 111);
}

TEST_CASE("memory that others wrote is cleared of them when it is handed out again") {
  const stream one, two;
  for (int round = 0; round < 20; ++round) {
    {
      const gf::stream_scope scope(one);
      auto x = filled(1); // freed at once, still being filled
      gf::rt::launch(add_number, 1, 32, 0, n, gf::rt::update(x), 1.0f);
    }
    const gf::stream_scope scope(two);
    auto y = filled(5);
    CHECK(y.host()[0] == 5);
  }
  cuda_on_the_host::finish(); // the last test
}

// Launches on the CPU, and reductions through a workspace in the canonical order.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cpu.h>

#include <catch2/catch.hpp>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;

static void fill(std::int64_t n, const float *value, float *result) {
  for (std::int64_t i = 0; i < n; ++i)
    result[i] = *value;
}

template <typename Kind> static void reduce(std::int64_t n, const float *x, rt::partials<float> partials, float *s) {
  for (std::int64_t b = 0; b < rt::reduction_blocks(n); ++b)
    partials.values[b] = gf::reduce_block<Kind, float>(b, n, [&](std::int64_t i) { return x[i]; });
  *s = gf::reduce_partials<Kind>(partials.values, n);
}

TEST_CASE("launch converts arguments to the kernel's parameters") {
  float one = 1, result[3] = {};
  rt::launch(fill, 1, 256, 0, 3, &one, result);
  CHECK(result[2] == 1);
}

TEST_CASE("no blocks are no call") {
  rt::launch(fill, 0, 256, 0, 3, nullptr, nullptr);
  SUCCEED();
}

TEST_CASE("a reduction through a workspace is the eager one, bit for bit") {
  gf::random::generator rng(1);
  const auto x = gf::random::normal<float>(rng, {100'003});
  auto s = rt::allocate<float>(gf::shape<0>());
  rt::launch(reduce<rt::mean>, rt::reduction_blocks(x.size()), 512, 0, x.size(), rt::read(x),
             rt::workspace<float>(x.size()), rt::write(s));
  CHECK(static_cast<float>(s) == static_cast<float>(gf::mean(x)));
}

TEST_CASE("a reduction of nothing has one block") { CHECK(rt::reduction_blocks(0) == 1); }

// Full reductions: types, corner cases, and the canonical order against a literal model of a GPU.
#include "check.h"

#include <limits>

namespace {

constexpr float nan32 = std::numeric_limits<float>::quiet_NaN();

/// The order as reduction_order.h words it, thread by thread and shuffle by shuffle, with no shortcut.
template <class Kind, class T> T model_block(std::vector<T> thread) {
  const auto shuffle_down = [](std::vector<T> &lanes) {
    for (int offset = 16; offset > 0; offset /= 2) {
      const std::vector<T> before = lanes;
      for (int lane = 0; lane < 32; ++lane)
        lanes[lane] = Kind::combine(before[lane], before[lane + offset < 32 ? lane + offset : lane]);
    }
    return lanes[0];
  };
  std::vector<T> results(32, Kind::template identity<T>());
  for (int warp = 0; warp < 16; ++warp) {
    std::vector<T> lanes(thread.begin() + 32 * warp, thread.begin() + 32 * warp + 32);
    results[warp] = shuffle_down(lanes);
  }
  return shuffle_down(results);
}

template <class Kind, class T> T model(const std::vector<T> &x) {
  const auto n = static_cast<std::int64_t>(x.size());
  const std::int64_t blocks = gf::reduction_blocks(n);
  std::vector<T> partials;
  for (std::int64_t b = 0; b < blocks; ++b) {
    std::vector<T> threads(512);
    for (int thread = 0; thread < 512; ++thread) {
      T acc[4];
      for (int k = 0; k < 4; ++k) {
        acc[k] = Kind::template identity<T>();
        for (std::int64_t tile = b; tile * 8192 < n; tile += blocks)
          for (int u = 0; u < 4; ++u)
            if (const std::int64_t i = tile * 8192 + u * 2048 + thread * 4 + k; i < n)
              acc[k] = Kind::combine(acc[k], x[i]);
      }
      threads[thread] = Kind::combine(Kind::combine(acc[0], acc[1]), Kind::combine(acc[2], acc[3]));
    }
    partials.push_back(model_block<Kind>(threads));
  }
  std::vector<T> threads(512);
  for (int j = 0; j < 512; ++j) {
    threads[j] = Kind::template identity<T>();
    for (std::int64_t p = j; p < blocks; p += 512)
      threads[j] = Kind::combine(threads[j], partials[p]);
  }
  return Kind::finish(model_block<Kind>(threads), n);
}

template <class Kind, class T> bool matches_model(std::int64_t n) {
  const gf::array<T, 1> a = gf::random::uniform<double>(gf::random::draw{5, 1}, -1, 1, {n});
  const auto x = elements(a);
  return gf::reduce_in_order<Kind, T>(n, [&](std::int64_t i) { return x[i]; }) == model<Kind>(x);
}

} // namespace

TEST_CASE("the order is the published one, bit for bit") {
  namespace r = gf::reduction;
  for (std::int64_t n :
       {0, 1, 2, 3, 4, 5, 31, 32, 33, 127, 128, 129, 2047, 2048, 2049, 8191, 8192, 8193, 20000, 100003}) {
    INFO(n);
    CHECK(matches_model<r::sum, float>(n));
    CHECK(matches_model<r::sum, double>(n));
    CHECK(matches_model<r::prod, float>(n));
    CHECK((matches_model<r::mean, float>(n) || n == 0));
    CHECK(matches_model<r::min, float>(n));
    CHECK(matches_model<r::max, double>(n));
  }
}

TEST_CASE("the order holds where a block takes several tiles and there are more than 512 blocks") {
  CHECK(matches_model<gf::reduction::sum, float>(8192 * 528 * 2 + 8192 * 3 + 77));
}

TEST_CASE("the number of blocks is clamp(ceil(n / 8192), 1, 528)") {
  CHECK(gf::reduction_blocks(0) == 1);
  CHECK(gf::reduction_blocks(8192) == 1);
  CHECK(gf::reduction_blocks(8193) == 2);
  CHECK(gf::reduction_blocks(INT64_MAX) == 528);
}

TEST_CASE("the identities change nothing, not even the sign of zero") {
  namespace r = gf::reduction;
  for (float x : {0.0f, -0.0f, 1.5f, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    const auto same = [x](float y) { return x == y && std::signbit(x) == std::signbit(y); };
    CHECK(same(r::sum::combine(r::sum::identity<float>(), x)));
    CHECK(same(r::sum::combine(x, r::sum::identity<float>())));
    CHECK(same(r::prod::combine(r::prod::identity<float>(), x)));
    CHECK(same(r::min::combine(r::min::identity<float>(), x)));
    CHECK(same(r::max::combine(x, r::max::identity<float>())));
  }
}

TEST_CASE("accumulators are NumPy's") {
  const gf::array<bool, 1> b{true, true};
  const gf::array<int, 1> i{INT32_MAX, INT32_MAX};
  const gf::array<float, 1> f{1, 2};
  STATIC_REQUIRE(is_array_of<decltype(gf::sum(b)), std::int64_t, 0>);
  STATIC_REQUIRE(is_array_of<decltype(gf::mean(i)), double, 0>);
  STATIC_REQUIRE(is_array_of<decltype(gf::mean(f)), float, 0>);
  STATIC_REQUIRE(is_array_of<decltype(gf::max(b)), bool, 0>);
  CHECK(gf::sum(i) == 2 * std::int64_t{INT32_MAX});
  CHECK(gf::mean(b) == 1.0);
  CHECK(gf::prod(f) == 2.0f);
}

TEST_CASE("min and max: NaN wins, -0 < +0, bools and integers") {
  CHECK(std::isnan(float(gf::min(gf::array<float, 1>{1, nan32, 0}))));
  CHECK(std::isnan(float(gf::max(gf::array<float, 1>{1, nan32, 2}))));
  CHECK(std::signbit(float(gf::min(gf::array<float, 1>{0.0f, -0.0f}))));
  CHECK(gf::max(gf::array<int, 1>{-5, INT32_MIN}) == -5);
  CHECK_FALSE(bool(gf::min(gf::array<bool, 1>{true, false})));
}

TEST_CASE("reductions of nothing: 0, 1, NaN, and an error that says so") {
  const gf::array<float, 2> empty = gf::zeros<float>({0, 3});
  CHECK(gf::sum(empty) == 0.0f);
  CHECK_FALSE(std::signbit(float(gf::sum(empty))));
  CHECK(gf::prod(empty) == 1.0f);
  CHECK(std::isnan(float(gf::mean(empty))));
  CHECK(error_of(gf::error::shape, [&] { (void)gf::min(empty); }) == "min of an array without elements, shape (0, 3)");
  CHECK_THROWS_AS(gf::max(empty), gf::error);
}

TEST_CASE("a reduction of a view is that of its elements in row-major order") {
  const auto a = gf::random::uniform<float>(gf::random::draw{1, 2}, {100, 30});
  const auto part = a(gf::slice(gf::_, gf::_, -3), gf::slice(2, gf::_, 2));
  CHECK(float(gf::sum(part)) == float(gf::sum(gf::array(part))));
  CHECK(gf::sum(a(3)) == gf::sum(gf::array(a(3))));
}

TEST_CASE("a float sum of many equal terms stays accurate") {
  const float total = gf::sum(gf::full<float>({10000000}, 0.1f));
  CHECK(total == Approx(10000000 * double{0.1f}).epsilon(1e-6));
}

// Random numbers: the published Philox vectors, the layout of draws, the distributions.
#include "check.h"

using gf::random::draw;
using gf::random::words;

TEST_CASE("Philox4x32-10 gives the published Random123 vectors") {
  using gf::random::philox4x32;
  CHECK(philox4x32({{0, 0, 0, 0}}, 0, 0) == words{{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}});
  const std::uint32_t all = 0xffffffff;
  CHECK(philox4x32({{all, all, all, all}}, all, all) == words{{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}});
  CHECK(philox4x32({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0) ==
        words{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

TEST_CASE("the counter is (group low, group high, draw, attempt) and the key the seed") {
  const draw d{0x299f31d0a4093822, 0x13198a2e};
  CHECK(gf::random::words_of(d, static_cast<std::int64_t>(0x85a308d3243f6a88), 0x03707344) ==
        words{{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}});
}

TEST_CASE("a float takes one word, a double two, low word first") {
  const draw d{3, 4};
  const words group = gf::random::words_of(d, 2);
  CHECK(gf::random::uniform_at<float>(d, 9) == static_cast<float>(group[1] >> 8) / 16777216.0f);
  const std::uint64_t both = std::uint64_t{group[3]} << 32 | group[2];
  CHECK(gf::random::uniform_at<double>(d, 5) == static_cast<double>(both >> 11) / 9007199254740992.0);
}

TEST_CASE("uniform is never 1, even of the greatest words") {
  const words greatest{{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}};
  CHECK(gf::random::uniform_of<float>(greatest, 0) < 1.0f);
  CHECK(gf::random::uniform_of<double>(greatest, 1) < 1.0);
}

TEST_CASE("arrays hold the elements of their draw, whatever their shape") {
  const draw d{7, 0};
  const auto flat = gf::random::uniform<float>(d, {7});
  for (int i = 0; i < 7; ++i)
    CHECK(flat(i) == gf::random::uniform_at<float>(d, i));
  CHECK(elements(gf::random::uniform<float>(d, {7, 1})) == elements(flat));
  const auto normals = gf::random::normal<double>(d, {5});
  for (int i = 0; i < 5; ++i)
    CHECK(normals(i) == gf::random::normal_at<double>(d, i));
}

TEST_CASE("each array takes one ticket; equal seeds repeat, others differ") {
  gf::random::generator a(1), b(1), c(2);
  const auto first = elements(gf::random::uniform<double>(a, {4}));
  const auto second = elements(gf::random::uniform<double>(a, {4}));
  CHECK(first != second);
  CHECK(first == elements(gf::random::uniform<double>(b, {4})));
  CHECK(first != elements(gf::random::uniform<double>(c, {4})));
  CHECK(a.take().number == 2);
}

TEST_CASE("a range and a mean with deviation are computed in T from the unit draws") {
  const draw d{7, 0};
  const auto u = gf::random::uniform<float>(d, {9});
  CHECK(elements(gf::random::uniform<float>(d, -2, 3, {9})) == elements(-2.0f + 5.0f * u));
  const auto z = gf::random::normal<float>(d, {9});
  CHECK(elements(gf::random::normal<float>(d, 1.5, 0.5, {9})) == elements(1.5f + 0.5f * z));
}

TEST_CASE("normals are Box-Muller pairs of the uniforms") {
  const draw d{11, 3};
  const double u1 = gf::random::uniform_at<double>(d, 4), u2 = gf::random::uniform_at<double>(d, 5);
  const double radius = std::sqrt(-2 * std::log(1 - u1));
  CHECK(gf::random::normal_at<double>(d, 4) == Approx(radius * std::cos(2 * gf::pi * u2)));
  CHECK(gf::random::normal_at<double>(d, 5) == Approx(radius * std::sin(2 * gf::pi * u2)));
}

TEST_CASE("moments are those of the distributions") {
  gf::random::generator rng(2024);
  const std::int64_t n = 400000;
  const auto u = gf::random::uniform<double>(rng, {n});
  const auto z = gf::random::normal<float>(rng, {n}).astype<double>();
  CHECK(double(mean(u)) == Approx(0.5).margin(0.003));
  CHECK(double(mean(u * u)) == Approx(1.0 / 3).margin(0.003));
  CHECK(double(mean(z)) == Approx(0).margin(0.01));
  CHECK(double(mean(z * z)) == Approx(1).margin(0.02));
  CHECK(double(mean(z * z * z * z)) == Approx(3).margin(0.15));
}

// Printing: the texts are NumPy's own for the same arrays.
#include "check.h"

#include <sstream>

TEST_CASE("reals are aligned at the point, in the shortest digits that read back") {
  CHECK(to_string(gf::array<float, 2>{{1, 2.25f}, {-3, 40}}) == "[[ 1.    2.25]\n [-3.   40.  ]]");
  CHECK(to_string(gf::array<double, 1>{0.1, 1.0 / 3}) == "[0.1        0.33333333]");
}

TEST_CASE("large or mixed magnitudes take exponents") {
  CHECK(to_string(gf::array<double, 1>{1e10, 1}) == "[1.e+10 1.e+00]");
  CHECK(to_string(gf::array<double, 1>{1.5e-7}) == "[1.5e-07]");
}

TEST_CASE("integers and bools are right-aligned") {
  CHECK(to_string(gf::array<int, 1>{1, -20, 3}) == "[  1 -20   3]");
  CHECK(to_string(gf::array<bool, 1>{true, false}) == "[ True False]");
}

TEST_CASE("NaN, infinities, rank 0, nothing, three dimensions") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(to_string(gf::array<double, 1>{inf, -inf, inf - inf, 1.5}) == "[ inf -inf  nan  1.5]");
  CHECK(to_string(gf::array<double, 0>(2)) == "2.0");
  CHECK(to_string(gf::array<double, 1>()) == "[]");
  CHECK(to_string(gf::array<int, 3>{{{1}}, {{2}}}) == "[[[1]]\n\n [[2]]]");
}

TEST_CASE("long arrays are summarised") { CHECK(to_string(gf::arange(2000)) == "[   0    1    2 ... 1997 1998 1999]"); }

TEST_CASE("arrays, views and shapes go to any stream") {
  std::ostringstream out;
  const gf::array<int, 2> a{{1, 2}};
  out << a << a(0) << a.shape();
  CHECK(out.str() == "[[1 2]][1 2](1, 2)");
}

TEST_CASE("an error carries its kind and, where known, the user's place") {
  const gf::error plain(gf::error::shape, "text");
  CHECK(plain.file() == nullptr);
  const gf::error placed(gf::error::memory, "text", "a.cpp", 7);
  CHECK(std::string(placed.what()) == "a.cpp:7: text");
  CHECK(placed.line() == 7);
}

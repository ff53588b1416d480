// Files of arrays: what is written is read again, and what is malformed is refused with the file's name.
#include "check.h"

#include <cstdio>
#include <filesystem>
#include <fstream>

#include <gpufuse/files.h>
#include <gpufuse/testing.h>

namespace {

/// A file of the test's own, gone behind it.
struct scratch {
  std::string path =
      (std::filesystem::temp_directory_path() / ("gpufuse_files_" + std::to_string(std::rand()))).string();
  ~scratch() { std::filesystem::remove(path); }
};

void write(const std::string &path, const std::string &header, const std::string &elements) {
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  file.put(static_cast<char>(header.size())).put(0);
  file << header << elements;
}

std::string message_of(const std::string &header, const std::string &elements) {
  const scratch file;
  write(file.path, header, elements);
  std::string text = error_of(gf::error::io, [&] { (void)gf::load_npy<float, 2>(file.path); });
  return text == "nothing thrown" ? "" : text.substr(text.find("' ") + 2);
}

} // namespace

TEST_CASE("arrays of each type and rank come back as they were") {
  const scratch file;
  const gf::array<double, 2> table{{1.5, -0.0}, {NAN, INFINITY}};
  gf::save_npy(file.path, gf::transpose(table));
  CHECK(std::filesystem::file_size(file.path) == 128 + 4 * sizeof(double));
  CHECK_NOTHROW(gf::assert_allclose(gf::load_npy<double, 2>(file.path), gf::transpose(table), 0, 0));
  gf::save_npy(file.path, gf::array<bool, 1>{true, false});
  CHECK(elements(gf::load_npy<bool, 1>(file.path)) == std::vector<bool>{true, false});
  gf::save_npy(file.path, gf::zeros<std::uint16_t>({0, 3}));
  CHECK(gf::load_npy<std::uint16_t, 2>(file.path).shape() == gf::shape<2>(0, 3));
  gf::save_npy(file.path, gf::sum(gf::array<int, 1>{1, 2}));
  CHECK(gf::load_npy<std::int64_t, 0>(file.path) == 3);
}

TEST_CASE("columns first is read as it is meant") {
  const scratch file;
  write(file.path, "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }\n", "\x01\x04\x02\x05\x03\x06");
  CHECK(elements(gf::load_npy<std::int8_t, 2>(file.path)) == std::vector<std::int8_t>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("malformed files are refused") {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n", two(8, '\0');
  CHECK(message_of(good, two).empty());
  CHECK(message_of(good, "abc") == "ends too early");
  CHECK(message_of("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }", two) == "holds '<f8', not '<f4'");
  CHECK(message_of("{'descr': '>f4', 'fortran_order': False, 'shape': (1, 2), }", two) == "holds '>f4', not '<f4'");
  CHECK(message_of("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", two) == "has 1 dimensions, not 2");
  CHECK(message_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2", two) == "has a header that breaks off");
  CHECK(message_of("{'descr': '<f4', 'shape': (1, 2), }", two) == "has a header without 'fortran_order'");
  CHECK(message_of("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1, 2), }", two) == "has the order Maybe");
  CHECK(message_of("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 99999999999999999999), }", two) ==
        "has an extent that is too large");
  CHECK(error_of(gf::error::io, [] { (void)gf::load_npy<float, 1>("/nowhere/x.npy"); }) ==
        "cannot open '/nowhere/x.npy'");
  CHECK(error_of(gf::error::io, [] { gf::save_npy("/nowhere/x.npy", gf::array<int, 1>{1}); }) ==
        "cannot write '/nowhere/x.npy'");
  const scratch file;
  std::ofstream(file.path) << "no array at all";
  CHECK(error_of(gf::error::io, [&] { (void)gf::load_npy<float, 1>(file.path); }) ==
        "'" + file.path + "' is no .npy file");
}

TEST_CASE("assert_allclose counts and shows what differs") {
  const gf::array<float, 1> a{1, 2, NAN}, b{1, 2.5f, NAN};
  CHECK_NOTHROW(gf::assert_allclose(a, a));
  CHECK_NOTHROW(gf::assert_allclose(a, b, 0.2));
  CHECK(error_of(gf::error::value, [&] { gf::assert_allclose(a, b); }) ==
        "Not equal to tolerance rtol=1e-07, atol=0\nMismatched elements: 1 / 3 (33.3%)\n"
        "Max absolute difference among violations: 0.5\nMax relative difference among violations: 0.2\n"
        " ACTUAL: [ 1.  2. nan]\n DESIRED: [1.  2.5 nan]");
  CHECK(error_of(gf::error::shape, [&] { gf::assert_allclose(a, gf::array<int, 1>{1}); }) ==
        "assert_allclose of shapes (3) and (1)");
}

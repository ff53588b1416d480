// Foreign memory: views of what somebody else owns, on the host, on a device, and through DLPack.
#include "check.h"
#include "pretended_device.h"

TEST_CASE("a view of host memory reads and writes it in place") {
  std::vector<float> mine{1, 2, 3, 4, 5, 6};
  gf::array_view<float, 2> table(mine.data(), {2, 3});
  CHECK(elements(table * 2) == std::vector<float>{2, 4, 6, 8, 10, 12});
  table(1) += 10;
  CHECK(mine == std::vector<float>{1, 2, 3, 14, 15, 16});
  mine[0] = 100;
  CHECK(float(table(0, 0)) == 100);
  table(0, 1) = 7;
  CHECK(mine[1] == 7);
}

TEST_CASE("strides may skip, walk backwards and repeat") {
  std::vector<int> mine{0, 1, 2, 3, 4, 5};
  CHECK(elements(gf::array_view<int, 1>(mine.data(), {3}, {2})) == std::vector<int>{0, 2, 4});
  CHECK(elements(gf::array_view<int, 2>(mine.data(), {3, 2}, {1, 3})) == std::vector<int>{0, 3, 1, 4, 2, 5});
  CHECK(elements(gf::array_view<const int, 2>(mine.data() + 1, {2, 2}, {0, 1})) == std::vector<int>{1, 2, 1, 2});
  CHECK(elements(gf::array_view<const int, 2>(mine.data(), {3, 2}, {1, 1})) == std::vector<int>{0, 1, 1, 2, 2, 3});
  gf::array_view<int, 1> backwards(mine.data() + 5, {6}, {-1});
  CHECK(elements(backwards) == std::vector<int>{5, 4, 3, 2, 1, 0});
  backwards(gf::slice(0, 2)) = -1;
  CHECK(mine == std::vector<int>{0, 1, 2, 3, -1, -1});
}

TEST_CASE("a writable view holds no element twice") {
  std::vector<int> mine(12);
  const std::string refused = "a writable view would hold elements twice";
  const auto make = [&](std::int64_t rows, std::int64_t columns, std::array<std::int64_t, 2> strides) {
    return error_of(gf::error::shape,
                    [&] { gf::array_view<int, 2>(mine.data() + 6, gf::shape<2>(rows, columns), strides); });
  };
  CHECK(make(2, 2, {0, 1}) == refused);
  CHECK(make(3, 2, {1, 1}) == refused);
  CHECK(make(2, 3, {-2, 1}) == refused);
  CHECK(make(2, 3, {3, 1}) == "nothing thrown");
  CHECK(make(2, 2, {1, -2}) == "nothing thrown");
  CHECK(make(1, 3, {0, 1}) == "nothing thrown");
  CHECK(make(2, 0, {0, 0}) == "nothing thrown");
}

TEST_CASE("a read-only view takes const memory, and rank 0 a single number") {
  const std::vector<double> mine{1.5, 2.5};
  const gf::array_view<const double, 1> view(mine.data(), gf::shape<1>(2));
  CHECK(double(gf::sum(view)) == 4);
  STATIC_REQUIRE_FALSE(std::is_assignable_v<decltype(view(gf::_)), double>);
  double total = 1;
  gf::array_view<double, 0> number(&total, gf::shape<0>());
  number += gf::sum(view);
  CHECK(total == 5);
}

TEST_CASE("an array made of foreign memory is a copy") {
  std::vector<float> mine{1, 2};
  const gf::array_view<float, 1> view(mine.data(), {2});
  const gf::array<float, 1> copy = view;
  mine[0] = 9;
  CHECK(elements(copy) == std::vector<float>{1, 2});
}

TEST_CASE("memory that is wrapped twice is still one memory") {
  std::vector<int> mine{0, 1, 2, 3, 4};
  const gf::array_view<int, 1> low(mine.data(), {4});
  gf::array_view<int, 1> high(mine.data() + 1, {4});
  high = low; // element by element it would spread the first
  CHECK(mine == std::vector<int>{0, 0, 1, 2, 3});
}

TEST_CASE("null, misaligned memory and negative extents are refused, memory without elements is not looked at") {
  alignas(8) char bytes[16] = {};
  CHECK(error_of(gf::error::memory, [] { gf::array_view<int, 1>(nullptr, {1}); }) == "a view of null");
  CHECK(error_of(gf::error::memory, [&] { gf::array_view<int, 1>(reinterpret_cast<int *>(bytes + 1), {1}); }) ==
        "a view of memory that is not aligned");
  CHECK(error_of(gf::error::shape, [] { gf::array_view<int, 1>(nullptr, {-1}); }) == "negative extent in shape (-1)");
  CHECK(gf::array_view<int, 2>(nullptr, {0, 3}).size() == 0);
}

TEST_CASE("host memory is the truth: the device gets it anew for each read, and gives back each write") {
  with_device device;
  std::vector<int> mine{1, 2, 3};
  gf::array_view<int, 1> view(mine.data(), {3});
  gf::storage &node = *view.node();
  CHECK(static_cast<const int *>(node.device_read())[0] == 1);
  mine[0] = 5;
  CHECK(static_cast<const int *>(node.device_read())[0] == 5);
  CHECK(to_device == 2);
  static_cast<int *>(node.device_update())[1] = 7;
  CHECK(mine[1] == 2);
  node.finish_device_write();
  CHECK(mine == std::vector<int>{5, 7, 3});
  node.device_write(); // a launch that fails behind this loses nothing
  CHECK(static_cast<const int *>(node.host_read())[2] == 3);
}

TEST_CASE("device memory is read, written and never released by eager statements") {
  with_device device;
  int theirs[3] = {1, 2, 3};
  {
    gf::array_view<int, 1> view(theirs, {3}, gf::memory_space::device);
    CHECK(elements(view + 1) == std::vector<int>{2, 3, 4});
    theirs[0] = 10;
    view(gf::slice(1, gf::_)) *= 2;
    view(0) = view(0) + 1;
    CHECK(theirs[0] == 11);
    CHECK(theirs[2] == 6);
    CHECK(view.device_data() == theirs);
  }
  CHECK(theirs[1] == 4);
}

TEST_CASE("device_data gives an array's elements to the user's own CUDA code, in the stream's order") {
  with_device device;
  gf::array<float, 1> a{1, 2, 3};
  CHECK(a.device_data()[2] == 3);
  CHECK(ordered_reads == 1);
  a.device_data_mut()[0] = 7;
  CHECK(ordered_writes == 1);
  CHECK(elements(a) == std::vector<float>{7, 2, 3});
  CHECK(a(gf::slice(1, gf::_)).device_data()[0] == 2);
  CHECK(gf::array<float, 1>().device_data() == nullptr);
}

namespace {

/// The fields of dlpack.h that are read.
struct tensor {
  void *data;
  struct {
    std::int32_t device_type, device_id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};

} // namespace

TEST_CASE("DLPack tensors are views, with their strides and offset") {
  float values[] = {0, 1, 2, 3, 4, 5, 6};
  std::int64_t shape[] = {2, 3}, strides[] = {1, 2};
  tensor given{values, {1, 0}, 2, {2, 32, 1}, shape, nullptr, 4};
  CHECK(elements(gf::from_dlpack<float, 2>(given)) == std::vector<float>{1, 2, 3, 4, 5, 6});
  given.strides = strides;
  CHECK(elements(gf::from_dlpack<const float, 2>(given)) == std::vector<float>{1, 3, 5, 2, 4, 6});
  with_device device;
  given.device = {2, 0};
  CHECK(gf::from_dlpack<float, 2>(given).device_data() == values + 1);
}

TEST_CASE("DLPack tensors of another type, rank or device are refused") {
  float values[] = {0, 1};
  std::int64_t shape[] = {2};
  tensor given{values, {1, 0}, 1, {2, 32, 1}, shape, nullptr, 0};
  CHECK(error_of(gf::error::type, [&] { (void)gf::from_dlpack<double, 1>(given); }) ==
        "the DLPack tensor has type code 2 of 32 bits and 1 lanes, not float64");
  CHECK(error_of(gf::error::type, [&] { (void)gf::from_dlpack<int, 1>(given); }) ==
        "the DLPack tensor has type code 2 of 32 bits and 1 lanes, not int32");
  CHECK(error_of(gf::error::shape, [&] { (void)gf::from_dlpack<float, 2>(given); }) ==
        "the DLPack tensor has 1 dimensions, not 2");
  given.device.device_type = 10;
  CHECK(error_of(gf::error::device, [&] { (void)gf::from_dlpack<float, 1>(given); }) ==
        "the DLPack tensor is on a device of type 10, which is neither the host nor a CUDA device");
}

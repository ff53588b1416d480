// Storage: which side is current, copy on write, and a pretended device.
#include "check.h"
#include "pretended_device.h"

#include <thread>

TEST_CASE("without a runtime, the device is an error of its kind") {
  gf::storage node(16);
  CHECK(error_of(gf::error::device, [&] { node.device_read(); }) == "this program has no GPU runtime");
}

TEST_CASE("a fresh buffer has no memory on either side, and is copied nowhere") {
  with_device device;
  gf::storage node(16);
  CHECK(allocations == 0);
  node.device_write();
  CHECK(allocations == 1);
  CHECK(to_device == 0);
  CHECK_FALSE(node.shared_buffer()->on_host());
}

TEST_CASE("reads copy once, and only where the contents are not current") {
  with_device device;
  gf::array<int, 1> a{1, 2, 3};
  CHECK(static_cast<const int *>(a.node()->device_read())[2] == 3);
  a.node()->device_read();
  CHECK(to_device == 1);
  static_cast<int *>(a.node()->device_update())[0] = 9;
  CHECK(a(0) == 9);
  CHECK(elements(a) == std::vector<int>{9, 2, 3});
  CHECK(to_host == 1);
}

TEST_CASE("a partial write on one side makes the other out of date") {
  with_device device;
  gf::array<int, 1> a{1, 2};
  a.node()->device_read();
  a(0) = 5;
  CHECK(static_cast<const int *>(a.node()->device_read())[0] == 5);
  CHECK(to_device == 2);
}

TEST_CASE("writing a shared buffer whole gives a new one without a copy; in part, with one") {
  with_device device;
  gf::array<int, 1> a{1, 2};
  static_cast<int *>(a.node()->device_update())[0] = 7;
  const gf::array<int, 1> b = a;
  a.node()->device_write();
  CHECK(on_device == 0);
  CHECK(b(0) == 7);
  gf::array<int, 1> c = b;
  static_cast<int *>(c.node()->device_update())[0] = 8;
  CHECK(on_device == 1);
  CHECK(b(0) == 7);
  CHECK(c(0) == 8);
}

TEST_CASE("host memory starts on 64 bytes") {
  for (std::size_t bytes : {1, 100, 4096}) {
    gf::storage node(bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(node.host_write()) % 64 == 0);
  }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define UNDER_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define UNDER_SANITIZER
#endif
#if !defined(UNDER_SANITIZER) // a sanitizer aborts where operator new(nothrow) would return null
TEST_CASE("memory that cannot be had is an error of its kind, and the array is still usable") {
  auto huge = gf::empty<double>({std::int64_t{1} << 55});
  CHECK_THROWS_AS(huge.host_mut(), gf::error);
  huge = gf::zeros<double>({2});
  CHECK(huge(1) == 0);
}
#endif

TEST_CASE("copies of one array may be read and written in several threads") {
  with_device device;
  gf::array<int, 1> a = gf::arange(10000);
  static_cast<int *>(a.node()->device_update())[0] = 1;
  std::vector<gf::array<int, 1>> copies(4, a);
  std::vector<std::int64_t> sums(copies.size());
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < copies.size(); ++t)
    threads.emplace_back([&, t] {
      sums[t] = gf::sum(copies[t]);
      copies[t] += static_cast<int>(t);
    });
  for (auto &thread : threads)
    thread.join();
  CHECK(sums == std::vector<std::int64_t>(copies.size(), 49995001));
  CHECK(copies[3](0) == 4);
  CHECK(a(0) == 1);
  CHECK(to_host == 1);
}

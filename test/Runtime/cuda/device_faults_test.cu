// A kernel that faults: what its launch, and every later call, throws. A process of its own, as the device is lost to
// it. With GPUFUSE_SYNC=1 the launch itself names the kernel; without, a later call says how to learn it.
#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cuda.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace gf = gpufuse;

static int failed = 0;

static void claim(bool holds, const std::string &what) {
  std::printf("%s %s\n", holds ? "ok  " : "FAIL", what.c_str());
  failed += !holds;
}

static __global__ void writes_nowhere(std::int64_t n, float *x) {
  const std::int64_t i = gf::device::global_thread();
  if (i < n)
    x[i + (std::int64_t{1} << 40)] = 1;
}

/// What the action throws; empty when it throws nothing.
template <class Action> static std::string thrown_by(Action action) {
  try {
    action();
  } catch (const gf::error &error) {
    claim(error.kind() == gf::error::device, "a fault is a device error");
    return error.what();
  }
  return "";
}

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    std::printf("skipped: no CUDA device\n");
    return 77;
  }
  const char *sync = std::getenv("GPUFUSE_SYNC");
  const bool is_synchronous = sync != nullptr && *sync == '1';
  gf::array<float, 1> x{1, 2, 3};
  const gf::array<float, 1> other{4};
  const std::string at_launch =
      thrown_by([&] { gf::rt::launch(writes_nowhere, 1, 32, 0, x.size(), gf::rt::update(x)); });
  const std::string at_read = thrown_by([&] { (void)x.host(); });
  const std::string at_next = thrown_by([&] { (void)gf::rt::read(other); });
  if (is_synchronous)
    claim(at_launch.starts_with("kernel 'writes_nowhere' failed with '"), "the launch names its kernel: " + at_launch);
  else
    claim(at_launch.empty(), "the launch returns: " + at_launch);
  const auto is_explained = [](const std::string &text) {
    return text.starts_with("an earlier kernel failed with '") && text.find("run with GPUFUSE_SYNC=1") != text.npos;
  };
  claim(is_explained(at_read), "a later read says what happened: " + at_read);
  claim(is_explained(at_next), "and so does all that follows: " + at_next);
  claim(other.host()[0] == 4, "what is on the host stays there");
  return failed == 0 ? 0 : 1;
}

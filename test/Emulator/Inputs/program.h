// What the hand-written programs share: arrays and launches as emitted code has them, and cases chosen by name.
#pragma once

#include <gpufuse/gpufuse.h>
#include <gpufuse/runtime/cuda.h>

#include <cstdio>
#include <cstring>

namespace gf = gpufuse;
namespace rt = gpufuse::rt;
using floats = gf::array<float, 1>;
using ints = gf::array<std::int32_t, 1>;

struct test_case {
  const char *name;
  void (*run)();
};

/// Runs the case that the command line names. What it does wrong must end the program before it returns.
template <int N> int run_case(const test_case (&cases)[N], int argc, char **argv) {
  for (const test_case &c : cases)
    if (argc == 2 && std::strcmp(c.name, argv[1]) == 0) {
      c.run();
      std::printf("%s: nothing was found\n", c.name);
      return 0;
    }
  std::printf("no such case\n");
  return 1;
}

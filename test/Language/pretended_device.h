// A device that is host memory, and counts what it is asked for.
#pragma once

#include "check.h"

#include <cstdlib>
#include <cstring>

inline int allocations, to_host, to_device, on_device, ordered_reads, ordered_writes;

inline const gf::detail::device_interface pretended{
    [](std::size_t bytes) {
      ++allocations;
      return std::malloc(bytes);
    },
    [](void *pointer, std::size_t) noexcept {
      --allocations;
      std::free(pointer);
    },
    [](void *to, const void *from, std::size_t bytes) {
      ++to_host;
      std::memcpy(to, from, bytes);
    },
    [](void *to, const void *from, std::size_t bytes) {
      ++to_device;
      std::memcpy(to, from, bytes);
    },
    [](void *to, const void *from, std::size_t bytes) {
      ++on_device;
      std::memcpy(to, from, bytes);
    },
    [](const void *, bool is_write) { ++(is_write ? ordered_writes : ordered_reads); },
};

/// A device for one test; it must not leak.
struct with_device {
  with_device() {
    allocations = to_host = to_device = on_device = ordered_reads = ordered_writes = 0;
    gf::detail::device = &pretended;
  }
  ~with_device() {
    CHECK(allocations == 0);
    gf::detail::device = nullptr;
  }
};

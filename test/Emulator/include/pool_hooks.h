// For the allocator of the runtime: says to the emulator which bytes of a block are in use.
#pragma once

#include <cstddef>

namespace gpufuse::emulator {
void hand_out(void *address, std::size_t bytes);
void take_back(void *address);
} // namespace gpufuse::emulator

#define GPUFUSE_HANDED_OUT(address, bytes) ::gpufuse::emulator::hand_out(address, bytes)
#define GPUFUSE_TAKEN_BACK(address) ::gpufuse::emulator::take_back(address)

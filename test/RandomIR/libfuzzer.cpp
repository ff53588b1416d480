// The same for libFuzzer, which sees what of our code each text reaches (scripts/fuzz-ir).
#include "random_ir.h"

#include <algorithm>

using namespace gpufuse::test;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  (void)runEverything(std::string(reinterpret_cast<const char *>(data), size), [] {});
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t limit, unsigned seed) {
  std::mt19937 random(seed);
  const std::string text(reinterpret_cast<const char *>(data), size);
  const std::string changed = mutate(text, {}, random);
  const size_t length = std::min(changed.size(), limit);
  std::copy_n(changed.begin(), length, data);
  return length;
}

/// Lines of one text into another.
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t firstSize, const uint8_t *second,
                                            size_t secondSize, uint8_t *out, size_t limit, unsigned seed) {
  std::mt19937 random(seed);
  const std::string changed = mutate(std::string(reinterpret_cast<const char *>(first), firstSize),
                                     {std::string(reinterpret_cast<const char *>(second), secondSize)}, random);
  const size_t length = std::min(changed.size(), limit);
  std::copy_n(changed.begin(), length, out);
  return length;
}

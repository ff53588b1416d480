// What the user chose about emitted code, for every printer.
#pragma once

#include <string>

namespace gpufuse {

enum class Target { cuda, cpu };

struct EmitOptions {
  Target target = Target::cuda;
  bool fastMath = false;
  bool fpContract = false;
  std::string flagsForHeader;
};

} // namespace gpufuse

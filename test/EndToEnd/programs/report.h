// What these programs share: they print their results as the examples do, and whether a call threw.
#pragma once

#include "../../../examples/report_values.h"

namespace gf = gpufuse;
using examples::report;

/// Runs `action` and reports -1, or the kind of the array language's error that it threw, or -2 for another exception.
template <class Action> void attempt(const char *name, Action action) {
  int kind = -1;
  try {
    action();
  } catch (const gf::error &error) {
    kind = static_cast<int>(error.kind());
  } catch (const std::exception &) {
    kind = -2;
  }
  report(name, kind);
}

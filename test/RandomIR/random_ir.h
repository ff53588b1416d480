// Damaged gf IR, and what must hold for any IR: the passes and the printers refuse it or finish, and never crash.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace gpufuse::test {

/// What became of one text.
enum class Outcome {
  refused,   ///< the parser, a verifier or a pass reports an error
  completed, ///< every pass and printer ran to its end
};

/// Runs all that gpufuse does with IR on `text`, fused and unfused, up to the printed kernels and the report. A pass
/// that leaves IR that does not verify aborts the process. `whenParsed` is called before the first pass.
[[nodiscard]] Outcome runEverything(const std::string &text, const std::function<void()> &whenParsed);

/// `text` with a few changes, often still valid IR. `others` are texts that lines and words are taken from. The result
/// is a function of the arguments and of the generator's state.
[[nodiscard]] std::string mutate(const std::string &text, const std::vector<std::string> &others, std::mt19937 &random);

} // namespace gpufuse::test

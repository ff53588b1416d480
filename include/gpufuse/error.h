// The exception of the array language and the runtime, with a kind to act upon and a text to read.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <gpufuse/shape.h>

namespace gpufuse {

/// What went wrong: extents that do not fit; a value or type that does not fit; memory that could not be had
/// or is not there; the GPU or its driver; a file that cannot be read or written; arrays that differ.
enum class error_kind { shape, type, memory, device, io, value };

/// Thrown by every failing array statement, which then has changed nothing.
class error : public std::runtime_error {
public:
  using kind_type = error_kind;
  static constexpr error_kind shape = error_kind::shape;
  static constexpr error_kind type = error_kind::type;
  static constexpr error_kind memory = error_kind::memory;
  static constexpr error_kind device = error_kind::device;
  static constexpr error_kind io = error_kind::io;
  static constexpr error_kind value = error_kind::value;

  error(error_kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}

  /// With the user's place; what() then starts with `file:line: `. `file` must be a string literal.
  error(error_kind kind, const std::string &message, const char *file, int line)
      : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " + message), kind_(kind), file_(file),
        line_(line) {}

  [[nodiscard]] error_kind kind() const noexcept { return kind_; }
  /// The user's source file; null where it is not known.
  [[nodiscard]] const char *file() const noexcept { return file_; }
  /// The line in file(); 0 where it is not known.
  [[nodiscard]] int line() const noexcept { return line_; }

private:
  error_kind kind_;
  const char *file_ = nullptr;
  int line_ = 0;
};

/// `(3, 4)`, as messages show a shape.
template <int R> [[nodiscard]] std::string to_string(const shape<R> &extents) {
  std::string text = "(";
  for (int d = 0; d < R; ++d) {
    if (d > 0)
      text += ", ";
    text += std::to_string(extents[d]);
  }
  return text + ")";
}

namespace detail {

/// Extents as an array may have them: not negative, and with a size that 64 bits hold.
template <int R> [[nodiscard]] shape<R> checked(const shape<R> &extents) {
  std::int64_t elements = 1;
  bool overflows = false;
  bool is_empty = false;
  for (int d = 0; d < R; ++d) {
    if (extents[d] < 0)
      throw error(error::shape, "negative extent in shape " + to_string(extents));
    if (extents[d] == 0)
      is_empty = true;
    // 8 bytes for each element must still be countable.
    if (extents[d] > 0 && elements > (INT64_MAX / 8) / extents[d])
      overflows = true;
    else
      elements *= extents[d] > 0 ? extents[d] : 1;
  }
  if (overflows && !is_empty)
    throw error(error::memory, "shape " + to_string(extents) + " has too many elements");
  return extents;
}

/// NumPy's broadcast of two shapes: `result` grows to it; false where they do not fit.
template <int R, int S> [[nodiscard]] bool broadcast_into(shape<R> &result, const shape<S> &operand) {
  static_assert(S <= R, "an operand has no higher rank than the result");
  for (int d = 0; d < S; ++d) {
    std::int64_t &extent = result[R - S + d];
    if (operand[d] == extent || operand[d] == 1)
      continue;
    if (extent != 1)
      return false;
    extent = operand[d];
  }
  return true;
}

/// The extent along dimension d of arrays of these shapes joined there. Throws a shape error unless their other extents
/// agree.
template <int R, std::same_as<shape<R>>... Shapes>
std::int64_t joined_extent(int d, const shape<R> &first, const Shapes &...others) {
  [[maybe_unused]] const auto fits = [&](const shape<R> &other) {
    for (int k = 0; k < R; ++k)
      if (k != d && other[k] != first[k])
        throw error(error::shape, "cannot join shapes " + to_string(first) + " and " + to_string(other) +
                                      " along axis " + std::to_string(d));
    return other[d];
  };
  return (first[d] + ... + fits(others));
}

template <int R> constexpr shape<R> shape_of_ones() {
  shape<R> ones;
  for (int d = 0; d < R; ++d)
    ones[d] = 1;
  return ones;
}

template <int... Ranks>
inline constexpr int greatest_rank = [] {
  int greatest = 0;
  ((greatest = Ranks > greatest ? Ranks : greatest), ...);
  return greatest;
}();

} // namespace detail

/// The shape that operands of these shapes meet in (`numpy.broadcast_shapes`): aligned at the last dimension,
/// an extent of 1 stretches. Throws a shape error that names all the shapes.
template <int... Ranks> [[nodiscard]] auto broadcast_shapes(const shape<Ranks> &...shapes) {
  auto result = detail::shape_of_ones<detail::greatest_rank<Ranks...>>();
  if ((detail::broadcast_into(result, shapes) && ...))
    return result;
  std::string text;
  int position = 0;
  const int last = static_cast<int>(sizeof...(Ranks)) - 1;
  ((text += (position == 0 ? "" : position == last ? " and " : ", ") + to_string(shapes), ++position), ...);
  throw error(error::shape, "cannot broadcast shapes " + text);
}

} // namespace gpufuse

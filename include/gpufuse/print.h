// Arrays as text, the way NumPy prints them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <gpufuse/array.h>

namespace gpufuse {
namespace detail {

/// A number as text, in two parts so that columns can be aligned at the point. `is_word`: NaN and infinities,
/// which are right-aligned over both.
struct number_text {
  std::string left, right;
  bool is_word = false;
};

/// How all the reals of one array are printed: NumPy turns to exponents for very large, small or mixed
/// numbers.
struct number_format {
  static constexpr int precision = 8;
  bool is_scientific = false;
};

template <class T> bool reads_back(const char *text, T value) {
  if constexpr (is_half_type<T>)
    return static_cast<T>(std::strtod(text, nullptr)) == value;
  else if constexpr (sizeof(T) == sizeof(float))
    return std::strtof(text, nullptr) == value;
  else
    return std::strtod(text, nullptr) == value;
}

/// The shortest text that reads back as the value, up to NumPy's 8 digits behind the point.
template <class T> number_text shortest(T value, number_format format) {
  if (value != value)
    return {"nan", "", true};
  if (value == scalar::greatest<T>)
    return {"inf", "", true};
  if (value == scalar::least<T>)
    return {"-inf", "", true};
  char text[512];
  for (int digits = 0; digits <= number_format::precision; ++digits) {
    std::snprintf(text, sizeof text, format.is_scientific ? "%.*e" : "%.*f", digits, static_cast<double>(value));
    if (reads_back(text, value))
      break;
  }
  const std::string all = text;
  const std::size_t exponent = all.find('e');
  const std::string mantissa = all.substr(0, exponent);
  const std::string tail = exponent == std::string::npos ? "" : all.substr(exponent);
  const std::size_t point = mantissa.find('.');
  std::string fraction = point == std::string::npos ? "" : mantissa.substr(point + 1);
  while (!fraction.empty() && fraction.back() == '0')
    fraction.pop_back();
  return {mantissa.substr(0, point), "." + fraction + tail, false};
}

template <class T> number_text text_of(T value, number_format format) {
  if constexpr (std::is_same_v<T, bool>)
    return {value ? "True" : "False", "", false};
  else if constexpr (std::is_integral_v<T>)
    return {std::to_string(value), "", false};
  else
    return shortest(value, format);
}

template <class T> number_format format_for(const T *elements, std::int64_t n) {
  if constexpr (kind_of(id_of<T>) == type_kind::floating) {
    double least = scalar::greatest<double>, greatest = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const double size = std::fabs(static_cast<double>(elements[i]));
      if (size == 0 || !std::isfinite(size))
        continue;
      least = size < least ? size : least;
      greatest = size > greatest ? size : greatest;
    }
    if (greatest == 0)
      return {};
    return {greatest >= 1e8 || least < 1e-4 || greatest / least > 1000};
  } else {
    return {};
  }
}

/// Prints nested brackets; more than 1000 elements are summarised to three at each end of a dimension.
template <class T, int R> class printer {
public:
  explicit printer(const array<T, R> &a)
      : extents_(a.shape()), elements_(a.host_elements()), is_long_(a.size() > 1000) {
    format_ = format_for(elements_, a.size());
    visit<0>(0, [&](std::int64_t i) { widen(text_of(elements_[i], format_)); });
    if (left_ + right_ < word_)
      left_ = word_ - right_;
  }

  std::string text() {
    std::string out;
    write<0>(out, 0);
    return out;
  }

private:
  bool skips(std::int64_t i, std::int64_t extent) const { return is_long_ && extent > 6 && i >= 3 && i < extent - 3; }

  template <int D, class Action> void visit(std::int64_t base, Action action) {
    if constexpr (D == R) {
      action(base);
    } else {
      for (std::int64_t i = 0; i < extents_[D]; ++i)
        if (!skips(i, extents_[D]))
          visit<D + 1>(base * extents_[D] + i, action);
    }
  }

  void widen(const number_text &text) {
    std::size_t &part = text.is_word ? word_ : left_;
    part = text.left.size() > part ? text.left.size() : part;
    right_ = text.right.size() > right_ ? text.right.size() : right_;
  }

  template <int D> void write(std::string &out, std::int64_t base) {
    if constexpr (D == R) {
      const number_text text = text_of(elements_[base], format_);
      if constexpr (R == 0) {
        out += text.left + (text.right == "." ? ".0" : text.right);
      } else if (text.is_word) {
        out.append(left_ + right_ - text.left.size(), ' ') += text.left;
      } else {
        out.append(left_ - text.left.size(), ' ')
            .append(text.left)
            .append(text.right)
            .append(right_ - text.right.size(), ' ');
      }
    } else {
      out += '[';
      for (std::int64_t i = 0; i < extents_[D]; ++i) {
        if (i > 0)
          separate<D>(out);
        if (skips(i, extents_[D])) {
          out += "...";
          i = extents_[D] - 4;
        } else {
          write<D + 1>(out, base * extents_[D] + i);
        }
      }
      out += ']';
    }
  }

  template <int D> static void separate(std::string &out) {
    if (D == R - 1)
      out += ' ';
    else
      out.append(R - 1 - D, '\n').append(D + 1, ' ');
  }

  shape<R> extents_;
  const T *elements_;
  bool is_long_;
  number_format format_;
  std::size_t left_ = 0, right_ = 0, word_ = 0; // widths
};

} // namespace detail

/// The elements as NumPy prints them: `[[1. 2.]\n [3. 4.]]`.
template <element_type T, int R> [[nodiscard]] std::string to_string(const array<T, R> &a) {
  return a.size() > 0 ? detail::printer<T, R>(a).text() : "[]";
}
template <class T, int R> [[nodiscard]] std::string to_string(const view<T, R> &v) {
  return to_string(array<std::remove_const_t<T>, R>(v));
}

/// Prints to any stream that takes a std::string.
template <class Stream, detail::array_like A>
  requires(!detail::operand<Stream> && requires(Stream &stream, const std::string &text) { stream << text; })
Stream &operator<<(Stream &stream, const A &a) {
  stream << to_string(a);
  return stream;
}
template <class Stream, int R>
  requires requires(Stream &stream, const std::string &text) { stream << text; }
Stream &operator<<(Stream &stream, const shape<R> &extents) {
  stream << to_string(extents);
  return stream;
}

} // namespace gpufuse

// Arrays of random numbers (`numpy.random.Generator`), the same on every target; see philox.h.
#pragma once

#include <gpufuse/create.h>
#include <gpufuse/philox.h>

namespace gpufuse::random {

/// A stream of draws. Each array that is asked for takes one ticket, `take()`, in program order; its elements
/// depend on the ticket and their own index only. A copy of a generator repeats its draws.
class generator {
public:
  explicit generator(std::uint64_t seed) : next_{seed, 0} {}
  /// The next ticket.
  draw take() {
    const draw ticket = next_;
    ++next_.number;
    return ticket;
  }

private:
  draw next_;
};

} // namespace gpufuse::random

namespace gpufuse::detail {

template <class T>
concept random_type = std::is_same_v<T, float> || std::is_same_v<T, double>;

/// A generator, which gives its next ticket, or a ticket.
template <class G>
concept draw_source = std::is_same_v<G, random::generator &> || std::is_same_v<std::remove_cvref_t<G>, random::draw>;

inline random::draw ticket_of(random::generator &rng) { return rng.take(); }
inline random::draw ticket_of(const random::draw &ticket) { return ticket; }

template <class T, int R> array<T, R> uniforms(random::draw ticket, const shape<R> &extents) {
  array<T, R> result = allocated<T>(extents);
  T *out = written(result);
  constexpr int per_group = random::elements_per_group<T>;
  const std::int64_t n = extents.size();
  for (std::int64_t g = 0; g * per_group < n; ++g) {
    const random::words group = random::words_of(ticket, g);
    for (int k = 0; k < per_group && g * per_group + k < n; ++k)
      out[g * per_group + k] = random::uniform_of<T>(group, k);
  }
  return result;
}

template <class T, int R> array<T, R> normals(random::draw ticket, const shape<R> &extents) {
  return generated<T>(extents, [ticket](std::int64_t i) { return random::normal_at<T>(ticket, i); });
}

} // namespace gpufuse::detail

namespace gpufuse::random {

// `rng` is a generator, or a draw taken from one. Shapes are as in create.h. Two draws from one generator in
// one expression have no defined order in C++: give each its own statement.

/// Uniform numbers in [0, 1), never 1 (`Generator.random`); T is float or double.
template <detail::random_type T, int R, detail::draw_source G>
[[nodiscard]] array<T, R> uniform(G &&rng, const shape<R> &extents) {
  return detail::uniforms<T>(detail::ticket_of(rng), extents);
}
template <detail::random_type T, int R, detail::draw_source G>
[[nodiscard]] array<T, R> uniform(G &&rng, const extent (&extents)[R]) {
  return uniform<T>(rng, detail::shape_from(extents));
}

/// Uniform numbers lo + (hi - lo) * u (`Generator.uniform`), computed in T.
template <detail::random_type T, int R, detail::draw_source G, detail::scalar_operand A, detail::scalar_operand B>
[[nodiscard]] array<T, R> uniform(G &&rng, const A &lo, const B &hi, const shape<R> &extents) {
  const T low = detail::weak_value<T>(lo);
  const T width = detail::weak_value<T>(hi) - low;
  return low + width * uniform<T>(rng, extents);
}
template <detail::random_type T, int R, detail::draw_source G, detail::scalar_operand A, detail::scalar_operand B>
[[nodiscard]] array<T, R> uniform(G &&rng, const A &lo, const B &hi, const extent (&extents)[R]) {
  return uniform<T>(rng, lo, hi, detail::shape_from(extents));
}

/// Standard normal numbers (`Generator.standard_normal`), by Box-Muller over pairs of uniforms.
template <detail::random_type T, int R, detail::draw_source G>
[[nodiscard]] array<T, R> normal(G &&rng, const shape<R> &extents) {
  return detail::normals<T>(detail::ticket_of(rng), extents);
}
template <detail::random_type T, int R, detail::draw_source G>
[[nodiscard]] array<T, R> normal(G &&rng, const extent (&extents)[R]) {
  return normal<T>(rng, detail::shape_from(extents));
}

/// Normal numbers mean + sd * z (`Generator.normal`), computed in T.
template <detail::random_type T, int R, detail::draw_source G, detail::scalar_operand A, detail::scalar_operand B>
[[nodiscard]] array<T, R> normal(G &&rng, const A &mean, const B &sd, const shape<R> &extents) {
  const T middle = detail::weak_value<T>(mean);
  const T deviation = detail::weak_value<T>(sd);
  return middle + deviation * normal<T>(rng, extents);
}
template <detail::random_type T, int R, detail::draw_source G, detail::scalar_operand A, detail::scalar_operand B>
[[nodiscard]] array<T, R> normal(G &&rng, const A &mean, const B &sd, const extent (&extents)[R]) {
  return normal<T>(rng, mean, sd, detail::shape_from(extents));
}

} // namespace gpufuse::random

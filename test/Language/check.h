// What the tests of the array language share: comparing whole arrays.
#pragma once

#include <vector>

#include <catch2/catch.hpp>
#include <gpufuse/gpufuse.h>

namespace gf = gpufuse;

/// The elements of an array or view as a vector, for comparison.
template <class A> auto elements(const A &a) {
  using T = gf::detail::value_of<A>;
  const gf::array<T, gf::detail::rank_of<A>> dense(a);
  const auto host = dense.host();
  return std::vector<T>(host.begin(), host.end());
}

template <class A, class T, int R>
inline constexpr bool is_array_of = std::is_same_v<std::remove_cvref_t<A>, gf::array<T, R>>;

/// The message of the gpufuse::error of that kind which the action throws; "nothing thrown" otherwise.
template <class Action> std::string error_of(gf::error_kind kind, Action action) {
  try {
    action();
  } catch (const gf::error &error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "nothing thrown";
}

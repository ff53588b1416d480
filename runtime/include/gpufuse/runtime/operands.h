// How an array or view becomes what a kernel takes: a pointer, or a pointer with strides over an iteration space.
#pragma once

#include <cstdint>

#include <gpufuse/array.h>
#include <gpufuse/runtime/strided.h>

namespace gpufuse::rt::detail {

/// `Memory` is a target's side of a storage: its static `read`, `update` and `write` give the current contents,
/// contents to change in part, and contents to overwrite whole. Arrays without elements give null.
template <typename Memory> struct operands {
  template <gpufuse::detail::array_like A> using value = gpufuse::detail::value_of<A>;

  template <gpufuse::detail::array_like A> static const value<A> *read(const A &a) {
    return a.node() && a.size() != 0 ? static_cast<const value<A> *>(Memory::read(*a.node())) + a.layout().offset
                                     : nullptr;
  }

  template <gpufuse::detail::array_like A> static value<A> *update(const A &a) {
    static_assert(gpufuse::detail::array_traits<A>::is_writable, "a read-only view is no output");
    return a.node() && a.size() != 0 ? static_cast<value<A> *>(Memory::update(*a.node())) + a.layout().offset : nullptr;
  }

  template <gpufuse::detail::array_like A> static value<A> *write(const A &a) {
    static_assert(gpufuse::detail::array_traits<A>::is_writable, "a read-only view is no output");
    if (!a.node())
      return nullptr;
    const auto elements = static_cast<std::int64_t>(a.node()->bytes() / sizeof(value<A>));
    if (!gpufuse::detail::covers(a.layout(), elements))
      return update(a); // the rest of the storage keeps its contents
    return static_cast<value<A> *>(Memory::write(*a.node()));
  }

  template <gpufuse::detail::array_like A, int R>
  static strided<const value<A>, R> read(const A &a, const shape<R> &space) {
    auto operand = align<const value<A>>(a.layout(), space);
    operand.data = read(a);
    return operand;
  }
  template <gpufuse::detail::array_like A, int R>
  static strided<value<A>, R> update(const A &a, const shape<R> &space) {
    auto operand = align<value<A>>(a.layout(), space);
    operand.data = update(a);
    return operand;
  }
  template <gpufuse::detail::array_like A, int R> static strided<value<A>, R> write(const A &a, const shape<R> &space) {
    auto operand = align<value<A>>(a.layout(), space);
    operand.data = write(a);
    return operand;
  }
};

} // namespace gpufuse::rt::detail

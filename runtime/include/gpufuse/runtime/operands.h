// How an array or view becomes what a kernel takes: a pointer, or a pointer with strides over an iteration space.
#pragma once

#include <cstdint>

#include <gpufuse/array.h>
#include <gpufuse/runtime/strided.h>

namespace gpufuse::rt::detail {

/// What a kernel takes of a view that it writes. After the launch, memory that the view's user lent gets the elements.
template <typename Memory, typename Operand> struct lent_operand {
  Operand value;
  storage *node;

  operator Operand() const { return value; } // NOLINT: it stands for the operand
  void finish() const {
    if (node != nullptr)
      Memory::finish(*node);
  }
};

/// Ends the write of one of a launch's arguments.
template <typename Argument> void finish(const Argument &argument) {
  if constexpr (requires { argument.finish(); })
    argument.finish();
}

/// `Memory` is a target's side of a storage: its static `read`, `update` and `write` give the current contents,
/// contents to change in part, and contents to overwrite whole; `finish` ends the last two. Arrays without elements
/// give null.
template <typename Memory> struct operands {
  template <gpufuse::detail::array_like A> using value = gpufuse::detail::value_of<A>;

  template <gpufuse::detail::array_like A> static const value<A> *read(const A &a) {
    return a.node() && a.size() != 0 ? static_cast<const value<A> *>(Memory::read(*a.node())) + a.layout().offset
                                     : nullptr;
  }

  template <gpufuse::detail::array_like A> static auto update(const A &a) { return written(a, first_to_update(a)); }
  template <gpufuse::detail::array_like A> static auto write(const A &a) { return written(a, first_to_write(a)); }

  template <gpufuse::detail::array_like A, int R>
  static strided<const value<A>, R> read(const A &a, const shape<R> &space) {
    auto operand = align<const value<A>>(a.layout(), space);
    operand.data = read(a);
    return operand;
  }
  template <gpufuse::detail::array_like A, int R> static auto update(const A &a, const shape<R> &space) {
    return written(a, over(a, space, first_to_update(a)));
  }
  template <gpufuse::detail::array_like A, int R> static auto write(const A &a, const shape<R> &space) {
    return written(a, over(a, space, first_to_write(a)));
  }

private:
  template <gpufuse::detail::array_like A> static value<A> *first_to_update(const A &a) {
    static_assert(gpufuse::detail::array_traits<A>::is_writable, "a read-only view is no output");
    return a.node() && a.size() != 0 ? static_cast<value<A> *>(Memory::update(*a.node())) + a.layout().offset : nullptr;
  }

  template <gpufuse::detail::array_like A> static value<A> *first_to_write(const A &a) {
    static_assert(gpufuse::detail::array_traits<A>::is_writable, "a read-only view is no output");
    if (!a.node())
      return nullptr;
    const auto elements = static_cast<std::int64_t>(a.node()->bytes() / sizeof(value<A>));
    if (!gpufuse::detail::covers(a.layout(), elements))
      return first_to_update(a); // the rest of the storage keeps its contents
    return static_cast<value<A> *>(Memory::write(*a.node()));
  }

  template <typename A, int R> static strided<value<A>, R> over(const A &a, const shape<R> &space, value<A> *first) {
    auto operand = align<value<A>>(a.layout(), space);
    operand.data = first;
    return operand;
  }

  /// Only views may be of lent memory.
  template <typename A, typename Operand> static auto written(const A &a, const Operand &operand) {
    if constexpr (gpufuse::detail::is_view<A>)
      return lent_operand<Memory, Operand>{operand, a.size() != 0 ? a.node().get() : nullptr};
    else
      return operand;
  }
};

} // namespace gpufuse::rt::detail

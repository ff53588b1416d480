// Where elements live: a copy-on-write buffer with a host and a device copy, or memory of somebody else's, and the
// node that arrays and views of one storage share. For the array language and for the CUDA runtime.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <gpufuse/error.h>

namespace gpufuse {

/// The side that memory is on.
enum class memory_space : unsigned char { host, device };

namespace detail {

/// What a GPU runtime offers to storage. Copies are ordered on the current stream.
struct device_interface {
  void *(*allocate)(std::size_t bytes);
  void (*release)(void *pointer, std::size_t bytes) noexcept;
  void (*copy_to_host)(void *host, const void *device, std::size_t bytes); ///< returns when done
  void (*copy_to_device)(void *device, const void *host,
                         std::size_t bytes); ///< host memory may be reused on return
  void (*copy_on_device)(void *to, const void *from, std::size_t bytes);
  /// Makes the current stream wait for what others do with the block, before work that reads or writes it.
  void (*order)(const void *block, bool is_write);
};

/// For who has just seen that nobody else owns `*owned`: what former owners did with it has happened before.
template <class T> void acquire_from_former_owners([[maybe_unused]] const std::shared_ptr<T> &owned) {
#if defined(__SANITIZE_THREAD__)
  const std::shared_ptr<T> counted = owned; // ThreadSanitizer does not know fences, but what a count orders
#else
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
}

/// The runtime in use, installed by it; null in programs without one. It must not change while buffers live
/// on a device.
inline std::atomic<const device_interface *> device{nullptr};

} // namespace detail

/// Bytes that exist on the host, on the device, or on both. Memory is taken on a side when that side is first
/// touched; a buffer that nobody wrote costs none. Reading from several threads at once is safe.
///
/// A buffer over foreign memory, its home, never trusts a copy on the other side: each read there copies anew, and who
/// writes there must call the side's `finish`, which copies back. On the other side it is for one thread at a time.
class buffer {
public:
  explicit buffer(std::size_t bytes) noexcept : bytes_(bytes) {}
  /// Over `bytes` bytes of somebody else's on that side, which must outlive the buffer.
  buffer(void *home, std::size_t bytes, memory_space side) noexcept
      : bytes_(bytes), current_(side == memory_space::host ? host_current : device_current), home_(home) {
    (side == memory_space::host ? host_ : device_) = home;
  }
  buffer(const buffer &) = delete;
  buffer &operator=(const buffer &) = delete;
  ~buffer() {
    if (host_ != nullptr && host_ != home_)
      ::operator delete(host_, alignment);
    if (device_ != nullptr && device_ != home_)
      if (const auto *runtime = detail::device.load(std::memory_order_acquire))
        runtime->release(device_, bytes_);
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The foreign memory; null for a buffer of our own.
  [[nodiscard]] const void *home() const noexcept { return home_; }
  /// Whether that side holds the current contents. Neither does before the first write.
  [[nodiscard]] bool on_host() const noexcept { return (current_.load(std::memory_order_acquire) & host_current) != 0; }
  [[nodiscard]] bool on_device() const noexcept {
    return (current_.load(std::memory_order_acquire) & device_current) != 0;
  }

  /// The contents on the host, copied from the device if need be. 64-byte aligned; null for 0 bytes.
  /// Never written contents are indeterminate.
  const void *host_read() {
    return on_host() ? host_ : locked([this] { return fetch_to_host(); });
  }
  /// Host memory that the caller overwrites whole; the device's copy is out of date from here on.
  void *host_write() {
    return locked([this] {
      allocate_host();
      make_current(host_current);
      return host_;
    });
  }
  /// The contents on the host, for the caller to change in part.
  void *host_update() {
    return locked([this] {
      fetch_to_host();
      make_current(host_current);
      return host_;
    });
  }

  /// As host_read on the device. Throws a device error where no GPU runtime is installed.
  const void *device_read() {
    return on_device() ? device_ : locked([this] { return fetch_to_device(); });
  }
  /// As host_write on the device.
  void *device_write() {
    return locked([this] {
      allocate_device();
      make_current(device_current);
      return device_;
    });
  }
  /// As host_update on the device.
  void *device_update() {
    return locked([this] {
      fetch_to_device();
      make_current(device_current);
      return device_;
    });
  }

  /// After writes on the host or on the device (to what host_update, host_write or their twins gave): foreign memory of
  /// the other side gets them.
  void finish_host_write() {
    if (home_ != nullptr && home_ == device_ && bytes_ != 0)
      runtime().copy_to_device(device_, host_, bytes_);
  }
  void finish_device_write() {
    if (home_ != nullptr && home_ == host_ && bytes_ != 0)
      runtime().copy_to_host(host_, device_, bytes_);
  }

  /// A buffer of the same contents, made where they are current; on the host rather than on the device if
  /// they are on both and `on_host_rather`. Of a buffer that nobody wrote, another such.
  [[nodiscard]] std::shared_ptr<buffer> clone(bool on_host_rather) {
    auto copy = std::make_shared<buffer>(bytes_);
    if (on_host() && (on_host_rather || !on_device())) {
      void *to = copy->host_write();
      if (bytes_ != 0)
        std::memcpy(to, host_read(), bytes_);
    } else if (on_device()) {
      void *to = copy->device_write();
      if (bytes_ != 0)
        runtime().copy_on_device(to, device_read(), bytes_);
    }
    return copy;
  }

private:
  static constexpr std::align_val_t alignment{64};
  static constexpr unsigned char host_current = 1;
  static constexpr unsigned char device_current = 2;

  static const detail::device_interface &runtime() {
    if (const auto *runtime = detail::device.load(std::memory_order_acquire))
      return *runtime;
    throw error(error::device, "this program has no GPU runtime");
  }

  /// Runs a change of state alone: two arrays that share a buffer may be read in two threads.
  template <class Action> void *locked(Action action) {
    struct guard {
      std::atomic_flag &flag;
      explicit guard(std::atomic_flag &busy) : flag(busy) {
        while (flag.test_and_set(std::memory_order_acquire))
          flag.wait(true, std::memory_order_relaxed);
      }
      guard(const guard &) = delete;
      ~guard() {
        flag.clear(std::memory_order_release);
        flag.notify_one();
      }
    };
    const guard alone(busy_);
    return action();
  }

  /// Of foreign memory the home is always current, and nothing else.
  void make_current(unsigned char side) {
    if (home_ == nullptr)
      current_.store(side, std::memory_order_release);
  }
  void add_current(unsigned char side) {
    if (home_ == nullptr)
      current_.fetch_or(side, std::memory_order_release);
  }
  void allocate_host() {
    if (host_ != nullptr || bytes_ == 0)
      return;
    host_ = ::operator new(bytes_, alignment, std::nothrow);
    if (host_ == nullptr)
      throw error(error::memory, "cannot allocate " + std::to_string(bytes_) + " bytes on the host");
  }
  void allocate_device() {
    const detail::device_interface &interface = runtime();
    if (device_ == nullptr && bytes_ != 0)
      device_ = interface.allocate(bytes_);
  }
  void *fetch_to_host() {
    if (on_host())
      return host_;
    allocate_host();
    if (on_device() && bytes_ != 0)
      runtime().copy_to_host(host_, device_, bytes_);
    add_current(host_current);
    return host_;
  }
  void *fetch_to_device() {
    if (on_device())
      return device_;
    allocate_device();
    if (on_host() && bytes_ != 0)
      runtime().copy_to_device(device_, host_, bytes_);
    add_current(device_current);
    return device_;
  }

  std::size_t bytes_;
  void *host_ = nullptr;
  void *device_ = nullptr;
  std::atomic<unsigned char> current_{0};
  void *const home_ = nullptr;
  std::atomic_flag busy_;
};

/// The identity of an array's storage: what an array and its views share. It holds a buffer that other nodes
/// may share too (copies of arrays); the writing calls unshare it first.
class storage {
public:
  explicit storage(std::size_t bytes) : buffer_(std::make_shared<buffer>(bytes)) {}
  /// Foreign memory, see buffer. Its buffer is never shared: a copy would see later changes.
  storage(void *home, std::size_t bytes, memory_space side) : buffer_(std::make_shared<buffer>(home, bytes, side)) {}
  /// A node of its own with the contents of another: shares the buffer until one of the two is written. O(1).
  storage(const storage &other) = default;
  storage &operator=(const storage &) = delete;

  [[nodiscard]] std::size_t bytes() const noexcept { return buffer_->bytes(); }
  [[nodiscard]] const std::shared_ptr<buffer> &shared_buffer() const noexcept { return buffer_; }
  /// Whether it is foreign memory.
  [[nodiscard]] bool is_foreign() const noexcept { return buffer_->home() != nullptr; }
  /// An address for comparisons: bytes at equal distances from equal origins are the same bytes.
  [[nodiscard]] std::uintptr_t origin() const noexcept {
    return reinterpret_cast<std::uintptr_t>(is_foreign() ? buffer_->home() : this);
  }
  /// Whether the two have bytes in common. Foreign memory may be wrapped more than once.
  [[nodiscard]] bool overlaps(const storage &other) const noexcept {
    return this == &other || (is_foreign() && other.is_foreign() && origin() < other.origin() + other.bytes() &&
                              other.origin() < origin() + bytes());
  }
  /// Whether that byte is at a multiple of 16 on the device and on the host. Our own memory begins at one.
  [[nodiscard]] bool is_aligned(std::int64_t byte) const noexcept {
    return (static_cast<std::uintptr_t>(byte) + (is_foreign() ? origin() : 0)) % 16 == 0;
  }
  /// Whether a writing call would have to copy or replace the buffer.
  [[nodiscard]] bool is_shared() const noexcept {
    if (buffer_.use_count() > 1)
      return true;
    detail::acquire_from_former_owners(buffer_);
    return false;
  }

  /// As the calls of buffer. `write` gives memory to overwrite whole, `update` memory to change in part.
  const void *host_read() { return buffer_->host_read(); }
  void *host_write() { return replaced().host_write(); }
  void *host_update() { return unshared(true).host_update(); }
  const void *device_read() { return buffer_->device_read(); }
  void *device_write() { return replaced().device_write(); }
  void *device_update() { return unshared(false).device_update(); }
  /// After writing on that side, in each statement.
  void finish_host_write() { buffer_->finish_host_write(); }
  void finish_device_write() { buffer_->finish_device_write(); }

private:
  buffer &replaced() {
    if (is_shared())
      buffer_ = std::make_shared<buffer>(bytes());
    return *buffer_;
  }
  buffer &unshared(bool on_host_rather) {
    if (is_shared())
      buffer_ = buffer_->clone(on_host_rather);
    return *buffer_;
  }

  std::shared_ptr<buffer> buffer_;
};

namespace detail {

/// Device memory for CUDA code that is not emitted, in the order of the current stream.
inline const void *device_read(storage &node) {
  const void *elements = node.device_read();
  device.load(std::memory_order_acquire)->order(elements, false);
  return elements;
}
inline void *device_update(storage &node) {
  void *elements = node.device_update();
  device.load(std::memory_order_acquire)->order(elements, true);
  return elements;
}

} // namespace detail

} // namespace gpufuse

// Where elements live: a copy-on-write buffer with a host and a device copy, and the node that arrays and
// views of one storage share. For the array language and for the CUDA runtime.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include <gpufuse/error.h>

namespace gpufuse {

namespace detail {

/// What a GPU runtime offers to storage. Copies are ordered on the current stream.
struct device_interface {
  void *(*allocate)(std::size_t bytes);
  void (*release)(void *pointer, std::size_t bytes) noexcept;
  void (*copy_to_host)(void *host, const void *device, std::size_t bytes); ///< returns when done
  void (*copy_to_device)(void *device, const void *host,
                         std::size_t bytes); ///< host memory may be reused on return
  void (*copy_on_device)(void *to, const void *from, std::size_t bytes);
};

/// The runtime in use, installed by it; null in programs without one. It must not change while buffers live
/// on a device.
inline std::atomic<const device_interface *> device{nullptr};

} // namespace detail

/// Bytes that exist on the host, on the device, or on both. Memory is taken on a side when that side is first
/// touched; a buffer that nobody wrote costs none. Reading from several threads at once is safe.
class buffer {
public:
  explicit buffer(std::size_t bytes) noexcept : bytes_(bytes) {}
  buffer(const buffer &) = delete;
  buffer &operator=(const buffer &) = delete;
  ~buffer() {
    if (host_ != nullptr)
      ::operator delete(host_, alignment);
    if (device_ != nullptr)
      if (const auto *runtime = detail::device.load(std::memory_order_acquire))
        runtime->release(device_, bytes_);
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
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
      current_.store(host_current, std::memory_order_release);
      return host_;
    });
  }
  /// The contents on the host, for the caller to change in part.
  void *host_update() {
    return locked([this] {
      fetch_to_host();
      current_.store(host_current, std::memory_order_release);
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
      current_.store(device_current, std::memory_order_release);
      return device_;
    });
  }
  /// As host_update on the device.
  void *device_update() {
    return locked([this] {
      fetch_to_device();
      current_.store(device_current, std::memory_order_release);
      return device_;
    });
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
    } alone(busy_);
    return action();
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
    current_.fetch_or(host_current, std::memory_order_release);
    return host_;
  }
  void *fetch_to_device() {
    if (on_device())
      return device_;
    allocate_device();
    if (on_host() && bytes_ != 0)
      runtime().copy_to_device(device_, host_, bytes_);
    current_.fetch_or(device_current, std::memory_order_release);
    return device_;
  }

  std::size_t bytes_;
  void *host_ = nullptr;
  void *device_ = nullptr;
  std::atomic<unsigned char> current_{0};
  std::atomic_flag busy_;
};

/// The identity of an array's storage: what an array and its views share. It holds a buffer that other nodes
/// may share too (copies of arrays); the writing calls unshare it first.
class storage {
public:
  explicit storage(std::size_t bytes) : buffer_(std::make_shared<buffer>(bytes)) {}
  /// A node of its own with the contents of another: shares the buffer until one of the two is written. O(1).
  storage(const storage &other) = default;
  storage &operator=(const storage &) = delete;

  [[nodiscard]] std::size_t bytes() const noexcept { return buffer_->bytes(); }
  [[nodiscard]] const std::shared_ptr<buffer> &shared_buffer() const noexcept { return buffer_; }
  /// Whether a writing call would have to copy or replace the buffer.
  [[nodiscard]] bool is_shared() const noexcept {
    if (buffer_.use_count() > 1)
      return true;
    // Another owner may just have let go: its reads happened before our writes.
    std::atomic_thread_fence(std::memory_order_acquire);
    return false;
  }

  /// As the calls of buffer. `write` gives memory to overwrite whole, `update` memory to change in part.
  const void *host_read() { return buffer_->host_read(); }
  void *host_write() { return replaced().host_write(); }
  void *host_update() { return unshared(true).host_update(); }
  const void *device_read() { return buffer_->device_read(); }
  void *device_write() { return replaced().device_write(); }
  void *device_update() { return unshared(false).device_update(); }

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

} // namespace gpufuse

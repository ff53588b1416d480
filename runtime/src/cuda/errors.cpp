// What the user reads when CUDA refuses, and the memory of faults that arrive late.
#include "errors.h"

#include <gpufuse/error.h>

#include <cxxabi.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

namespace gpufuse::cuda_runtime {

namespace {

/// The first fault after which CUDA refuses all further work; cudaSuccess on a healthy device.
std::atomic<cudaError_t> poison{cudaSuccess};

std::string quoted(cudaError_t status) {
  return std::string("'") + cudaGetErrorString(status) + "' (" + cudaGetErrorName(status) + ")";
}

bool is_missing_device(cudaError_t status) {
  return status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver ||
         status == cudaErrorInitializationError || status == cudaErrorStubLibrary ||
         status == cudaErrorSystemNotReady || status == cudaErrorSystemDriverMismatch ||
         status == cudaErrorCompatNotSupportedOnDevice || status == cudaErrorDevicesUnavailable;
}

/// Faults of a kernel that has been running: the context is lost, and every later call repeats them.
bool is_fault(cudaError_t status) {
  switch (status) {
  case cudaErrorIllegalAddress:
  case cudaErrorMisalignedAddress:
  case cudaErrorInvalidAddressSpace:
  case cudaErrorInvalidPc:
  case cudaErrorIllegalInstruction:
  case cudaErrorHardwareStackError:
  case cudaErrorLaunchFailure:
  case cudaErrorLaunchTimeout:
  case cudaErrorAssert:
  case cudaErrorECCUncorrectable:
    return true;
  default:
    return false;
  }
}

[[noreturn]] void throw_poisoned(cudaError_t status) {
  throw error(error::device, "an earlier kernel failed with " + quoted(status) +
                                 ", and the device does no more work for this process; run with GPUFUSE_SYNC=1 to "
                                 "learn which kernel it was");
}

/// The kernel's own name: a region's, as in the emitted file.
std::string name_of([[maybe_unused]] const void *kernel) {
#if CUDART_VERSION >= 12030
  const char *mangled = nullptr;
  if (cudaFuncGetName(&mangled, kernel) == cudaSuccess && mangled != nullptr) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void *)> name(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                       std::free);
    std::string text = status == 0 ? name.get() : mangled;
    if (const std::string unnamed = "(anonymous namespace)::"; text.starts_with(unnamed))
      text.erase(0, unnamed.size());
    return "kernel '" + text.substr(0, text.find('(')) + "'";
  }
#endif
  return "a kernel";
}

} // namespace

void check(cudaError_t status, const char *doing) {
  if (status == cudaSuccess)
    return;
  cudaGetLastError();
  if (is_missing_device(status))
    throw error(error::device,
                "no usable CUDA device was found: " + quoted(status) + "; build with --target=cpu to run without one");
  if (is_fault(status)) {
    cudaError_t none = cudaSuccess;
    poison.compare_exchange_strong(none, status);
    throw_poisoned(status);
  }
  throw error(error::device, "CUDA failed while " + std::string(doing) + ": " + quoted(status));
}

void check_poison() {
  if (const cudaError_t status = poison.load(std::memory_order_relaxed); status != cudaSuccess)
    throw_poisoned(status);
}

void throw_kernel_fault(cudaError_t status, const void *kernel) {
  const std::string name = name_of(kernel);
  cudaGetLastError();
  if (is_fault(status))
    poison.store(status);
  throw error(error::device, name + " failed with " + quoted(status));
}

void throw_wrong_device(int owner, int current) {
  throw error(error::device, "an array of device " + std::to_string(owner) + " is used while device " +
                                 std::to_string(current) + " is current");
}

void throw_out_of_memory(std::size_t bytes) {
  std::size_t free = 0, total = 0;
  std::string room;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess)
    room = "; " + std::to_string(free) + " of " + std::to_string(total) + " bytes are free";
  cudaGetLastError();
  throw error(error::memory, "cannot allocate " + std::to_string(bytes) + " bytes on the device" + room);
}

} // namespace gpufuse::cuda_runtime

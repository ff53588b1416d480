// cuBLAS, found when a program first multiplies reals: who never does need not have it, and does not wait for its load.
#include "cublas.h"

#include "device_arrays.h"

#include "../cuda/errors.h"

#include <cublas_v2.h>
#include <dlfcn.h>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gpufuse::cuda_library {
namespace {

struct functions {
  decltype(&cublasCreate_v2) create = nullptr;
  decltype(&cublasSetStream_v2) set_stream = nullptr;
  decltype(&cublasSetWorkspace_v2) set_workspace = nullptr;
  decltype(&cublasSetMathMode) set_math_mode = nullptr;
  decltype(&cublasGemmStridedBatchedEx_64) multiply = nullptr;
  decltype(&cublasGetStatusName) name_of = nullptr;
};

#define GPUFUSE_TEXT(x) #x
#define GPUFUSE_TEXT_OF(x) GPUFUSE_TEXT(x)

void *open_library() {
  // The loader's folders come first, then that of the toolkit that this was built with.
  const std::string name = "libcublas.so." GPUFUSE_TEXT_OF(CUBLAS_VER_MAJOR);
  for (const std::string &place : {name, std::string(GPUFUSE_CUDA_LIBRARIES "/") + name})
    if (void *library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL))
      return library;
  throw error(error::device,
              "a matrix product needs " + name + ", which was not found; add its folder to LD_LIBRARY_PATH");
}

template <class Function> void find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw error(error::device, std::string("cuBLAS has no function ") + name);
}

const functions &cublas() {
  static const functions found = [] {
    void *library = open_library();
    functions f;
    find(library, "cublasCreate_v2", f.create);
    find(library, "cublasSetStream_v2", f.set_stream);
    find(library, "cublasSetWorkspace_v2", f.set_workspace);
    find(library, "cublasSetMathMode", f.set_math_mode);
    find(library, "cublasGemmStridedBatchedEx_64", f.multiply);
    find(library, "cublasGetStatusName", f.name_of);
    return f;
  }();
  return found;
}

void require(cublasStatus_t status, const char *doing) {
  if (status == CUBLAS_STATUS_SUCCESS)
    return;
  const auto kind = status == CUBLAS_STATUS_ALLOC_FAILED ? error::memory : error::device;
  throw error(kind, std::string("cuBLAS failed while ") + doing + ": " + cublas().name_of(status));
}

/// Handles at rest by device; a handle serves one thread at a time. Never destroyed, as the driver may be gone by then.
struct handle_pool {
  std::mutex mutex;
  std::map<int, std::vector<cublasHandle_t>> at_rest;
};

handle_pool &the_pool() {
  static auto *one = new handle_pool;
  return *one;
}

cublasHandle_t new_handle() {
  // Making a handle takes memory, which is no part of a capture and legal beside one in this mode.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cuda_runtime::check(cudaThreadExchangeStreamCaptureMode(&mode), "starting cuBLAS");
  cublasHandle_t handle = nullptr;
  const cublasStatus_t status = cublas().create(&handle);
  cudaThreadExchangeStreamCaptureMode(&mode);
  require(status, "starting");
  // Products of halves split into parts are added in float too.
  const int mode_of_math = CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  require(cublas().set_math_mode(handle, static_cast<cublasMath_t>(mode_of_math)), "starting");
  return handle;
}

/// A handle of the current device, for the time of a call.
class borrowed_handle {
public:
  borrowed_handle() {
    cuda_runtime::check(cudaGetDevice(&device), "multiplying matrices");
    {
      const std::lock_guard lock(the_pool().mutex);
      auto &resting = the_pool().at_rest[device];
      if (!resting.empty()) {
        handle = resting.back();
        resting.pop_back();
      }
    }
    if (handle == nullptr)
      handle = new_handle();
  }
  ~borrowed_handle() {
    const std::lock_guard lock(the_pool().mutex);
    the_pool().at_rest[device].push_back(handle);
  }
  borrowed_handle(const borrowed_handle &) = delete;
  borrowed_handle &operator=(const borrowed_handle &) = delete;

  operator cublasHandle_t() const { return handle; } // NOLINT: it stands for the handle

private:
  int device = 0;
  cublasHandle_t handle = nullptr;
};

cudaDataType data_type_of(type_id type) {
  switch (type) {
  case type_id::float16:
    return CUDA_R_16F;
  case type_id::bfloat16:
    return CUDA_R_16BF;
  case type_id::float32:
    return CUDA_R_32F;
  default:
    return CUDA_R_64F;
  }
}

} // namespace

void multiply(const blas_product &p) {
  // What cuBLAS recommends for Hopper. A workspace of the call's own lets its order of sums depend on the product only,
  // and lets it be captured in a graph.
  constexpr std::int64_t workspace_size = std::int64_t{32} << 20;
  const borrowed_handle handle;
  const scratch<char> workspace(workspace_size);
  require(cublas().set_stream(handle, current_stream()), "taking a stream");
  require(cublas().set_workspace(handle, workspace.get(), workspace_size), "taking memory");
  const float one = 1, zero = 0;
  const double one_in_double = 1, zero_in_double = 0;
  const bool is_double = p.type == type_id::float64;
  const void *alpha = is_double ? static_cast<const void *>(&one_in_double) : &one;
  const void *beta = is_double ? static_cast<const void *>(&zero_in_double) : &zero;
  const cudaDataType type = data_type_of(p.type);
  const auto operation = [](const blas_matrix &matrix) { return matrix.is_transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
  require(cublas().multiply(handle, operation(p.a), operation(p.b), p.m, p.n, p.k, alpha, p.a.first, type, p.a.leading,
                            p.a.batch_step, p.b.first, type, p.b.leading, p.b.batch_step, beta, p.c, type, p.m,
                            p.m * p.n, p.batches, is_double ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
                            CUBLAS_GEMM_DEFAULT),
          "multiplying matrices");
}

} // namespace gpufuse::cuda_library
